// Search in titles and ids, or also in the texts of the documents that the page has texts of.

const bodies = summary.metrics.map(() => null); // by metric, once loaded: row -> {text, words}

/** Loads all texts of a metric for the first search in them; until they are here, only titles are searched. */
function bodiesOf(index) {
  if (bodies[index] === null) {
    bodies[index] = new Map();
    loadBodies(index).then(() => refresh(), (error) => (explorer.status.textContent = error.message));
  }
  return bodies[index];
}

async function loadBodies(index) {
  const { explained } = summary.metrics[index];
  const files = Math.ceil(explained.length / summary.texts);
  await Promise.all(Array.from({ length: files }, (_, k) => load(`text-${index}-${k}`)));
  explained.forEach((row, k) => bodies[index].set(row, texts.get(`${index}:${k}`).parts.join("").toLowerCase()));
}

function wordsOf(text) {
  return text.split(/[^\p{L}\p{N}]+/u);
}

/** By row: 1 if its title or id has the word. */
function named(word) {
  const found = new Uint8Array(N);
  store.lower.forEach(({ text, starts }, chunk) => {
    let k = 0;
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, starts[k + 1])) {
      while (starts[k + 1] <= at) k++;
      found[chunk * summary.chunk + k] = 1;
    }
  });
  return found;
}

/** A function that says whether a row matches the search; null without one. */
function searched() {
  const query = view.query.toLowerCase();
  const words = (view.where === "word" ? wordsOf(query) : query.split(/\s+/)).filter(Boolean);
  if (!words.length) return null;
  const titles = words.map(named);
  if (!view.where) return (row) => titles.every((found) => found[row]);
  const bodies = bodiesOf(state.metric);
  const has = (row) => words.every((word, k) => titles[k][row] || bodies.get(row)?.includes(word));
  if (view.where === "text") return has;
  return (row) => {
    if (!has(row)) return false; // fast, and most rows end here
    const whole = new Set(wordsOf(`${lineOf(row).toLowerCase()}\n${bodies.get(row) ?? ""}`));
    return words.every((word) => whole.has(word));
  };
}

/** What was searched, for the line above the list. */
function searchNote() {
  return view.where && view.query.trim() ? `; searched the texts of the ${number(metric().explained.length)} most influential` : "";
}

function searchFilter() {
  const words = "Search documents";
  const search = el("input", { type: "search", id: "search", placeholder: words, "aria-label": words, input: () => typed(() => (view.query = search.value)) });
  filters.q = { read: () => view.query.trim(), write: (value) => (search.value = view.query = value) };
  const where = choice("in", [["", "titles and ids"], ["text", "titles, ids and texts"], ["word", "whole words, texts too"]], "", (value) => setFilter("in", value));
  const select = where.querySelector("select");
  select.id = "where";
  filters.in = {
    read: () => view.where,
    write: (value) => {
      select.value = value;
      if (select.selectedIndex < 0) select.value = "";
      view.where = select.value;
    },
  };
  return [search, where];
}
