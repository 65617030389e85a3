// The documents: columns as typed arrays, sorted and filtered. list.js draws the rows in sight. Numbers come first and
// all at once, so that the list is in order from the start; titles and ids follow, the most influential first.

const N = summary.rows; // fewer than documents where the page is a single file
const none = () => new Float32Array(0);
const store = {
  loaded: 0,
  named: 0,
  names: [], // by chunk, a line per row: the title, a tab and the id
  lower: [],
  name: none(), // place in the alphabet
  tokens: none(),
  facets: summary.facets.map(none),
  delta: summary.metrics.map(none),
  std: summary.metrics.map(none),
  agree: summary.metrics.map(none),
};

origins.receivers.numbers = (columns) => {
  const read = ([type, text]) => unpacked(text, { Uint8Array, Uint16Array, Uint32Array, Float32Array }[type]);
  for (const name of ["name", "tokens"]) store[name] = read(columns[name]);
  for (const name of ["facets", "delta", "std", "agree"]) store[name] = columns[name].map(read);
  store.loaded = N;
};

/** Lines in one text with where each starts: a million small strings would take long to make, and much memory. */
function lines(text) {
  const starts = [0];
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return { text, count: starts.length, starts: Uint32Array.from([...starts, text.length + 1]) };
}

origins.receivers.names = async ([first, packed]) => {
  const text = await inflated(packed);
  store.names.push(lines(text));
  store.lower.push(lines(text.toLowerCase())); // other letters may be more or fewer
  store.named = first + store.names.at(-1).count;
};

async function loadNames(upTo) {
  for (let k = store.named / summary.chunk; store.named < upTo; k++) await load(`names-${k}`);
}

/** Title, tab and id; "" until they are loaded. */
function lineOf(row) {
  const [chunk, k] = [store.names[Math.floor(row / summary.chunk)], row % summary.chunk];
  return chunk ? chunk.text.slice(chunk.starts[k], chunk.starts[k + 1] - 1) : "";
}

function titleOf(row) {
  const name = lineOf(row);
  return name.slice(0, name.indexOf("\t"));
}

function idOf(row) {
  const name = lineOf(row);
  return name.slice(name.indexOf("\t") + 1);
}

function nameOf(row) {
  return titleOf(row) || visible(idOf(row)) || (row < N ? "…" : "a document that this copy of the page omits");
}

/** Half the width of the 95 % interval of Δ (as in intervals.py); infinite if there is one embedding only. */
function halfWidth(row, index = state.metric) {
  return summary.interval * Math.hypot(store.std[index][row], summary.metrics[index].noise ?? Infinity);
}

/** Not noise: the interval excludes 0 (as in certainty.py). */
function isClear(row, index = state.metric) {
  return Math.abs(store.delta[index][row]) > halfWidth(row, index);
}

/** |Δ| in half-widths of its interval: above 1 if the effect is clear. */
function certainty(row, index = state.metric) {
  const delta = Math.abs(store.delta[index][row]);
  return delta ? delta / halfWidth(row, index) : 0;
}

/** "0.012 to 0.050", with a sign where it is asked for; mirrored for a change in the other direction. */
function interval(row, index = state.metric, sign = false, side = 1) {
  const [delta, half] = [side * store.delta[index][row], halfWidth(row, index)];
  if (half === Infinity) return "no interval";
  return [delta - half, delta + half].map((end) => number(end, twoDigits(half), sign)).join(" to ");
}

const CLEAR = summary.seeds > 1; // by default, list clear effects only: one embedding has none
const view = { rows: new Int32Array(0), order: null, key: "delta", down: true, query: "", where: "", side: "", clear: CLEAR, facets: {}, first: 0, active: -1, unclear: 0 };
const columns = [
  { key: "title", text: "Document" },
  { key: "delta", text: "Δ", number: true, title: "score with the document minus score without it, predicted" },
  { key: "half", text: "95 % interval", number: true, title: "contains the retrained Δ for 95 % of documents; sorts by width" },
  { key: "certainty", text: "certainty", number: true, title: "Δ in half-widths of its interval; clear above 1" },
  ...summary.facets.map((facet, index) => ({ key: `facet-${index}`, text: facet.name, facet: index })),
  { key: "tokens", text: "words", number: true },
];

/** All rows in the chosen order; ties stay in order of influence. Dealt into 65,536 piles twice, by low and high bits. */
function sorted() {
  const ranks = ordinals();
  let order = Int32Array.from({ length: store.loaded }, (_, row) => row);
  for (const shift of [0, 16]) {
    const pile = (row) => ((view.down ? ~ranks[row] : ranks[row]) >>> shift) & 65535;
    const ends = new Uint32Array(65537);
    for (const row of order) ends[pile(row) + 1]++;
    for (let k = 1; k < ends.length; k++) ends[k] += ends[k - 1];
    const dealt = new Int32Array(order.length);
    for (const row of order) dealt[ends[pile(row)]++] = row;
    order = dealt;
  }
  return order;
}

/** For every row a whole number below 2^32, in the order of the chosen column. */
function ordinals() {
  if (view.key === "title") return store.name;
  const column = columns.find((each) => each.key === view.key);
  if (column.facet !== undefined) return store.facets[column.facet];
  if (view.key === "tokens") return store.tokens;
  const derived = { certainty, half: halfWidth }[view.key];
  const values = derived ? Float32Array.from({ length: store.loaded }, (_, row) => derived(row)) : store[view.key][state.metric];
  // the bits of a positive float are in its order, those of a negative one in the opposite
  return new Uint32Array(values.slice().buffer).map((bits) => (bits >>> 31 ? ~bits : bits | 0x80000000));
}

/** The rows that match; `view.unclear` counts those that match but for having no clear effect. */
function matching(order) {
  const matches = searched();
  const delta = store.delta[state.metric];
  const limits = Object.entries(view.facets).map(([index, [from, to]]) => [store.facets[index], from, to]);
  const found = order.filter(
    (row) =>
      (!view.side || sideOf(delta[row]) === view.side) &&
      limits.every(([codes, from, to]) => codes[row] >= from && codes[row] <= to) &&
      (!matches || matches(row)),
  );
  if (!view.clear || view.side === "none") return (view.unclear = 0), found;
  const clear = found.filter((row) => isClear(row));
  view.unclear = found.length - clear.length;
  return clear;
}

function refresh({ sort = false, stay = false } = {}) {
  if (sort || !view.order || view.order.length !== store.loaded) view.order = sorted();
  view.rows = matching(view.order);
  if (!stay) {
    view.active = -1;
    explorer.body.scrollTop = 0;
  }
  draw();
  const all = N < summary.documents ? `the ${number(N)} most influential documents (this copy omits the other ${number(summary.documents - N)})` : `${number(N)} documents`;
  const hidden = view.unclear ? `; ${number(view.unclear)} without a clear effect hidden` : "";
  const loading = store.named < N ? "; titles are still being loaded" : "";
  explorer.status.textContent = `${number(view.rows.length)} of ${all}${hidden}${searchNote()}${loading}`;
  sayNothing();
  for (const [key, head] of Object.entries(explorer.heads)) {
    if (key === view.key) head.setAttribute("aria-sort", view.down ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  }
}

