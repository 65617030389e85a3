// What if these documents were not there? Prepared sets have a prediction of their own; free choices are added up.

const picked = new Set();
let prepared = [];
const whatif = {};

origins.receivers.sets = (sets) => {
  prepared = sets.map((set) => ({ ...set, rows: Int32Array.from(set.rows) }));
};

function ownSets() {
  return prepared.filter((set) => [metric().name, "shared"].includes(set.family));
}

/** The prepared set that the picked documents are, if they are one. */
function samePrepared() {
  return ownSets().find((set) => set.rows.length === picked.size && set.rows.every((row) => picked.has(row)));
}

function pick(row, on) {
  if (on) picked.add(row);
  else picked.delete(row);
  draw();
  drawWhatIf();
}

function pickAll(rows) {
  picked.clear();
  for (const row of rows) picked.add(row);
  draw();
  drawWhatIf();
}

/** The predicted bias without the picked documents: {bias, std, how, note}. */
function prediction() {
  const m = metric();
  const set = samePrepared();
  const rows = set ? m.sets.filter((row) => row.set === set.set) : [];
  const own = rows.find((row) => row.estimator === summary.best);
  if (own) {
    const others = [
      [`retrained without them (${own.true_seeds} runs)`, spread(own.true_mean, own.true_std)],
      ...rows.filter((row) => ["sum", summary.paper].includes(row.estimator)).map((row) => [row.estimator === "sum" ? "sum of single effects (paper's estimator)" : "the paper's estimator", spread(row.predicted_mean, row.predicted_std)]),
    ];
    return { bias: own.predicted_mean, std: own.predicted_std, others, how: `the set's own approximation (${summary.best})` };
  }
  let sum = 0;
  for (const row of picked) sum += store.delta[state.metric][row];
  return { bias: m.baseline - sum, std: null, others: [], how: "the sum of single effects: a rough guess, too strong for many documents, since effects do not add up" };
}

function drawWhatIf() {
  if (!whatif.out) return;
  const m = metric();
  const set = samePrepared();
  whatif.select.value = set ? `${set.family}/${set.set}` : "";
  const rows = [...picked];
  whatif.list.replaceChildren(
    ...rows.slice(0, 12).map((row) => el("li", {}, el("span", { dir: "auto" }, nameOf(row)), el("button", { type: "button", "aria-label": `keep ${nameOf(row)}`, click: () => pick(row, false) }, "×"))),
    ...(rows.length > 12 ? [el("li", { class: "note" }, `and ${number(rows.length - 12)} more`)] : []),
  );
  whatif.clear.hidden = !rows.length;
  if (!rows.length) {
    whatif.out.replaceChildren(el("p", { class: "empty" }, `Nothing is removed: ${m.label} is ${spread(m.baseline, m.baseline_std)}.`));
    return;
  }
  const { bias, std, others, how } = prediction();
  const beyond = m.kind === "weat" && Math.abs(bias) > 2 ? el("p", { class: "note" }, "No effect size is beyond ±2: too many documents to be added up.") : null;
  const place = el("div", { class: "chart strip" });
  whatif.out.replaceChildren(
    el("p", { class: "answer" }, `Without ${rows.length === 1 ? "this document" : `these ${number(rows.length)} documents`} ${m.label} would be `, el("output", { id: "predicted" }, number(bias, 3)), std === null ? "" : ` ± ${number(std, 3)}`, ` instead of ${number(m.baseline, 3)}.`),
    el("p", { class: "how" }, `This is ${how}.`),
    ...(beyond ? [beyond] : []),
    place,
    ...(others.length ? [el("dl", {}, others.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))))] : []),
  );
  chart(place, (drawing, width) => {
    const box = { left: 14, right: width - 14, top: 8, bottom: 56 };
    const x = xAxis(drawing, box, ...extent([0, m.baseline - m.baseline_std, m.baseline + m.baseline_std, bias]), m.label);
    drawing.append(line(x(0), box.top, x(0), box.bottom, "zero"));
    drawing.append(line(x(m.baseline - m.baseline_std), 22, x(m.baseline + m.baseline_std), 22, "spread"));
    const before = shape("dot", x(m.baseline), 22, 6);
    const after = shape("prediction", x(bias), 44, 6);
    drawing.append(before, after, line(x(m.baseline), 22, x(bias), 44, "move"));
    const marks = [
      { x: x(m.baseline), y: 22, node: before, lines: ["with all documents", spread(m.baseline, m.baseline_std)] },
      { x: x(bias), y: 44, node: after, lines: ["without them, predicted", number(bias, 3)] },
    ];
    return { height: box.bottom + 42, marks, label: `${m.label} goes from ${number(m.baseline, 3)} to ${number(bias, 3)}.` };
  });
}

function fillSets() {
  const options = ownSets().filter((set) => set.rows.length > 1).map((set) => el("option", { value: `${set.family}/${set.set}` }, setName(set.set)));
  whatif.select.replaceChildren(el("option", { value: "" }, "my own choice"), ...options);
}

function whatIfApp(place) {
  const control = choice("Documents", [["", "my own choice"]], "", (value) => {
    const set = ownSets().find((each) => `${each.family}/${each.set}` === value);
    pickAll(set ? set.rows : []);
  });
  whatif.select = control.querySelector("select");
  whatif.select.id = "prepared";
  const first = el("button", { type: "button", id: "first", click: () => pickAll([...picked, ...view.rows.slice(0, 10)]) }, "Add the first 10 of the list above");
  whatif.clear = el("button", { type: "button", hidden: true, click: () => pickAll([]) }, "Clear");
  whatif.list = el("ul", { class: "picked" });
  whatif.out = el("div", { class: "out", "aria-live": "polite" });
  place.append(
    el("p", {}, "Tick documents in the explorer, or take a set that was prepared. The prediction of a prepared set looks at the set as a whole; a choice of your own is the sum of the documents' single effects."),
    el("div", { class: "tools" }, metricChoice(), control, first, whatif.clear),
    el("div", { class: "columns whatif" }, whatif.out, whatif.list),
  );
  state.listeners.push(() => {
    fillSets();
    drawWhatIf();
  });
  drawWhatIf();
  load("sets").then(fillSets).catch(() => {});
}
