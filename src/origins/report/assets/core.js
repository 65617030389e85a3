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

/** A number for readers: a true minus sign, thousands separated, this many decimals. */
function number(value, decimals = 0, sign = false) {
  if (value === null || Number.isNaN(value)) return "–";
  const size = Math.abs(value).toLocaleString("en", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  const zero = !/[1-9]/.test(size);
  return (zero ? "" : value < 0 ? "−" : sign ? "+" : "") + size;
}

/** How many decimals an uncertainty allows: two digits of it from 10 to 35, otherwise one (as in numbers.py). */
function places(uncertainty) {
  if (!(uncertainty > 0) || !Number.isFinite(uncertainty)) return 3;
  const power = Math.floor(Math.log10(uncertainty));
  return Math.min(6, Math.max(0, (uncertainty / 10 ** power < 3.55 ? 1 : 0) - power));
}

/** 0.20 ± 0.20; the value alone where its deviation is unknown. */
function spread(mean, deviation, sign = false) {
  const digits = places(deviation);
  return number(mean, digits, sign) + (deviation > 0 ? ` ± ${number(deviation, digits)}` : "");
}

/** The decimals that show two digits of a value, at least two (as in numbers.py). */
function twoDigits(value) {
  return value === 0 || !Number.isFinite(value) ? 3 : Math.min(6, Math.max(2, 1 - Math.floor(Math.log10(Math.abs(value)))));
}

/** A value without a known uncertainty: two digits of it. */
function effect(value) {
  return number(value, value === 0 ? 0 : twoDigits(value), true);
}

/** Ids come exactly as they are in the corpus; on the page without characters that cannot be seen (as in html.py). */
function visible(text) {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "");
}

function sideOf(delta) {
  return delta > 0 ? "up" : delta < 0 ? "down" : "none";
}

/**
 * Data come as script files, since a page opened from disk cannot fetch, or with the page itself, where it is a single
 * file: which were requested, and who takes them.
 */
const origins = { waiting: new Map(), receivers: {} };
globalThis.origins = { receive: (kind, value) => (origins.taken = origins.receivers[kind](value)) };

function load(name) {
  const inline = origins.waiting.has(name) ? null : document.getElementById(`data-${name}`);
  if (inline) {
    origins.waiting.set(name, Promise.resolve(origins.receivers[inline.dataset.kind](JSON.parse(inline.textContent))));
    inline.remove();
  }
  if (!origins.waiting.has(name)) {
    const promise = new Promise((resolve, reject) => {
      const script = el("script", {
        src: `data/${name}.js`,
        load: () => resolve(origins.taken), // which may be a promise
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

/** The numbers of a typed array that came as base64 (rows.py and choices.py pack them). */
function unpacked(text, Type) {
  if (Uint8Array.fromBase64) return new Type(Uint8Array.fromBase64(text).buffer);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let k = 0; k < bytes.length; k++) bytes[k] = letters.charCodeAt(k);
  return new Type(bytes.buffer);
}

/** A text that came compressed. */
function inflated(text) {
  const bytes = new Blob([unpacked(text, Uint8Array)]);
  return new Response(bytes.stream().pipeThrough(new DecompressionStream("deflate"))).text();
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

/** All parts of the page show the same metric. */
const state = { metric: 0, listeners: [] };

function metric() {
  return summary.metrics[state.metric];
}

function chooseMetric(index) {
  state.metric = Number(index);
  for (const select of document.querySelectorAll("select.metric")) select.value = String(state.metric);
  for (const listener of state.listeners) listener();
  changed();
}

function metricChoice() {
  if (summary.metrics.length < 2) return null;
  const options = summary.metrics.map((each, index) => [index, each.label]);
  const label = choice("Metric", options, state.metric, chooseMetric);
  label.querySelector("select").classList.add("metric");
  return label;
}

/** Called whenever the reader changed something that the address of the page should say; see address.js. */
function changed(how = {}) {
  if (state.remember) state.remember(how);
}
