// The charts of the page, one function each.

const KINDS = {
  decrease: "removal was to lower the bias",
  increase: "removal was to raise it",
  random: "drawn by chance",
};

function spread(mean, deviation, decimals = 3) {
  return number(mean, decimals) + (deviation === null ? "" : ` ± ${number(deviation, decimals)}`);
}

/** The bias of every embedding, a line a metric. */
function baselineChart(place) {
  chart(place, (drawing, width) => {
    const each = 58;
    const box = { left: Math.min(110, width * 0.24), right: width - 16, top: 14, bottom: 14 + each * summary.metrics.length };
    const values = summary.metrics.flatMap((m) => [...m.baselines.map((b) => b.bias), m.baseline - m.baseline_std, m.baseline + m.baseline_std]);
    const x = xAxis(drawing, box, ...extent([0, ...values]), "bias");
    drawing.append(line(x(0), box.top, x(0), box.bottom, "zero"));
    const marks = [];
    summary.metrics.forEach((m, index) => {
      const y = box.top + each * (index + 0.5);
      drawing.append(label(box.left - 12, y + 4, m.label, "end", "strong"));
      drawing.append(line(x(m.baseline - m.baseline_std), y, x(m.baseline + m.baseline_std), y, "spread"));
      drawing.append(line(x(m.baseline), y - 14, x(m.baseline), y + 14, "mean"));
      for (const b of m.baselines) {
        const node = shape("dot", x(b.bias), y, 6);
        drawing.append(node);
        marks.push({ x: x(b.bias), y, node, lines: [`${m.label}, random start ${b.seed}`, `bias ${number(b.bias, 3)}`, `mean ${spread(m.baseline, m.baseline_std)}`] });
      }
    });
    const words = summary.metrics.map((m) => `${m.label} ${spread(m.baseline, m.baseline_std)}`).join(", ");
    return { height: box.bottom + 46, marks, label: `The bias of ${summary.seeds} embeddings: ${words}.` };
  });
}

/** How many documents have which Δ, in percent of the baseline; counts on a logarithmic scale. */
function histogramChart(place) {
  return chart(place, (drawing, width) => {
    const box = { left: 58, right: width - 12, top: 34, bottom: 250 };
    const bins = metric().histogram;
    const reach = Math.max(...bins.map((bin) => Math.max(Math.abs(bin.low), Math.abs(bin.high))));
    const x = xAxis(drawing, box, -reach, reach, `Δ of a document, in percent of the bias (${metric().label})`);
    const most = Math.log10(Math.max(10, ...bins.map((bin) => bin.documents)) * 3);
    const y = scale(Math.log10(0.6), most, box.bottom, box.top);
    for (let power = 0; power <= most; power++) {
      drawing.append(line(box.left, y(power), box.right, y(power), "grid"));
      drawing.append(label(box.left - 8, y(power) + 4, number(10 ** power), "end"));
    }
    drawing.append(label(box.left - 48, box.top - 18, "documents", "start", "title"));
    drawing.append(label(box.right, box.top + 2, "removal lowers the bias", "end", "up strong"));
    drawing.append(label(box.left + 6, box.top + 2, "removal raises it", "start", "down strong"));
    const marks = bins.map((bin) => {
      const middle = (bin.low + bin.high) / 2;
      const kind = bin.low * bin.high < 0 ? "random" : middle > 0 ? "decrease" : "increase";
      const height = box.bottom - y(Math.log10(bin.documents));
      const node = svg("rect", { class: `bar ${kind}`, x: x(bin.low), width: Math.max(1, x(bin.high) - x(bin.low) - 0.5), y: box.bottom - height, height });
      drawing.append(node);
      return { x: x(middle), y: box.bottom - height, node, column: true, lines: [`${number(bin.documents)} ${bin.documents === 1 ? "document" : "documents"}`, `Δ from ${number(bin.low, 2)} to ${number(bin.high, 2)} %`] };
    });
    return { height: 296, marks, label: `Histogram of the bias that ${number(summary.documents)} documents add to ${metric().label}; most add next to nothing.` };
  });
}

/** Predicted against true, a point a set, with bars of one standard deviation. */
function scatter(drawing, width, points, titles) {
  const box = { left: 52, right: width - 14, top: 34, bottom: Math.min(430, 60 + width * 0.62) };
  const reach = (p, side) => [p[side] - (p[`${side}_std`] ?? 0), p[side] + (p[`${side}_std`] ?? 0)];
  const xs = extent(points.flatMap((p) => reach(p, "predicted")));
  const ys = extent(points.flatMap((p) => reach(p, "true")));
  const x = xAxis(drawing, box, ...xs, titles.x);
  const y = yAxis(drawing, box, ...ys, titles.y);
  const [from, to] = [Math.max(xs[0], ys[0]), Math.min(xs[1], ys[1])];
  if (from < to) drawing.append(line(x(from), y(from), x(to), y(to), "identity"));
  const marks = points.map((p) => {
    const bars = [line(...[reach(p, "predicted")[0]].map(x), y(p.true), x(reach(p, "predicted")[1]), y(p.true), "error")];
    bars.push(line(x(p.predicted), y(reach(p, "true")[0]), x(p.predicted), y(reach(p, "true")[1]), "error"));
    const node = svg("g", { class: `point ${p.kind}` }, bars, shape(p.kind, x(p.predicted), y(p.true), 5.5));
    drawing.append(node);
    return { x: x(p.predicted), y: y(p.true), node, lines: p.lines };
  });
  return { height: box.bottom + 46, marks };
}

function setName(name) {
  const [kind, size, number] = name.split("-");
  return `${kind} set of ${size} documents${number ? ` (${number})` : ""}`;
}

function truthChart(place, estimator) {
  return chart(place, (drawing, width) => {
    const m = metric();
    const points = m.sets
      .filter((row) => row.estimator === estimator() && row.kind !== "single")
      .map((row) => ({
        kind: row.kind,
        predicted: row.predicted_mean,
        predicted_std: row.predicted_std,
        true: row.true_mean,
        true_std: row.true_std,
        lines: [setName(row.set), `predicted ${spread(row.predicted_mean, row.predicted_std)}`, `retrained ${spread(row.true_mean, row.true_std)} (${row.true_seeds} runs)`],
      }));
    const agreement = m.correlation.find((row) => row.estimator === estimator());
    const r2 = agreement && agreement.r2 !== null ? ` Over the targeted sets r² is ${number(agreement.r2, 3)}.` : "";
    const made = scatter(drawing, width, points, { x: `predicted ${m.label} after removal`, y: "retrained" });
    return { ...made, label: `Predicted against retrained ${m.label} of ${points.length} sets of documents.${r2}` };
  });
}

function singleChart(place) {
  return chart(place, (drawing, width) => {
    const m = metric();
    const points = m.single
      .filter((row) => row.estimator === summary.best)
      .map((row) => ({
        kind: Object.keys(KINDS).find((kind) => row.set.includes(kind)) ?? "random",
        predicted: row.predicted_delta,
        predicted_std: row.predicted_delta_std,
        true: row.true_delta,
        true_std: row.true_delta_std,
        lines: [row.set.replaceAll("-", " "), `predicted Δ ${spread(row.predicted_delta, row.predicted_delta_std, 4)}`, `true Δ ${spread(row.true_delta, row.true_delta_std, 4)}`],
      }));
    const made = scatter(drawing, width, points, { x: `predicted Δ of one document (${m.label})`, y: "true Δ" });
    return { ...made, label: `Predicted against true Δ of ${points.length} single documents, ${m.label}.` };
  });
}

/** r² with its interval, a line an estimator. */
function estimatorsChart(place) {
  return chart(place, (drawing, width) => {
    const rows = metric().correlation.filter((row) => row.r2 !== null);
    const each = 30;
    const box = { left: 92, right: width - 96, top: 30, bottom: 30 + each * Math.max(1, rows.length) };
    const low = Math.min(0.98, ...rows.map((row) => Math.min(row.r2, row.r2_low ?? 1)));
    const x = xAxis(drawing, box, low - 0.06 * (1 - low), 1 + 0.04 * (1 - low), `r² of predicted and true, with its 95 % interval (${metric().label})`);
    drawing.append(label(width - 12, box.top - 12, "mean error", "end", "title"));
    const marks = rows.map((row, index) => {
      const y = box.top + each * (index + 0.5);
      const best = row.estimator === summary.best ? "strong" : "";
      drawing.append(label(box.left - 12, y + 4, row.estimator, "end", best));
      drawing.append(label(width - 12, y + 4, number(row.rmse, 3), "end", best));
      if (row.r2_low !== null) drawing.append(line(x(row.r2_low), y, x(row.r2_high), y, "spread"));
      const node = shape("prediction", x(row.r2), y, 5.5);
      drawing.append(node);
      const interval = row.r2_low === null ? "" : ` (${number(row.r2_low, 3)} to ${number(row.r2_high, 3)})`;
      return { x: x(row.r2), y, node, lines: [row.estimator, `r² ${number(row.r2, 3)}${interval}`, `root mean square error ${number(row.rmse, 3)}`] };
    });
    const words = rows.map((row) => `${row.estimator} ${number(row.r2, 3)}`).join(", ");
    return { height: box.bottom + 46, marks, label: `r² of every estimator for ${metric().label}: ${words}.` };
  });
}
