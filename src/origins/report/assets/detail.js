// One document: what removing it does, in a sentence, in numbers, and word by word.

const opened = { row: -1, panel: null };
const texts = new Map();

origins.receivers.text = ([m, chunk, documents]) => documents.forEach((document, k) => texts.set(`${m}:${chunk * summary.texts + k}`, document));

/** "Removing this document lowers WEAT 1 from 0.96 to 0.91; all 10 embeddings agree." */
function sentence(row, index) {
  const m = summary.metrics[index];
  const delta = store.delta[index][row];
  if (delta === 0) return `Removing this document leaves ${m.label} as it is: none of its words is near one of the metric's.`;
  const after = m.baseline - delta;
  const digits = Math.abs(delta) >= 0.01 ? 2 : Math.abs(delta) >= 0.001 ? 3 : 5;
  const agree = store.agree[index][row];
  const all = summary.seeds === 1 ? "the one embedding says so" : agree === summary.seeds ? `all ${agree} embeddings agree` : `${agree} of ${summary.seeds} embeddings agree`;
  return `Removing this document ${delta > 0 ? "lowers" : "raises"} ${m.label} from ${number(m.baseline, digits)} to ${number(after, digits)}; ${all}.`;
}

function closeDocument() {
  opened.row = -1;
  opened.panel.replaceChildren(el("p", { class: "empty" }, "Choose a document to see what it does, and why."));
  opened.panel.classList.remove("filled");
}

function closeOnEscape(event) {
  if (event.key !== "Escape") return;
  closeDocument();
  draw();
  explorer.grid.focus();
}

async function openDocument(row, focus = narrow.matches) {
  opened.row = row;
  const { panel } = opened;
  const place = metric().explained.indexOf(row);
  const facts = [...summary.facets.map((facet, k) => [facet.name, facet.values[store.facets[k][row]]]), ["words", number(store.tokens[row])], ["id", store.id[row]]];
  const why = el("div", { class: "why" });
  panel.classList.add("filled");
  const children = [
    el("button", { type: "button", class: "close", "aria-label": "Close", click: () => (closeDocument(), draw(), explorer.grid.focus()) }, "×"),
    el("h3", { dir: "auto" }, nameOf(row)),
    el("p", { class: `sentence ${sideOf(store.delta[state.metric][row])}` }, sentence(row, state.metric)),
    summary.metrics.map((_, index) => (index === state.metric ? null : el("p", { class: "other" }, sentence(row, index)))),
    measured(row),
    why,
    el("dl", {}, facts.filter(([, value]) => value).map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", { dir: "auto" }, value)))),
  ];
  panel.replaceChildren(...children.flat().filter(Boolean));
  panel.scrollTop = 0;
  if (focus) {
    panel.scrollIntoView({ block: "start" });
    panel.focus({ preventScroll: true });
  }
  if (place < 0) {
    why.append(el("p", { class: "note" }, `The text is kept for the ${metric().explained.length} most influential documents of ${metric().label}.`));
    return;
  }
  try {
    await load(`text-${state.metric}-${Math.floor(place / summary.texts)}`);
  } catch (error) {
    why.append(el("p", { class: "note" }, error.message));
    return;
  }
  if (opened.row === row) why.replaceChildren(...explained(texts.get(`${state.metric}:${place}`)));
}

/** What retraining without just this document gave, where that was done. */
function measured(row) {
  const set = prepared.find((each) => each.rows.length === 1 && each.rows[0] === row && [metric().name, "shared"].includes(each.family));
  const truth = set && metric().single.find((each) => each.set === set.set && each.estimator === summary.best);
  if (!truth) return null;
  return el("p", { class: "other" }, `Trained again without it, the embeddings say: true Δ ${spread(truth.true_delta, truth.true_delta_std, 4)}.`);
}

/** Δ by seed, the strongest pairs, and the text with its words coloured by their share. */
function explained(document) {
  const mean = document.deltas.reduce((sum, delta) => sum + delta, 0) / document.deltas.length;
  const strip = el("div", { class: "chart strip" });
  requestAnimationFrame(() => seedStrip(strip, document.deltas, mean));
  const most = Math.max(...document.values.map(Math.abs), 1e-12);
  const text = el("div", { class: "text", dir: "auto", lang: "", pointerover: tellWord, pointerout: hush });
  document.parts.forEach((part, k) => {
    if (k % 2 === 0) return text.append(part);
    const value = document.values[(k - 1) / 2];
    const mark = el("mark", { class: sideOf(value), "data-value": value }, part);
    mark.style.setProperty("--share", Math.sqrt(Math.abs(value) / most));
    text.append(mark);
  });
  const longest = Math.max(...document.pairs.map((pair) => Math.abs(pair[2])), 1e-12);
  const list = (side, title) =>
    el(
      "div",
      {},
      el("h4", {}, title),
      el("ol", { class: "pairs" }, document.pairs.filter((pair) => sideOf(pair[2]) === side).sort((a, b) => Math.abs(b[2]) - Math.abs(a[2])).map((pair) => {
        const item = el("li", { class: side }, el("span", {}, `${pair[0]} – ${pair[1]}`), el("span", { class: "number" }, effect(pair[2])));
        item.style.setProperty("--share", Math.abs(pair[2]) / longest);
        return item;
      })),
    );
  const pairs = el("div", { class: "columns" }, list("up", "Pairs that push it up"), list("down", "Pairs that push it down"));
  const words = [
    el("h4", {}, "The text, and which words do it"),
    el("p", { class: "note" }, `Words are coloured by their share: half of the value of every pair they are in. All shares add up to ${effect(document.first_order)}, a straight-line estimate; Δ itself follows the curve.`),
    document.left_out ? el("p", { class: "note" }, `The text is long: passages around the words that count most are shown, ${number(document.left_out)} characters are not.`) : null,
    text,
  ].filter(Boolean);
  const short = text.textContent.length < 3000;
  return short ? [strip, ...words, pairs] : [strip, pairs, ...words];
}

function tellWord(event) {
  const { value } = event.target.dataset;
  if (value) say([event.target.textContent, `pushes the bias ${value > 0 ? "up" : "down"} by ${number(Math.abs(value), 6)}`], event.clientX, event.clientY);
}

function seedStrip(place, deltas, mean) {
  chart(place, (drawing, width) => {
    const box = { left: 14, right: width - 14, top: 8, bottom: 40 };
    const x = xAxis(drawing, box, ...extent([0, ...deltas], 0.08), "Δ of this document, a dot for each embedding");
    drawing.append(line(x(0), box.top, x(0), box.bottom, "zero"), line(x(mean), box.top, x(mean), box.bottom, "mean"));
    const marks = deltas.map((delta, k) => {
      const node = shape("dot", x(delta), 24, 5);
      drawing.append(node);
      return { x: x(delta), y: 24, node, lines: [`random start ${k + 1}`, `Δ ${effect(delta)}`] };
    });
    return { height: box.bottom + 42, marks, label: `Δ of this document in ${deltas.length} embeddings: ${deltas.map(effect).join(", ")}.` };
  });
}
