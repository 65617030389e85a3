// Kinds of documents (topic, source, month): the mean Δ of each, with its interval. A click lists its documents.

const SHOWN = 15; // values of a field, those with the most documents

/** What lists the documents of a kind, if the list above can be filtered by it. */
function showKind({ field, value }) {
  const dated = ["month", "year"].includes(field);
  const facet = summary.facets.find((each) => (dated ? each.date : each.name === field && !each.date && each.values.length <= FEW));
  if (!facet || value === "(other)" || (dated && value === "(none)")) return null;
  return () => {
    liftFilters();
    setFilter(`f.${facet.name}`, dated ? `${value}..${value}` : `=${value === "(none)" ? "" : value}`);
    document.getElementById("explorer").scrollIntoView();
  };
}

function kindLines(row) {
  const digits = places((row.mean_high - row.mean_low || Math.abs(row.delta_mean)) / 4);
  const range = row.mean_low === null ? "interval unknown" : `${number(row.mean_low, digits)} to ${number(row.mean_high, digits)}`;
  const lines = [`${row.field}: ${row.value}`, `${number(row.documents)} documents`, `mean Δ ${number(row.delta_mean, digits, true)} (${range})`];
  return showKind(row) ? [...lines, "Click to list them."] : lines;
}

/** The values of a field that are drawn: all periods, otherwise the largest groups, in the order of their mean. */
function kindsOf(field) {
  const rows = metric().kinds.filter((row) => row.field === field);
  if (["month", "year"].includes(field)) return rows.filter((row) => !row.value.startsWith("("));
  return rows.sort((a, b) => b.documents - a.documents).slice(0, SHOWN).sort((a, b) => b.delta_mean - a.delta_mean);
}

function kindMark(drawing, row, [x, y], [x1, y1, x2, y2]) {
  const kind = row.mean_low > 0 ? "decrease" : row.mean_high < 0 ? "increase" : "random";
  const bar = row.mean_low === null ? [] : [line(x1, y1, x2, y2, "error")]; // one author, or one document
  const node = svg("g", { class: `point ${kind}` }, ...bar, shape(kind, x, y, 5));
  drawing.append(node);
  return { x, y, node, lines: kindLines(row), go: showKind(row) };
}

function groupsChart(drawing, width, rows, title) {
  const each = 26;
  const box = { left: Math.min(190, width * 0.42), right: width - 16, top: 8, bottom: 8 + each * rows.length };
  const x = xAxis(drawing, box, ...extent([0, ...rows.flatMap((row) => [row.delta_mean, row.mean_low, row.mean_high].filter((each) => each !== null))]), title);
  drawing.append(line(x(0), box.top, x(0), box.bottom, "zero"));
  const room = Math.floor(box.left / 7.5);
  const marks = rows.map((row, k) => {
    const y = box.top + each * (k + 0.5);
    const name = row.value.length > room ? `${row.value.slice(0, room - 1)}…` : row.value;
    drawing.append(label(box.left - 10, y + 4, name, "end"));
    return kindMark(drawing, row, [x(row.delta_mean), y], [x(row.mean_low), y, x(row.mean_high), y]);
  });
  return { height: box.bottom + 46, marks };
}

function timeline(drawing, width, rows, title) {
  const box = { left: 64, right: width - 16, top: 30, bottom: 230 };
  const y = yAxis(drawing, box, ...extent([0, ...rows.flatMap((row) => [row.delta_mean, row.mean_low, row.mean_high].filter((each) => each !== null))]), title);
  const x = scale(-0.5, rows.length - 0.5, box.left, box.right);
  drawing.append(line(box.left, y(0), box.right, y(0), "zero"));
  const step = Math.ceil((rows.length * 62) / (box.right - box.left));
  const marks = rows.map((row, k) => {
    if (k % step === 0) drawing.append(label(x(k), box.bottom + 18, row.value));
    return kindMark(drawing, row, [x(k), y(row.delta_mean)], [x(k), y(row.mean_low), x(k), y(row.mean_high)]);
  });
  return { height: box.bottom + 30, marks };
}

function kindsChart(place, field) {
  return chart(place, (drawing, width) => {
    const rows = kindsOf(field());
    const over = ["month", "year"].includes(field()) ? timeline : groupsChart;
    const made = over(drawing, width, rows, `mean Δ per document (${metric().label})`);
    return { ...made, label: `Mean Δ of documents by ${field()}, ${metric().label}: ${rows.length} groups with 95 % intervals.` };
  });
}

function kindsApp(place) {
  const fields = [...new Set(summary.metrics.flatMap((m) => m.kinds.map((row) => row.field)))];
  let [field] = fields;
  let make;
  const control = choice("By", fields.map((name) => [name, name]), field, (name) => {
    field = name;
    make();
  });
  control.querySelector("select").id = "kind";
  const entries = [["decrease", "positive on average"], ["increase", "negative on average"], ["random", "may be 0"], ["error", `95 % interval over ${summary.resampled}`]];
  following(place, (canvas) => (make = kindsChart(canvas, () => field)), [control], entries);
}
