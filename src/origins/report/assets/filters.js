// The controls above the list. Each filter has a name and a text value, as the address of the page has them.

const FEW = 300; // values that a menu may have

/** By name: how to read a filter and how to set it ("" is its default). */
const filters = {};

function setFilter(name, value) {
  filters[name].write(value);
  refresh();
  changed({ section: "explorer" });
}

/** Let every document through; the caller refreshes the list. */
function liftFilters() {
  for (const [name, filter] of Object.entries(filters)) filter.write(name === "clear" ? "0" : "");
}

function clearFilters() {
  liftFilters();
  refresh();
  changed({ section: "explorer" });
}

function limit(index, from, to) {
  const last = summary.facets[index].values.length - 1;
  if (from <= 0 && to >= last) delete view.facets[index];
  else view.facets[index] = [from, to];
}

/** From–to for dates, a list of values for what has few of them. */
function facetFilter(facet, index) {
  return facet.date ? dateFilter(facet, index) : facet.values.length > FEW ? null : valueFilter(facet, index);
}

function dateFilter({ name, values }, index) {
  const [from, to] = ["from", "to"].map((side) =>
    el("input", { type: "text", inputmode: "numeric", size: 10, placeholder: side === "from" ? values[1] : values.at(-1), "aria-label": `${name} ${side}`, input: () => typed(apply) }),
  );
  function apply() {
    const [low, high] = [from.value.trim(), to.value.trim()];
    const first = low ? values.findIndex((value) => value >= low) : high ? 1 : 0;
    // so that "to 2016" includes all of 2016
    const last = high ? values.findLastIndex((value) => value.slice(0, high.length) <= high) : values.length - 1;
    limit(index, first < 0 ? values.length : first, last);
  }
  filters[`f.${name}`] = {
    read: () => (from.value.trim() || to.value.trim() ? `${from.value.trim()}..${to.value.trim()}` : ""),
    write: (value) => {
      [from.value, to.value] = [...value.split(".."), "", ""];
      apply();
    },
  };
  return el("span", { class: "choice", role: "group", "aria-label": name }, el("span", {}, name), from, "–", to);
}

function valueFilter({ name, values }, index) {
  const options = [["", "all"], ...values.map((value, code) => [`=${value}`, value || "(none)"])];
  const label = choice(name, options, "", (value) => setFilter(`f.${name}`, value));
  const select = label.querySelector("select");
  filters[`f.${name}`] = {
    read: () => select.value,
    write: (value) => {
      const code = value ? values.indexOf(value.slice(1)) : -1;
      select.value = code < 0 ? "" : value;
      if (code < 0) limit(index, 0, values.length);
      else limit(index, code, code);
    },
  };
  return label;
}

/** While someone types: filter after a moment, without a step for the Back button at each letter. */
function typed(apply) {
  clearTimeout(view.timer);
  view.timer = setTimeout(() => {
    apply();
    refresh();
    changed({ replace: true, section: "explorer" });
  }, 120);
}

function sideFilter() {
  const sides = [["", "all"], ["up", "raise the score (Δ > 0)"], ["down", "lower the score (Δ < 0)"], ["none", "have no effect (Δ = 0)"]];
  const label = choice("Documents that", sides, "", (value) => setFilter("side", value));
  const select = label.querySelector("select");
  filters.side = {
    read: () => view.side,
    write: (value) => {
      select.value = value;
      if (select.selectedIndex < 0) select.value = "";
      view.side = select.value;
    },
  };
  return label;
}

/** "" means the default. */
function clearFilter() {
  const box = el("input", { type: "checkbox", id: "clear", checked: view.clear, change: () => setFilter("clear", box.checked ? "1" : "0") });
  filters.clear = {
    read: () => (view.clear === CLEAR ? "" : view.clear ? "1" : "0"),
    write: (value) => (box.checked = view.clear = value ? value !== "0" : CLEAR),
  };
  return el("label", { class: "choice" }, box, el("span", {}, "clear effects only"));
}

function explorerApp(place) {
  const tools = [...searchFilter(), metricChoice(), sideFilter(), clearFilter(), summary.facets.map(facetFilter)];
  explorer.status = el("p", { class: "status", role: "status", id: "status" }, "Loading…");
  const heads = columns.map((column) => {
    const button = el("button", { type: "button", title: column.title, click: () => sortBy(column.key) }, column.text);
    return (explorer.heads[column.key] = el("span", { role: "columnheader", class: column.number ? "number" : "", "data-key": column.key }, button));
  });
  const remove = el("span", { role: "columnheader", class: "tick", title: "remove in What if" }, el("span", { class: "unseen" }, "remove"));
  explorer.space = el("div", { class: "space", role: "presentation" });
  explorer.nothing = el("div", { class: "nothing", hidden: true });
  explorer.body = el("div", { class: "rows", role: "rowgroup", tabindex: -1 }, explorer.space);
  explorer.grid = el(
    "div",
    { class: "list", role: "grid", tabindex: 0, "aria-multiselectable": "true", "aria-label": "Documents: arrow keys move, Enter opens, space ticks", keydown: onKey },
    el("div", { role: "rowgroup" }, el("div", { role: "row", class: "row head", "aria-rowindex": "1" }, remove, heads)),
    explorer.body,
  );
  explorer.grid.style.setProperty("--facets", summary.facets.length ? `repeat(${summary.facets.length}, minmax(0, 1.1fr))` : "");
  explorer.body.addEventListener("scroll", () => requestAnimationFrame(draw), { passive: true });
  narrow.addEventListener("change", draw);
  opened.panel = el("article", { class: "detail", id: "detail", tabindex: -1, "aria-label": "The chosen document", keydown: closeOnEscape });
  place.append(
    el("div", { class: "tools" }, tools.flat()),
    el("div", { class: "statusline" }, explorer.status, saveList()),
    ...(CLEAR ? [] : [el("p", { class: "note" }, "One embedding cannot tell which effects are clear.")]),
    el("div", { class: "split" }, el("div", { class: "frame" }, explorer.grid, explorer.nothing), opened.panel),
    el("p", { class: "note" }, columns.filter((column) => column.title).map((column) => `${column.text}: ${column.title}.`).join(" ")),
  );
  closeDocument();
  state.listeners.push(() => {
    refresh({ sort: true });
    if (opened.row >= 0) openDocument(opened.row, false);
  });
}

async function fetchRows() {
  try {
    await Promise.all([load("numbers"), loadNames(1)]);
    refresh({ sort: true, stay: true });
    await loadNames(N);
    refresh({ stay: true });
    drawWhatIf();
    compared.make();
  } catch (error) {
    explorer.status.textContent = `${error.message}. Keep the folder of this page together with index.html.`;
  }
}
