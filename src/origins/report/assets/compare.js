// Two metrics against each other, one point per document. A box drawn with the mouse ticks the documents in it.

const COMPARED = 1000; // points; rows are in the order of their influence
const compared = { x: 0, y: 1, spots: [], make: () => {} };

function comparedRows() {
  const found = [];
  for (let row = 0; row < store.loaded && found.length < COMPARED; row++) {
    if (isClear(row, compared.x) || isClear(row, compared.y)) found.push(row);
  }
  return found;
}

function comparedKind(row) {
  const [x, y] = [isClear(row, compared.x), isClear(row, compared.y)];
  return x && y ? "both" : x ? "first" : "second";
}

function compareChart(place) {
  return chart(place, (drawing, width) => {
    const [a, b] = [summary.metrics[compared.x], summary.metrics[compared.y]];
    const rows = comparedRows();
    const [xs, ys] = [store.delta[compared.x], store.delta[compared.y]];
    const box = { left: 60, right: width - 14, top: 34, bottom: Math.min(430, 60 + width * 0.62) };
    const x = xAxis(drawing, box, ...extent([0, ...rows.map((row) => xs[row])]), `predicted Δ, ${a.label}`);
    const y = yAxis(drawing, box, ...extent([0, ...rows.map((row) => ys[row])]), `predicted Δ, ${b.label}`);
    drawing.append(line(x(0), box.top, x(0), box.bottom, "zero"), line(box.left, y(0), box.right, y(0), "zero"));
    compared.spots = rows.map((row) => ({ row, x: x(xs[row]), y: y(ys[row]) }));
    const marks = compared.spots.map((spot) => {
      const node = shape(comparedKind(spot.row), spot.x, spot.y, 4);
      drawing.append(node);
      const delta = (index) => `${number(store.delta[index][spot.row], twoDigits(halfWidth(spot.row, index)), true)} (${interval(spot.row, index)})`;
      return { ...spot, node, lines: [nameOf(spot.row), `${a.label}: Δ ${delta(compared.x)}`, `${b.label}: Δ ${delta(compared.y)}`], go: () => openDocument(spot.row, true) };
    });
    return { height: box.bottom + 46, marks, label: `Predicted Δ of ${rows.length} documents by ${a.label} and by ${b.label}.` };
  });
}

/** A box from where the mouse went down to where it went up; a mere click is left to the marks. */
function brush(drawing) {
  let start = null;
  let frame = null;
  const at = (event) => {
    const box = drawing.getBoundingClientRect();
    const ratio = drawing.viewBox.baseVal.width / box.width;
    return [(event.clientX - box.left) * ratio, (event.clientY - box.top) * ratio];
  };
  const corners = (event) => {
    const end = at(event);
    return [0, 1].map((k) => [Math.min(start[k], end[k]), Math.max(start[k], end[k])]);
  };
  drawing.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "touch" || event.button) return; // a finger scrolls
    start = at(event);
    drawing.setPointerCapture(event.pointerId);
  });
  drawing.addEventListener("pointermove", (event) => {
    if (!start) return;
    const [[left, right], [top, bottom]] = corners(event);
    frame ??= drawing.appendChild(svg("rect", { class: "brush" }));
    for (const [name, value] of Object.entries({ x: left, y: top, width: right - left, height: bottom - top })) frame.setAttribute(name, value);
  });
  drawing.addEventListener("pointerup", (event) => {
    if (!start) return;
    const [[left, right], [top, bottom]] = corners(event);
    start = null;
    frame?.remove();
    frame = null;
    if (right - left < 6 && bottom - top < 6) return;
    pickAll(compared.spots.filter((spot) => spot.x >= left && spot.x <= right && spot.y >= top && spot.y <= bottom).map((spot) => spot.row));
    drawing.addEventListener("click", (click) => click.stopImmediatePropagation(), { once: true, capture: true });
  });
}

function compareApp(place) {
  const options = summary.metrics.map((each, index) => [index, each.label]);
  const menu = (words, axis) =>
    choice(words, options, compared[axis], (index) => {
      compared[axis] = Number(index);
      compared.make();
    });
  if (summary.metrics.length > 2) place.append(el("div", { class: "tools" }, menu("Horizontal", "x"), menu("Vertical", "y")));
  const canvas = el("div", {});
  place.append(canvas, legend([["both", "clear effect on both"], ["first", "on the horizontal one only"], ["second", "on the vertical one only"]]));
  compared.make = compareChart(canvas);
  brush(canvas.querySelector("svg"));
}
