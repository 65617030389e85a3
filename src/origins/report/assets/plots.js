// The charts of the page, one function each. Predictions and retrained values are over the same seeds throughout.

const KINDS = {
  decrease: "chosen by the paper’s estimator to lower the score",
  increase: "chosen by the paper’s estimator to raise it",
  relearn: `chosen by ${summary.best}`,
  ppmi: "chosen by PPMI",
  random: "chosen at random",
};
const SINGLES = { decrease: "predicted to lower the score when removed", increase: "predicted to raise the score when removed", random: "chosen at random" };
const BARS = [["bar increase", "the score rises without them"], ["bar random", "about 0"], ["bar decrease", "the score falls without them"]];
const LINES = { identity: "prediction and measurement agree", error: "one standard deviation over seeds" };

/** The legend entries of the kinds that occur. */
function present(kinds, kindOf, rows) {
  const found = new Set(rows.map(kindOf));
  return [...Object.entries(kinds).filter(([kind]) => found.has(kind)), ...Object.entries(LINES)];
}

function scoreName(m) {
  return m.kind === "weat" ? "effect size" : "score";
}

/** The score of every embedding, one line per metric. */
function baselineChart(place) {
  chart(place, (drawing, width) => {
    const each = 58;
    const box = { left: Math.min(110, width * 0.24), right: width - 16, top: 14, bottom: 14 + each * summary.metrics.length };
    const ends = (m) => [...m.baselines.map((b) => b.bias), m.baseline - m.baseline_std, m.baseline + m.baseline_std, m.null?.low, m.null?.high];
    const x = xAxis(drawing, box, ...extent([0, ...summary.metrics.flatMap(ends)]), "score");
    drawing.append(line(x(0), box.top, x(0), box.bottom, "zero"));
    const marks = [];
    summary.metrics.forEach((m, index) => {
      const y = box.top + each * (index + 0.5);
      drawing.append(label(box.left - 12, y + 4, m.label, "end", "strong"));
      if (m.null) drawing.append(line(x(m.null.low), y, x(m.null.high), y, "null"));
      drawing.append(line(x(m.baseline - m.baseline_std), y, x(m.baseline + m.baseline_std), y, "spread"));
      drawing.append(line(x(m.baseline), y - 14, x(m.baseline), y + 14, "mean"));
      for (const b of m.baselines) {
        const node = shape("dot", x(b.bias), y, 6);
        drawing.append(node);
        marks.push({ x: x(b.bias), y, node, lines: [`${m.label}, random start ${b.seed}`, `${scoreName(m)} ${number(b.bias, 3)}`, `mean ${spread(m.baseline, m.baseline_std)}`] });
      }
    });
    const words = summary.metrics.map((m) => `${m.label} ${spread(m.baseline, m.baseline_std)}`).join(", ");
    return { height: box.bottom + 46, marks, label: `The score of ${summary.seeds} embeddings: ${words}.` };
  });
  const entries = [["dot", "one embedding"], ["mean", "mean"], ["spread", "one standard deviation"]];
  if (summary.metrics.some((m) => m.null)) entries.push(["null", "95 % of random word sets"]);
  place.append(legend(entries));
}

/** How many documents have which Δ; counts on a logarithmic scale. */
function histogramChart(place) {
  return chart(place, (drawing, width) => {
    const box = { left: 58, right: width - 12, top: 30, bottom: 244 };
    const bins = metric().histogram;
    const reach = Math.max(...bins.map((bin) => Math.max(Math.abs(bin.low), Math.abs(bin.high))));
    const x = xAxis(drawing, box, -reach, reach, `predicted Δ of a document (${metric().label})`);
    const most = Math.log10(Math.max(10, ...bins.map((bin) => bin.documents)) * 1.5);
    const y = scale(Math.log10(0.6), most, box.bottom, box.top);
    for (let power = 0; power <= most; power++) {
      drawing.append(line(box.left, y(power), box.right, y(power), "grid"));
      drawing.append(label(box.left - 8, y(power) + 4, number(10 ** power), "end"));
    }
    drawing.append(label(box.left - 48, 14, "documents (logarithmic)", "start", "title"));
    const digits = places(reach / 100);
    const marks = bins.map((bin) => {
      const middle = (bin.low + bin.high) / 2;
      const kind = bin.low * bin.high < 0 ? "random" : middle > 0 ? "decrease" : "increase";
      const height = box.bottom - y(Math.log10(bin.documents));
      const node = svg("rect", { class: `bar ${kind}`, x: x(bin.low), width: Math.max(1, x(bin.high) - x(bin.low) - 0.5), y: box.bottom - height, height });
      drawing.append(node);
      return { x: x(middle), y: box.bottom - height, node, column: true, lines: [`${number(bin.documents)} ${bin.documents === 1 ? "document" : "documents"}`, `Δ from ${number(bin.low, digits)} to ${number(bin.high, digits)}`] };
    });
    return { height: 290, marks, label: `Histogram of how ${metric().label} would change without each of ${number(summary.documents)} documents.` };
  });
}

/** Predicted and retrained Δ, one point per set, with bars of one standard deviation. */
function scatter(drawing, width, points, titles) {
  const box = { left: 56, right: width - 14, top: 34, bottom: Math.min(430, 60 + width * 0.62) };
  const reach = (p, side) => [p[side] - (p[`${side}_std`] ?? 0), p[side] + (p[`${side}_std`] ?? 0)];
  const xs = extent([0, ...points.flatMap((p) => reach(p, "predicted"))]);
  const ys = extent([0, ...points.flatMap((p) => reach(p, "true"))]);
  const x = xAxis(drawing, box, ...xs, titles.x);
  const y = yAxis(drawing, box, ...ys, titles.y);
  drawing.append(line(x(0), box.top, x(0), box.bottom, "zero"), line(box.left, y(0), box.right, y(0), "zero"));
  const [from, to] = [Math.max(xs[0], ys[0]), Math.min(xs[1], ys[1])];
  if (from < to) drawing.append(line(x(from), y(from), x(to), y(to), "identity"));
  const marks = points.map((p) => {
    const [left, right, low, high] = [...reach(p, "predicted").map(x), ...reach(p, "true").map(y)];
    const bars = [line(left, y(p.true), right, y(p.true), "error"), line(x(p.predicted), low, x(p.predicted), high, "error")];
    const node = svg("g", { class: `point ${p.kind}` }, bars, shape(p.kind, x(p.predicted), y(p.true), 5.5));
    drawing.append(node);
    return { x: x(p.predicted), y: y(p.true), node, lines: p.lines };
  });
  return { height: box.bottom + 46, marks };
}

/** "10 documents chosen by PPMI to lower the score" */
function setName(name) {
  const parts = name.split("-");
  if (parts[0] === "random") return `${parts[1]} documents chosen at random (${parts[2]})`;
  if (parts[0] === "single") return `document ${parts[2]} of those ${SINGLES[parts[1]]}`;
  const by = parts.length === 3 ? parts.shift() : "";
  const chosen = by === "ppmi" ? "PPMI" : by || "the paper’s estimator";
  return `${parts[1]} documents chosen by ${chosen} to ${parts[0] === "decrease" ? "lower" : "raise"} the score`;
}

function pointOf(row, kind, name) {
  const lines = [name, `predicted Δ ${spread(row.predicted_delta, row.predicted_delta_std, true)}`, `retrained Δ ${spread(row.true_delta, row.true_delta_std, true)} (the same ${row.pairs} seeds)`];
  return { kind, predicted: row.predicted_delta, predicted_std: row.predicted_delta_std, true: row.true_delta, true_std: row.true_delta_std, lines };
}

function truthChart(place, estimator) {
  return chart(place, (drawing, width) => {
    const m = metric();
    const points = m.sets.filter((row) => row.estimator === estimator() && row.kind !== "single" && row.pairs > 0).map((row) => pointOf(row, row.kind, setName(row.set)));
    const agreement = m.correlation.find((row) => row.estimator === estimator() && row.sets === "targeted");
    const r2 = agreement && agreement.r2 !== null ? ` Over the ${agreement.n} targeted sets r² is ${number(agreement.r2, 2)}.` : "";
    const made = scatter(drawing, width, points, { x: `predicted Δ of a set (${m.label})`, y: "retrained Δ" });
    return { ...made, label: `Predicted and retrained Δ of ${points.length} sets of documents, ${m.label}.${r2}` };
  });
}

function singleKind(row) {
  return row.set.split("-")[1];
}

function singleChart(place) {
  return chart(place, (drawing, width) => {
    const m = metric();
    const points = m.sets.filter((row) => row.estimator === summary.best && row.kind === "single" && row.pairs > 0).map((row) => pointOf(row, singleKind(row), nameOfSet(m, row.set)));
    const made = scatter(drawing, width, points, { x: `predicted Δ of one document (${m.label})`, y: "retrained Δ" });
    return { ...made, label: `Predicted and retrained Δ of ${points.length} single documents, ${m.label}.` };
  });
}

/** r² with its interval, one line per estimator. */
function estimatorsChart(place) {
  return chart(place, (drawing, width) => {
    const rows = metric().correlation.filter((row) => row.r2 !== null && row.sets === "targeted");
    if (!rows.length) {
      drawing.append(label(0, 20, `Too few sets of ${metric().label} for r².`, "start"));
      return { height: 32, marks: [], label: `Too few sets of ${metric().label} for r².` };
    }
    const each = 30;
    const box = { left: 92, right: width - 96, top: 30, bottom: 30 + each * rows.length };
    const low = Math.min(0.98, ...rows.map((row) => Math.min(row.r2, row.r2_low ?? 1)));
    const x = xAxis(drawing, box, low - 0.06 * (1 - low), 1 + 0.04 * (1 - low), `r² over ${rows[0].n} sets, 95 % interval (${metric().label})`);
    drawing.append(label(width - 12, box.top - 12, "typical error", "end", "title"));
    const marks = rows.map((row, index) => {
      const y = box.top + each * (index + 0.5);
      const best = row.estimator === summary.best ? "strong" : "";
      drawing.append(label(box.left - 12, y + 4, row.estimator, "end", best));
      drawing.append(label(width - 12, y + 4, number(row.rmse, places(row.rmse)), "end", best));
      if (row.r2_low !== null) drawing.append(line(x(row.r2_low), y, x(row.r2_high), y, "spread"));
      const node = shape("prediction", x(row.r2), y, 5.5);
      drawing.append(node);
      const interval = row.r2_low === null ? "" : ` (${number(row.r2_low, 2)} to ${number(row.r2_high, 2)})`;
      return { x: x(row.r2), y, node, lines: [row.estimator, `r² ${number(row.r2, 2)}${interval}, n = ${row.n}`, `root mean square error ${number(row.rmse, places(row.rmse))}`] };
    });
    const words = rows.map((row) => `${row.estimator} ${number(row.r2, 2)}`).join(", ");
    return { height: box.bottom + 46, marks, label: `r² of every estimator over ${rows[0].n} targeted sets, ${metric().label}: ${words}.` };
  });
}
