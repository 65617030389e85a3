// The documents: columns as typed arrays, sorted and filtered. list.js draws the rows in sight.

const N = summary.documents;
const AT_ONCE = 300000; // rows loaded without asking; the most influential come first
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
  return store.title[row] || visible(store.id[row] ?? "") || "a document that is not loaded";
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

const view = { rows: new Int32Array(0), order: null, key: "delta", down: true, query: "", where: "", side: "", clear: true, facets: {}, first: 0, active: -1, unclear: 0 };
const columns = [
  { key: "title", text: "Document" },
  { key: "delta", text: "Δ", number: true, title: "score with the document minus score without it, predicted" },
  { key: "half", text: "95 % interval", number: true, title: "holds what retraining gives, for 95 % of documents; sorts by its width" },
  { key: "certainty", text: "|Δ|/±", number: true, title: "certainty: Δ in half-widths of its interval; clear above 1" },
  ...summary.facets.map((facet, index) => ({ key: `facet-${index}`, text: facet.name, facet: index })),
  { key: "tokens", text: "words", number: true },
];

/**
 * All loaded rows in the chosen order; ties stay in order of influence. Value and row are packed into one number,
 * because sorting numbers is ten times as fast as sorting with a comparison function.
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
  const derived = { certainty, half: halfWidth }[view.key];
  const values = derived ? Float32Array.from({ length: store.loaded }, (_, row) => derived(row)) : store[view.key][state.metric];
  // the bits of a positive float are in its order, those of a negative one in the opposite
  return new Uint32Array(values.slice().buffer).map((bits) => (bits >>> 31 ? ~bits : bits | 0x80000000));
}

function lowered() {
  store.text ??= Array.from({ length: store.loaded }, (_, row) => `${store.title[row]}\n${store.id[row]}`.toLowerCase());
  return store.text;
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
  const all = store.loaded < N ? `${number(store.loaded)} loaded of ${number(N)}` : number(N);
  const hidden = view.unclear ? `; ${number(view.unclear)} without a clear effect hidden` : "";
  explorer.status.textContent = `${number(view.rows.length)} of ${all} documents${hidden}${searchNote()}`;
  sayNothing();
  explorer.more.hidden = store.loaded >= N;
  for (const [key, head] of Object.entries(explorer.heads)) {
    if (key === view.key) head.setAttribute("aria-sort", view.down ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  }
}

