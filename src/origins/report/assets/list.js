// The rows in sight: however many documents there are, only these have elements.

const explorer = { heads: {}, pool: [] };
const narrow = matchMedia("(max-width: 760px)");
const LONGEST = 8e6; // pixels: browsers cannot scroll much further, so longer lists scroll faster

function geometry() {
  const height = narrow.matches ? 60 : 36;
  const room = explorer.body.clientHeight || 480;
  const full = view.rows.length * height;
  return { height, room, full, shown: Math.min(full, LONGEST) };
}

/** An empty list says why, and offers a way out. */
function sayNothing() {
  explorer.nothing.hidden = view.rows.length > 0 || !store.loaded;
  if (explorer.nothing.hidden) return;
  const [words, action, undo] = view.unclear
    ? [view.unclear === 1 ? "One document matches, but it has no clear effect." : `${number(view.unclear)} documents match, but none has a clear effect.`, "Show them anyway", () => setFilter("clear", "0")]
    : ["No document matches.", "Remove all filters", clearFilters];
  explorer.nothing.replaceChildren(el("p", {}, words), el("button", { type: "button", click: undo }, action));
}

/** Put the rows in sight into the elements at hand. */
function draw() {
  const { height, room, full, shown } = geometry();
  explorer.space.style.height = `${shown}px`;
  const at = explorer.body.scrollTop;
  const from = shown > room ? (at * (full - room)) / (shown - room) : 0; // the pixel of the full list at the upper edge
  view.first = Math.max(0, Math.floor(from / height) - 4);
  const count = Math.min(view.rows.length - view.first, Math.ceil(room / height) + 9);
  while (explorer.pool.length < count) explorer.pool.push(newRow());
  explorer.pool.forEach((element, k) => {
    element.root.hidden = k >= count;
    if (k >= count) element.root.removeAttribute("id");
    else fillRow(element, view.first + k, at + (view.first + k) * height - from);
  });
  explorer.grid.style.setProperty("--bar", `${explorer.body.offsetWidth - explorer.body.clientWidth}px`);
  explorer.grid.setAttribute("aria-rowcount", String(view.rows.length + 1));
  if (view.active < view.first || view.active >= view.first + count) explorer.grid.removeAttribute("aria-activedescendant");
  else explorer.grid.setAttribute("aria-activedescendant", `row-${view.active}`);
}

function newRow() {
  const tick = el("input", { type: "checkbox", tabindex: -1 });
  const cells = columns.map((column) => el("span", { role: "gridcell", class: column.number ? "number" : column.key === "title" ? "name" : "facet" }));
  const root = el("div", { role: "row", class: "row" }, el("span", { role: "gridcell", class: "tick" }, el("label", {}, tick)), cells);
  const element = { root, tick, cells, row: -1, place: -1 };
  tick.addEventListener("change", () => pick(element.row, tick.checked));
  root.addEventListener("click", (event) => {
    if (event.target.closest(".tick")) return;
    view.active = element.place;
    openDocument(element.row);
    draw();
  });
  explorer.space.append(root);
  return element;
}

function fillRow(element, place, top) {
  const row = view.rows[place];
  Object.assign(element, { row, place });
  const [delta, ratio] = [store.delta[state.metric][row], certainty(row)];
  const clear = isClear(row);
  const values = [
    nameOf(row),
    number(delta, delta === 0 ? 0 : twoDigits(halfWidth(row)), true),
    delta === 0 ? "" : interval(row),
    delta === 0 ? "" : number(ratio, 1),
    ...summary.facets.map((facet, index) => facet.values[store.facets[index][row]]),
    number(store.tokens[row]),
  ];
  values.forEach((value, k) => (element.cells[k].textContent = value));
  element.cells[0].title = values[0];
  element.cells[1].className = `number ${clear ? sideOf(delta) : "none"}`;
  element.cells[1].style.setProperty("--share", clear ? Math.min(1, Math.abs(delta) / (metric().largest || 1)) : 0);
  element.root.classList.toggle("unclear", !clear);
  element.root.title = clear || delta === 0 ? "" : "no clear effect: it may be noise";
  element.tick.checked = picked.has(row);
  element.tick.setAttribute("aria-label", `remove ${values[0]}`);
  element.root.id = `row-${place}`;
  element.root.setAttribute("aria-rowindex", String(place + 2));
  element.root.setAttribute("aria-selected", String(picked.has(row)));
  element.root.classList.toggle("active", place === view.active);
  element.root.classList.toggle("open", row === opened.row);
  element.root.style.transform = `translateY(${top}px)`;
}

function moveTo(place) {
  view.active = Math.max(0, Math.min(view.rows.length - 1, place));
  const { height, room, full, shown } = geometry();
  const ratio = shown > room ? (full - room) / (shown - room) : 1;
  const from = explorer.body.scrollTop * ratio;
  const top = view.active * height;
  if (top < from) explorer.body.scrollTop = top / ratio;
  else if (top + height > from + room) explorer.body.scrollTop = (top + height - room) / ratio;
  draw();
}

function onKey(event) {
  if (event.target.closest("button, input")) return;
  const page = Math.floor(explorer.body.clientHeight / geometry().height);
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
  if (event.key in steps) moveTo(view.active + steps[event.key]);
  else if (event.key === "Home") moveTo(0);
  else if (event.key === "End") moveTo(view.rows.length - 1);
  else if (event.key === "Enter" && view.active >= 0) openDocument(view.rows[view.active], true);
  else if (event.key === " " && view.active >= 0) pick(view.rows[view.active], !picked.has(view.rows[view.active]));
  else return;
  event.preventDefault();
}

function sortBy(key) {
  if (view.key === key) view.down = !view.down;
  else [view.key, view.down] = [key, key !== "title" && !key.startsWith("facet-")];
  refresh({ sort: true });
  changed({ section: "explorer" });
}
