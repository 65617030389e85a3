// Files for other programs: lists of documents as CSV, and ids for `python -m origins score`.

/** Text in quotes. What a spreadsheet would run as a formula gets an apostrophe in front (as in csvfile.py). */
function csvCell(value) {
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  const text = /^'*[=+\-@\t\r＝＋－＠]/.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}

function csv(rows) {
  const m = state.metric;
  const head = ["id", "title", "metric", "delta", "delta_std", "delta_low", "delta_high", "embeddings_that_agree", "embeddings", "clear", ...summary.facets.map((facet) => facet.name), "words"];
  const lines = Array.from(rows, (row) => [
    idOf(row),
    titleOf(row),
    metric().name,
    Number(store.delta[m][row].toPrecision(6)),
    Number(store.std[m][row].toPrecision(6)),
    ...[-1, 1].map((side) => Number((store.delta[m][row] + side * halfWidth(row)).toPrecision(6))), // none if infinite
    store.agree[m][row],
    summary.seeds,
    isClear(row) ? "yes" : "no",
    ...summary.facets.map((facet, index) => facet.values[store.facets[index][row]]),
    store.tokens[row],
  ]);
  // the mark at the beginning tells spreadsheets that this is UTF-8
  return `\ufeff${[head, ...lines].map((line) => line.map(csvCell).join(",")).join("\r\n")}\r\n`;
}

function save(name, type, text) {
  const link = el("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function saveButton(id, words, name, content) {
  const type = name.endsWith(".csv") ? "text/csv;charset=utf-8" : "text/plain;charset=utf-8";
  return el("button", { type: "button", id, click: () => save(name, type, content()) }, words);
}

function saveList() {
  return saveButton("save-list", "Download this list (CSV)", "documents.csv", () => csv(view.rows));
}

/** Shown with a selection: the two files, and the command that takes the second. */
function saveSelection() {
  if ([...picked].some((row) => row >= N)) return el("p", { class: "note" }, "This copy of the page omits some of these documents, so it cannot list them.");
  const ids = () => [...picked].map((row) => `${idOf(row)}\n`).join("");
  return el(
    "div",
    { class: "save" },
    el("div", { class: "tools" }, saveButton("save-selection", "Selection (CSV)", "selection.csv", () => csv(picked)), saveButton("save-ids", "Ids (text)", "selection.txt", ids)),
    el("p", { class: "note" }, "In the folder that contains results/, predict the effect of exactly these documents with ", el("code", {}, `python -m origins score --setup ${summary.setup} --documents selection.txt`), "."),
  );
}
