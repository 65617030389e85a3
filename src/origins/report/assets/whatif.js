// What if these documents were removed? Prepared sets have a prediction of their own; free choices see shifts.js.

const DEVIATION = "± one standard deviation over seeds"; // the list has 95 % intervals
const picked = new Set();
let prepared = [];
const whatif = {};

origins.receivers.sets = (sets) => {
  prepared = sets.map((set) => ({ ...set, rows: Int32Array.from(set.rows) }));
};

function ownSets() {
  return prepared.filter((set) => [metric().name, "shared"].includes(set.family));
}

function keyOf(set) {
  return `${set.family}/${set.set}`;
}

/** The prepared set that the picked documents are, if they are one. */
function samePrepared() {
  return ownSets().find((set) => set.rows.length === picked.size && set.rows.every((row) => picked.has(row)));
}

/** The title of a single document that was removed, once the rows are loaded. */
function nameOfSet(m, name) {
  const set = prepared.find((each) => each.set === name && [m.name, "shared"].includes(each.family));
  return set && set.rows[0] < store.named ? nameOf(set.rows[0]) : setName(name);
}

/** The documents that a choice goes on from: none of a prepared set of which this copy of the page omits some. */
function chosen() {
  return [...picked].every((row) => row < N) ? [...picked] : [];
}

function pick(row, on) {
  if (!chosen().length) picked.clear();
  if (on) picked.add(row);
  else picked.delete(row);
  draw();
  drawWhatIf();
  changed();
}

function pickAll(rows) {
  picked.clear();
  for (const row of rows) picked.add(row);
  draw();
  drawWhatIf();
  changed({ section: "whatif" });
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The sample standard deviation; null of a single value. */
function deviation(values) {
  return values.length > 1 ? Math.sqrt(values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) / (values.length - 1)) : null;
}

/** The score before and after, over the same seeds: {before, after, std, seeds, others, how}. */
function prediction() {
  const set = samePrepared();
  const own = set && preparedPrediction(set);
  if (own) return own;
  const m = metric();
  const rows = [...picked];
  if (rows.length > 1 && shifts[state.metric]) {
    const { before, after, added } = removed(rows);
    const std = deviation(before.map((score, seed) => score - after[seed]));
    return { before: mean(before), after: mean(after), std, seeds: summary.seeds, others: [], how: howShifts(rows.length, added) };
  }
  const sum = rows.reduce((total, row) => total + store.delta[state.metric][row], 0);
  const one = rows.length === 1;
  const how = one ? `This is the predicted effect of this document (${summary.best}).` : "The data for this metric could not be loaded, so this is a sum of single effects: a rough guess, because effects are not additive.";
  return { before: m.baseline, after: m.baseline - sum, std: one ? store.std[state.metric][rows[0]] : null, seeds: summary.seeds, others: [], how };
}

/** Where a free choice comes from, and how wrong it is. */
function howShifts(count, added) {
  const most = `the ${number(metric().explained.length)} most influential documents`;
  if (added === count) return `None of them is among ${most}, so this is a sum of single effects: a rough guess, because effects are not additive.`;
  const { size, random, strongest } = errorsOf(count);
  const words = ["We add up how far each document moves the words of the metric and measure the score again."];
  if (random) {
    const [error, sum] = ["error_shifts", "error_sum"].map((column) => (row) => number(row[column], places(row[column])));
    const most = strongest ? `; ${error(strongest)} for the ${size} strongest in either direction (${sum(strongest)})` : "";
    words.push(`Root mean square difference from a prediction for the set as a whole: ${error(random)} for random choices of ${size} documents (sum of single effects: ${sum(random)})${most}.`);
  } else if (metric().choices.length) {
    words.push(`The error of such a prediction was measured for up to ${Math.max(...metric().choices.map((row) => row.documents))} documents only.`);
  }
  if (added) words.push(added === 1 ? `One of them is not among ${most}; we add its single effect.` : `${number(added)} of them are not among ${most}; we add their single effects.`);
  return words.join(" ");
}

/** Of a set that was retrained: what was predicted for it as a whole, and measured; undefined if there is no such. */
function preparedPrediction(set) {
  const m = metric();
  const rows = m.sets.filter((row) => row.set === set.set && row.pairs > 0);
  const own = rows.find((row) => row.estimator === summary.best);
  if (!own) return undefined;
  const one = set.rows.length === 1;
  const names = { ...(one ? {} : { sum: "sum of single effects" }), [summary.paper]: "the paper’s estimator" };
  const others = [
    [`retrained without ${one ? "it" : "them"}`, own.paired_true, own.true_delta, own.true_delta_std],
    ...rows.filter((row) => row.estimator in names).map((row) => [names[row.estimator], row.paired_predicted, row.predicted_delta, row.predicted_delta_std]),
  ];
  const how = `This is ${one ? "the predicted effect of this document" : "a prediction for the set as a whole"} (${summary.best}).`;
  return { before: own.paired_baseline, after: own.paired_predicted, std: own.predicted_delta_std, seeds: own.pairs, others, how };
}

/** Free choices need the shifts of this metric, loaded when first needed. True once there is nothing to wait for. */
function shiftsReady() {
  const index = state.metric;
  if (picked.size < 2 || shifts[index] !== undefined || (samePrepared() && preparedPrediction(samePrepared()))) return true;
  load(`shifts-${index}`).catch(() => (shifts[index] = null)).then(drawWhatIf);
  return false;
}

/** The score with as many digits as the spread of its change allows, or three. */
function scored(value, deviation) {
  return number(value, deviation > 0 ? Math.min(3, Math.max(2, places(deviation))) : 2);
}

function drawWhatIf() {
  if (!whatif.out) return;
  const m = metric();
  const set = samePrepared();
  const shown = set && [...whatif.select.options].some((option) => option.value === keyOf(set));
  whatif.select.value = shown ? keyOf(set) : ""; // single documents are not in the menu
  const rows = [...picked];
  whatif.list.replaceChildren(
    ...rows.slice(0, 12).map((row) => el("li", {}, el("span", { dir: "auto" }, nameOf(row)), el("button", { type: "button", "aria-label": `keep ${nameOf(row)}`, click: () => pick(row, false) }, "×"))),
    ...(rows.length > 12 ? [el("li", { class: "note" }, `and ${number(rows.length - 12)} more`)] : []),
  );
  whatif.clear.hidden = !rows.length;
  if (!rows.length) {
    whatif.out.replaceChildren(el("p", { class: "empty" }, `No document is removed: ${m.label} is ${spread(m.baseline, m.baseline_std)}${m.baseline_std > 0 ? ` (${DEVIATION})` : ""}.`));
    return;
  }
  if (!shiftsReady()) {
    whatif.out.replaceChildren(el("p", { class: "note" }, "Loading …"));
    return;
  }
  const made = prediction();
  const beyond = Math.abs(made.after) > (m.limit ?? Infinity) ? el("p", { class: "note" }, `With these word sets, an effect size cannot exceed ±${number(m.limit, 2)}: these are too many documents to add up.`) : null;
  const place = el("div", { class: "chart strip" });
  const seeds = made.seeds === 1 ? "the same seed" : `the same ${made.seeds} seeds`;
  const lines = made.others.map(([name, score, delta, std]) => el("div", {}, el("dt", {}, name), el("dd", {}, `${scored(score, std)} (Δ ${spread(delta, std, true)})`)));
  whatif.out.replaceChildren(
    el("p", { class: "answer" }, `Without ${rows.length === 1 ? "this document" : `these ${number(rows.length)} documents`}, ${m.label} would be `, el("output", { id: "predicted", "data-value": made.after }, scored(made.after, made.std)), ` instead of ${scored(made.before, made.std)} (${seeds}).`),
    el("p", { class: "how" }, `Δ is ${made.std > 0 ? `${spread(made.before - made.after, made.std, true)} (${DEVIATION})` : effect(made.before - made.after)}. ${made.how}`),
    ...(beyond ? [beyond] : []),
    place,
    ...(lines.length ? [el("dl", {}, lines)] : []),
    saveSelection(),
  );
  whatIfChart(place, m, made);
}

function whatIfChart(place, m, { before, after, std, others }) {
  const truth = others.length ? others[0][1] : null;
  const without = `without ${picked.size === 1 ? "it" : "them"}`;
  chart(place, (drawing, width) => {
    const box = { left: 14, right: width - 14, top: 8, bottom: truth === null ? 56 : 76 };
    const x = xAxis(drawing, box, ...extent([0, before, after, truth, after - (std ?? 0), after + (std ?? 0)]), m.label);
    drawing.append(line(x(0), box.top, x(0), box.bottom, "zero"));
    const marks = [];
    const put = (kind, value, y, words) => {
      const node = shape(kind, x(value), y, 6);
      if (kind !== "dot") drawing.append(line(x(before), 22, x(value), y, "move"));
      drawing.append(node);
      marks.push({ x: x(value), y, node, lines: [words, scored(value, std)] });
    };
    put("dot", before, 22, "with all documents");
    if (std > 0) drawing.append(line(x(after - std), 44, x(after + std), 44, "error"));
    put("prediction", after, 44, `${without}, predicted`);
    if (truth !== null) put("truth", truth, 64, `${without}, retrained`);
    return { height: box.bottom + 42, marks, label: `${m.label} changes from ${scored(before, std)} to ${scored(after, std)}.` };
  });
  const bar = std > 0 ? [["error", LINES.error]] : [];
  place.append(legend([["dot", "with all documents"], ["prediction", `${without}, predicted`], ...bar, ...(truth === null ? [] : [["truth", "retrained"]])]));
}

function fillSets() {
  const options = ownSets().filter((set) => set.rows.length > 1).map((set) => el("option", { value: keyOf(set) }, setName(set.set)));
  whatif.select.replaceChildren(el("option", { value: "" }, "my own choice"), ...options);
  whatif.control.hidden = !options.length;
  drawWhatIf();
}

function whatIfApp(place) {
  whatif.control = choice("Documents", [["", "my own choice"]], "", (value) => {
    const set = ownSets().find((each) => keyOf(each) === value);
    pickAll(set ? set.rows : []);
  });
  whatif.select = whatif.control.querySelector("select");
  whatif.select.id = "prepared";
  const first = el("button", { type: "button", id: "first", click: () => pickAll([...chosen(), ...view.rows.slice(0, 10)]) }, "Add the first 10 of the list above");
  whatif.clear = el("button", { type: "button", hidden: true, click: () => pickAll([]) }, "Clear");
  whatif.list = el("ul", { class: "picked" });
  whatif.out = el("div", { class: "out", "aria-live": "polite" });
  const sets = allSets.length ? " or take a prepared set. Prepared sets were retrained and have a prediction for the set as a whole" : "";
  place.append(
    el("p", {}, `Tick documents in the explorer${sets}. You can combine any documents: the page then predicts their joint effect.`),
    el("div", { class: "tools" }, metricChoice(), whatif.control, first, whatif.clear),
    el("div", { class: "columns whatif" }, whatif.out, whatif.list),
  );
  state.listeners.push(fillSets);
  drawWhatIf();
}
