"use strict";
// Shared by all parts of the page. Text from the corpus only ever becomes text nodes: nothing here reads HTML.

const summary = JSON.parse(document.getElementById("summary").textContent);
const SVG = "http://www.w3.org/2000/svg";
const tooltip = document.getElementById("tooltip");

/** An element with attributes (functions listen to events) and children (strings become text). */
function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

/** A number for people: a true minus sign, thousands apart, and so many decimals. */
function number(value, decimals = 0, sign = false) {
  if (value === null || Number.isNaN(value)) return "–";
  const size = Math.abs(value).toLocaleString("en", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  const zero = !/[1-9]/.test(size);
  return (zero ? "" : value < 0 ? "−" : sign ? "+" : "") + size;
}

/** Δ with as many decimals as it takes to see something. */
function effect(value) {
  const size = Math.abs(value);
  return number(value, size >= 0.0995 || size === 0 ? 3 : size >= 0.00095 ? 4 : 6, true);
}

function sideOf(delta) {
  return delta > 0 ? "up" : delta < 0 ? "down" : "none";
}

/** Script files that were asked for, and what waits for them: a page opened from disk cannot fetch. */
const origins = { waiting: new Map(), receivers: {} };
globalThis.origins = { receive: (kind, value) => origins.receivers[kind](value) };

function load(name) {
  if (!origins.waiting.has(name)) {
    const promise = new Promise((resolve, reject) => {
      const script = el("script", {
        src: `data/${name}.js`,
        load: resolve,
        error: () => {
          origins.waiting.delete(name);
          reject(new Error(`data/${name}.js could not be loaded`));
        },
      });
      document.head.append(script);
    });
    origins.waiting.set(name, promise);
  }
  return origins.waiting.get(name);
}

function say(lines, x, y) {
  tooltip.replaceChildren(...lines.map((line) => el("div", {}, line)));
  tooltip.hidden = false;
  const box = tooltip.getBoundingClientRect();
  const left = Math.max(8, Math.min(x + 14, document.documentElement.clientWidth - box.width - 8));
  const top = y - box.height - 12 < 8 ? y + 16 : y - box.height - 12;
  tooltip.style.left = `${left}px`;
  tooltip.style.top = `${top}px`;
}

function hush() {
  tooltip.hidden = true;
}

addEventListener("scroll", hush, { passive: true });

/** A choice among a few values, as a labelled select. */
function choice(label, options, value, change) {
  const select = el(
    "select",
    { change: () => change(select.value) },
    options.map(([key, text]) => el("option", { value: key, selected: String(key) === String(value) }, text)),
  );
  return el("label", { class: "choice" }, el("span", {}, label), select);
}

/** Whichever metric the reader looks at, all parts of the page look at. */
const state = { metric: 0, listeners: [] };

function metric() {
  return summary.metrics[state.metric];
}

function chooseMetric(index) {
  state.metric = Number(index);
  for (const select of document.querySelectorAll("select.metric")) select.value = String(state.metric);
  for (const listener of state.listeners) listener();
}

function metricChoice() {
  if (summary.metrics.length < 2) return null;
  const options = summary.metrics.map((each, index) => [index, each.label]);
  const label = choice("Metric", options, state.metric, chooseMetric);
  label.querySelector("select").classList.add("metric");
  return label;
}
