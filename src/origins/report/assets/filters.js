// What stands above the rows: search, filters, and the heads that sort.

function limit(index, from, to) {
  const last = summary.facets[index].values.length - 1;
  if (from <= 0 && to >= last) delete view.facets[index];
  else view.facets[index] = [from, to];
  refresh();
}

/** From–to for dates, a list of values for what has few of them. */
function facetFilter(facet, index) {
  const { name, values } = facet;
  if (facet.date) {
    const [from, to] = ["from", "to"].map((side) =>
      el("input", { type: "text", inputmode: "numeric", size: 10, placeholder: side === "from" ? values[1] : values.at(-1), "aria-label": `${name} ${side}`, input: change }),
    );
    function change() {
      const [low, high] = [from.value.trim(), to.value.trim()];
      const first = low ? values.findIndex((value) => value >= low) : high ? 1 : 0;
      // so that "to 2016" takes all of 2016
      const last = high ? values.findLastIndex((value) => value.slice(0, high.length) <= high) : values.length - 1;
      limit(index, first < 0 ? values.length : first, last);
    }
    return el("span", { class: "choice", role: "group", "aria-label": name }, el("span", {}, name), from, "–", to);
  }
  if (values.length > 300) return null;
  const options = [["", "all"], ...values.map((value, code) => [code, value || "(none)"])];
  return choice(name, options, "", (code) => (code === "" ? limit(index, 0, values.length) : limit(index, Number(code), Number(code))));
}

function explorerApp(place) {
  let timer = 0;
  const search = el("input", {
    type: "search",
    id: "search",
    placeholder: "Search titles and ids",
    "aria-label": "Search titles and ids",
    input: () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        view.query = search.value;
        refresh();
      }, 120);
    },
  });
  const sides = [["", "all"], ["up", "adds bias (Δ > 0)"], ["down", "takes bias away (Δ < 0)"], ["none", "changes nothing"]];
  const side = choice("Documents that", sides, "", (value) => {
    view.side = value;
    refresh();
  });
  explorer.status = el("p", { class: "status", role: "status", id: "status" }, "Loading…");
  explorer.more = el("button", { type: "button", hidden: true, click: () => fetchRows(N) }, "Load all documents");
  const heads = columns.map((column) => {
    const button = el("button", { type: "button", click: () => sortBy(column.key) }, column.text);
    return (explorer.heads[column.key] = el("span", { role: "columnheader", class: column.number ? "number" : "", "data-key": column.key }, button));
  });
  const remove = el("span", { role: "columnheader", class: "tick", title: "remove in What if" }, el("span", { class: "unseen" }, "remove"));
  explorer.space = el("div", { class: "space", role: "presentation" });
  explorer.body = el("div", { class: "rows", role: "rowgroup", tabindex: -1 }, explorer.space);
  explorer.grid = el(
    "div",
    { class: "list", role: "grid", tabindex: 0, "aria-label": "Documents: arrow keys move, Enter opens, space ticks", keydown: onKey },
    el("div", { role: "rowgroup" }, el("div", { role: "row", class: "row head" }, remove, heads)),
    explorer.body,
  );
  explorer.grid.style.setProperty("--facets", summary.facets.length ? `repeat(${summary.facets.length}, minmax(0, 1.1fr))` : "");
  explorer.body.addEventListener("scroll", () => requestAnimationFrame(draw), { passive: true });
  narrow.addEventListener("change", draw);
  opened.panel = el("article", { class: "detail", id: "detail", tabindex: -1, "aria-label": "The chosen document", keydown: closeOnEscape });
  place.append(
    el("div", { class: "tools" }, search, metricChoice(), side, summary.facets.map(facetFilter)),
    el("div", { class: "statusline" }, explorer.status, explorer.more),
    el("div", { class: "split" }, explorer.grid, opened.panel),
  );
  closeDocument();
  state.listeners.push(() => {
    refresh({ sort: true });
    if (opened.row >= 0) openDocument(opened.row);
  });
  fetchRows(Math.min(N, AT_ONCE));
}

async function fetchRows(upTo) {
  try {
    await loadRows(Math.min(upTo, summary.chunk));
    refresh({ sort: true, stay: true });
    await loadRows(upTo);
    refresh({ sort: true, stay: true });
    drawWhatIf();
  } catch (error) {
    explorer.status.textContent = `${error.message}. Keep the folder of this page together with index.html.`;
  }
}
