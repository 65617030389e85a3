// Every document as a row. Columns are typed arrays, and only the rows in sight have elements, whatever their number.

const N = summary.documents;
const AT_ONCE = 300000; // rows loaded without asking; the most influential ones come first
const store = {
  loaded: 0,
  id: new Array(N),
  title: new Array(N),
  text: null, // lower-cased, made for the first search
  ranks: null, // of the titles, made when they are first sorted by
  tokens: new Int32Array(N),
  facets: summary.facets.map(() => new Uint16Array(N)),
  delta: summary.metrics.map(() => new Float32Array(N)),
  std: summary.metrics.map(() => new Float32Array(N)),
  agree: summary.metrics.map(() => new Uint16Array(N)),
};

origins.receivers.rows = (chunk) => {
  const { first } = chunk;
  chunk.id.forEach((value, k) => (store.id[first + k] = value));
  chunk.title.forEach((value, k) => (store.title[first + k] = value));
  store.tokens.set(chunk.tokens, first);
  for (const name of ["facets", "delta", "std", "agree"]) chunk[name].forEach((values, k) => store[name][k].set(values, first));
  store.loaded = Math.max(store.loaded, first + chunk.id.length);
  store.text = store.ranks = null;
};

async function loadRows(upTo) {
  for (let k = Math.floor(store.loaded / summary.chunk); store.loaded < upTo; k++) await load(`rows-${k}`);
}

function nameOf(row) {
  return store.title[row] || store.id[row] || "a document that is not loaded";
}

const view = { rows: new Int32Array(0), order: null, key: "delta", down: true, query: "", side: "", facets: {}, first: 0, active: -1 };
const columns = [
  { key: "title", text: "Document" },
  { key: "delta", text: "Δ", number: true },
  { key: "std", text: "±", number: true },
  { key: "agree", text: "agree", number: true },
  ...summary.facets.map((facet, index) => ({ key: `facet-${index}`, text: facet.name, facet: index })),
  { key: "tokens", text: "words", number: true },
];

/**
 * All loaded rows in the chosen order; rows with the same value stay in order of influence. Value and row are packed
 * into one number, because numbers sort ten times as fast as a comparison does.
 */
function sorted() {
  const rows = 2 ** Math.ceil(Math.log2(N + 1));
  const coarse = 2 ** Math.max(0, Math.log2(rows) + 32 - 53); // 1 up to two million documents
  const ranks = ordinals();
  const keys = new Float64Array(store.loaded);
  for (let row = 0; row < store.loaded; row++) {
    const rank = view.down ? 4294967295 - ranks[row] : ranks[row];
    keys[row] = Math.floor(rank / coarse) * rows + row;
  }
  return Int32Array.from(keys.sort(), (key) => key % rows);
}

/** For every row a whole number below 2^32, in the order of the chosen column. */
function ordinals() {
  if (view.key === "title") {
    if (store.ranks) return store.ranks;
    const names = lowered();
    const order = Int32Array.from(names.keys()).sort((a, b) => (names[a] < names[b] ? -1 : names[a] > names[b] ? 1 : 0));
    const ranks = new Uint32Array(names.length);
    order.forEach((row, rank) => (ranks[row] = rank));
    return (store.ranks = ranks);
  }
  const column = columns.find((each) => each.key === view.key);
  if (column.facet !== undefined) return store.facets[column.facet];
  if (view.key === "tokens") return store.tokens;
  const values = store[view.key][state.metric];
  if (view.key === "agree") return values;
  // the bits of a positive float are in its order, those of a negative one in the opposite
  return new Uint32Array(values.slice().buffer).map((bits) => (bits >>> 31 ? ~bits : bits | 0x80000000));
}

function lowered() {
  store.text ??= Array.from({ length: store.loaded }, (_, row) => `${store.title[row]}\n${store.id[row]}`.toLowerCase());
  return store.text;
}

function matching(order) {
  const words = view.query.toLowerCase().split(/\s+/).filter(Boolean);
  const texts = words.length ? lowered() : null;
  const delta = store.delta[state.metric];
  const limits = Object.entries(view.facets).map(([index, [from, to]]) => [store.facets[index], from, to]);
  return order.filter(
    (row) =>
      (!view.side || sideOf(delta[row]) === view.side) &&
      limits.every(([codes, from, to]) => codes[row] >= from && codes[row] <= to) &&
      (!texts || words.every((word) => texts[row].includes(word))),
  );
}

function refresh({ sort = false, stay = false } = {}) {
  if (sort || !view.order || view.order.length !== store.loaded) view.order = sorted();
  view.rows = matching(view.order);
  if (!stay) {
    view.active = -1;
    explorer.body.scrollTop = 0;
  }
  draw();
  const all = store.loaded < N ? `${number(store.loaded)} loaded of ${number(N)}` : number(N);
  explorer.status.textContent = `${number(view.rows.length)} of ${all} documents`;
  explorer.more.hidden = store.loaded >= N;
  for (const [key, head] of Object.entries(explorer.heads)) {
    if (key === view.key) head.setAttribute("aria-sort", view.down ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  }
}

const explorer = { heads: {}, pool: [] };
const narrow = matchMedia("(max-width: 760px)");
const LONGEST = 8e6; // pixels: browsers cannot scroll much further, so that longer lists scroll faster

function geometry() {
  const height = narrow.matches ? 60 : 36;
  const room = explorer.body.clientHeight || 480;
  const full = view.rows.length * height;
  return { height, room, full, shown: Math.min(full, LONGEST) };
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
    if (k < count) fillRow(element, view.first + k, at + (view.first + k) * height - from);
  });
  explorer.grid.style.setProperty("--bar", `${explorer.body.offsetWidth - explorer.body.clientWidth}px`);
  explorer.grid.setAttribute("aria-rowcount", String(view.rows.length + 1));
  if (view.active < 0) explorer.grid.removeAttribute("aria-activedescendant");
  else explorer.grid.setAttribute("aria-activedescendant", `row-${view.active}`);
}

function newRow() {
  const tick = el("input", { type: "checkbox", tabindex: -1 });
  const cells = columns.map((column) => el("span", { role: "gridcell", class: column.number ? "number" : column.key === "title" ? "name" : "facet" }));
  const root = el("div", { role: "row", class: "row" }, el("span", { role: "gridcell", class: "tick" }, tick), cells);
  const element = { root, tick, cells, row: -1, place: -1 };
  tick.addEventListener("change", () => pick(element.row, tick.checked));
  root.addEventListener("click", (event) => {
    if (event.target === tick) return;
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
  const delta = store.delta[state.metric][row];
  const values = [
    nameOf(row),
    effect(delta),
    number(store.std[state.metric][row], 4),
    delta === 0 ? "" : `${store.agree[state.metric][row]}/${summary.seeds}`,
    ...summary.facets.map((facet, index) => facet.values[store.facets[index][row]]),
    number(store.tokens[row]),
  ];
  values.forEach((value, k) => (element.cells[k].textContent = value));
  element.cells[0].title = values[0];
  element.cells[1].className = `number ${sideOf(delta)}`;
  element.cells[1].style.setProperty("--share", Math.min(1, Math.abs(delta) / (metric().largest || 1)));
  element.tick.checked = picked.has(row);
  element.tick.setAttribute("aria-label", `remove ${values[0]}`);
  element.root.id = `row-${place}`;
  element.root.setAttribute("aria-rowindex", String(place + 2));
  element.root.setAttribute("aria-selected", String(place === view.active));
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
}
