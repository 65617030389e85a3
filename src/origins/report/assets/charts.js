// Shared by all charts: a drawing that fits its place, axes, and marks that respond to pointer and arrow keys.

/** Steps of 1, 2 or 5 that cut low..high into about `count` parts. */
function ticks(low, high, count = 5) {
  const raw = (high - low) / count || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= raw * 0.999) * power;
  const found = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) found.push(k * step);
  return found.map((value) => (Math.abs(value) < step / 1e6 ? 0 : value));
}

function decimals(values) {
  const step = values.length > 1 ? Math.abs(values[1] - values[0]) : 1;
  return Math.max(0, Math.min(6, Math.ceil(-Math.log10(step) - 1e-9)));
}

function scale(low, high, from, to) {
  const span = high - low || 1;
  return (value) => from + ((value - low) / span) * (to - from);
}

/** The smallest and the largest number, with a margin. */
function extent(values, air = 0.06) {
  const known = values.filter((value) => value !== null && Number.isFinite(value));
  const low = Math.min(...known);
  const high = Math.max(...known);
  const more = (high - low || Math.abs(high) || 1) * air;
  return [low - more, high + more];
}

/**
 * A drawing that is redrawn whenever the width of its place changes. `draw(drawing, width)` returns
 * {height, marks, label}: marks are {x, y, lines, node}, which pointer and arrow keys can reach.
 */
function chart(place, draw) {
  let marks = [];
  let current = -1;
  const drawing = svg("svg", { class: "drawing", role: "application", "aria-roledescription": "chart", tabindex: 0 });
  place.append(drawing);

  function make() {
    const width = Math.max(260, Math.floor(place.clientWidth) || 640);
    drawing.replaceChildren();
    const made = draw(drawing, width);
    drawing.setAttribute("viewBox", `0 0 ${width} ${made.height}`);
    drawing.setAttribute("aria-label", `${made.label} Use the arrow keys to step through the marks.`);
    marks = made.marks;
    current = -1;
  }

  function show(index, x, y) {
    marks[current]?.node?.classList.remove("chosen");
    current = index;
    const mark = marks[index];
    if (!mark) return hush();
    mark.node?.classList.add("chosen");
    if (x === undefined) {
      const box = drawing.getBoundingClientRect();
      const ratio = box.width / drawing.viewBox.baseVal.width;
      [x, y] = [box.left + mark.x * ratio, box.top + mark.y * ratio];
    }
    say(mark.lines, x, y);
  }

  drawing.addEventListener("pointermove", (event) => {
    const box = drawing.getBoundingClientRect();
    const ratio = drawing.viewBox.baseVal.width / box.width;
    const [x, y] = [(event.clientX - box.left) * ratio, (event.clientY - box.top) * ratio];
    let best = -1;
    let least = 32;
    marks.forEach((mark, index) => {
      const away = mark.column ? Math.abs(mark.x - x) : Math.hypot(mark.x - x, mark.y - y);
      if (away < least) [best, least] = [index, away];
    });
    if (best !== current || best >= 0) show(best, event.clientX, event.clientY);
  });
  drawing.addEventListener("click", () => marks[current]?.go?.());
  drawing.addEventListener("pointerleave", () => show(-1));
  drawing.addEventListener("blur", () => show(-1));
  drawing.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      show(current < 0 && step < 0 ? marks.length - 1 : (current + step + marks.length) % marks.length);
    } else if (event.key === "Enter") marks[current]?.go?.();
    else if (event.key === "Escape") show(-1);
  });
  make();
  let known = place.clientWidth;
  new ResizeObserver(() => {
    if (place.clientWidth !== known && place.clientWidth) {
      known = place.clientWidth;
      make();
    }
  }).observe(place);
  return make;
}

function line(x1, y1, x2, y2, look) {
  return svg("line", { x1, y1, x2, y2, class: look });
}

function label(x, y, text, anchor = "middle", look = "") {
  return svg("text", { x, y, "text-anchor": anchor, class: look }, text);
}

/** The shape says the same as the colour. */
function shape(kind, x, y, size = 5) {
  if (["identity", "error", "null", "spread"].includes(kind)) return line(x - size - 2, y, x + size + 2, y, kind);
  if (kind.startsWith("bar ")) return svg("rect", { class: kind, x: x - size, y: y - size, width: 2 * size, height: 2 * size });
  if (kind === "first") return svg("ellipse", { class: kind, cx: x, cy: y, rx: size * 1.2, ry: size * 0.6 });
  if (kind === "second") return svg("ellipse", { class: kind, cx: x, cy: y, rx: size * 0.6, ry: size * 1.2 });
  if (kind === "mean") return line(x, y - size - 1, x, y + size + 1, kind);
  if (kind === "relearn") return svg("path", { class: kind, d: `M${x},${y - size * 1.2}l${size * 1.2},${size * 1.2}l${-size * 1.2},${size * 1.2}l${-size * 1.2},${-size * 1.2}z` });
  if (kind === "ppmi") return svg("rect", { class: kind, x: x - size * 0.85, y: y - size * 0.85, width: size * 1.7, height: size * 1.7 });
  if (kind === "decrease") return svg("path", { class: kind, d: `M${x - size},${y - size}h${2 * size}l${-size},${2 * size}z` });
  if (kind === "increase") return svg("path", { class: kind, d: `M${x - size},${y + size}h${2 * size}l${-size},${-2 * size}z` });
  return svg("circle", { class: kind, cx: x, cy: y, r: size * 0.9 });
}

function xAxis(drawing, box, low, high, title) {
  const x = scale(low, high, box.left, box.right);
  const values = ticks(low, high, Math.max(3, (box.right - box.left) / 70));
  for (const value of values) {
    drawing.append(line(x(value), box.top, x(value), box.bottom, "grid"));
    drawing.append(label(x(value), box.bottom + 16, number(value, decimals(values))));
  }
  drawing.append(label((box.left + box.right) / 2, box.bottom + 36, title, "middle", "title"));
  return x;
}

function yAxis(drawing, box, low, high, title) {
  const y = scale(low, high, box.bottom, box.top);
  const values = ticks(low, high, 5);
  for (const value of values) {
    drawing.append(line(box.left, y(value), box.right, y(value), "grid"));
    drawing.append(label(box.left - 8, y(value) + 4, number(value, decimals(values)), "end"));
  }
  drawing.append(label(box.left - 36, box.top - 12, title, "start", "title"));
  return y;
}

/** What every mark means. */
function legend(entries) {
  return el(
    "p",
    { class: "legend" },
    entries.map(([kind, text]) => el("span", {}, svg("svg", { viewBox: "0 0 14 14", width: 14, height: 14, "aria-hidden": "true" }, shape(kind, 7, 7)), text)),
  );
}
