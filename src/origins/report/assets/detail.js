// One document: its effect in a sentence, in numbers, and word by word.

const opened = { row: -1, panel: null };
const texts = new Map();

origins.receivers.text = ([m, chunk, documents]) => documents.forEach((document, k) => texts.set(`${m}:${chunk * summary.texts + k}`, document));

/** "Without this document, WEAT 1 would be lower by 0.048 (0.021 to 0.075; predicted; all 5 embeddings agree)." */
function sentence(row, index) {
  const m = summary.metrics[index];
  const [delta, agree, digits] = [store.delta[index][row], store.agree[index][row], twoDigits(halfWidth(row, index))];
  if (delta === 0) return `No effect on ${m.label}: ${m.kind === "ect" ? "it changes in steps, and this document is too small to cause one" : "none of its co-occurrences involves the metric’s words"}.`;
  const all = summary.seeds === 1 ? "one embedding" : agree === summary.seeds ? `${agree === 2 ? "both" : `all ${agree}`} embeddings agree` : `${agree} of ${summary.seeds} embeddings agree on the sign`;
  if (!isClear(row, index)) return `No clear effect on ${m.label}: predicted Δ is ${number(delta, digits, true)} (${interval(row, index, true)}; ${all}), which may be noise.`;
  return `Without this document, ${m.label} would be ${delta > 0 ? "lower" : "higher"} by ${number(Math.abs(delta), digits)} (${interval(row, index, false, Math.sign(delta))}; predicted; ${all}).`;
}

function closeDocument(words = "Choose a document to see its effect and the words behind it.") {
  opened.row = -1;
  opened.panel.replaceChildren(el("p", { class: "empty" }, words));
  opened.panel.classList.remove("filled");
  changed();
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
  const index = state.metric;
  const place = metric().explained.indexOf(row);
  const facts = [...summary.facets.map((facet, k) => [facet.name, facet.values[store.facets[k][row]]]), ["words", number(store.tokens[row])], ["id", visible(idOf(row))]];
  const why = el("div", { class: "why" });
  panel.classList.add("filled");
  const children = [
    el("button", { type: "button", class: "close", "aria-label": "Close", click: () => (closeDocument(), draw(), explorer.grid.focus()) }, "×"),
    el("h3", { dir: "auto" }, nameOf(row)),
    measured(row),
    el("p", { class: `sentence ${isClear(row) ? sideOf(store.delta[state.metric][row]) : "none"}` }, sentence(row, state.metric)),
    summary.metrics.map((_, index) => (index === state.metric ? null : el("p", { class: "other" }, sentence(row, index)))),
    why,
    el("button", { type: "button", class: "copy", click: (event) => copyLink(event.target) }, "Copy link"),
    el("dl", {}, facts.filter(([, value]) => value).map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", { dir: "auto" }, value)))),
  ];
  panel.replaceChildren(...children.flat().filter(Boolean));
  panel.scrollTop = 0;
  changed({ section: "explorer" });
  if (focus) {
    panel.scrollIntoView({ block: "start" });
    panel.focus({ preventScroll: true });
  }
  if (place < 0) {
    why.append(el("p", { class: "note" }, `Only the ${metric().explained.length} documents with the largest effects on ${metric().label} have their text on this page.`));
    return;
  }
  try {
    await load(`text-${index}-${Math.floor(place / summary.texts)}`);
  } catch (error) {
    why.append(el("p", { class: "note" }, error.message));
    return;
  }
  // by now the reader may have gone on to another document or metric
  if (opened.row === row && state.metric === index) why.replaceChildren(...explained(texts.get(`${index}:${place}`)));
}

/** What retraining without just this document gave, where that was done; the prediction beside it has the same seeds. */
function measured(row) {
  const set = prepared.find((each) => each.rows.length === 1 && each.rows[0] === row && [metric().name, "shared"].includes(each.family));
  const truth = set && metric().sets.find((each) => each.set === set.set && each.estimator === summary.best && each.pairs > 0);
  if (!truth) return null;
  const predicted = spread(truth.predicted_delta, truth.predicted_delta_std, true);
  const defined = truth.true_delta_std > 0 ? ` (${DEVIATION})` : "";
  return el("p", { class: "measured" }, `Measured by retraining without it: Δ is ${spread(truth.true_delta, truth.true_delta_std, true)}; predicted for the same ${truth.pairs} seeds: ${predicted}${defined}.`);
}

const STRONGEST = 20; // words marked at first: hundreds of marks would hide the few that matter

/** The text with its words coloured by their effect: the strongest, or all of them. */
function markedText(document) {
  const most = Math.max(...document.values.map(Math.abs), 1e-12);
  const least = document.values.map(Math.abs).sort((a, b) => b - a)[STRONGEST - 1] ?? 0;
  const text = el("div", { class: "text", dir: "auto", lang: "", pointerover: tellWord, pointerout: hush, click: tellWord, focusin: tellWord, focusout: hush });
  function fillText(all) {
    text.replaceChildren(
      ...document.parts.map((part, k) => {
        const value = document.values[(k - 1) / 2];
        if (k % 2 === 0 || !(all || Math.abs(value) >= least)) return part;
        const mark = el("mark", { class: sideOf(value), "data-value": value, tabindex: Math.abs(value) >= least ? 0 : null }, part);
        mark.style.setProperty("--share", Math.sqrt(Math.abs(value) / most));
        return mark;
      }),
    );
  }
  fillText(false);
  const rest = document.values.length > STRONGEST;
  const more = el("button", { type: "button", class: "more", click: () => (fillText(true), more.remove()) }, `Mark all ${number(document.values.length)} words`);
  return [rest ? more : null, text];
}

function pairList(document, side, title) {
  const longest = Math.max(...document.pairs.map((pair) => Math.abs(pair[2])), 1e-12);
  const pairs = document.pairs.filter((pair) => sideOf(pair[2]) === side).sort((a, b) => Math.abs(b[2]) - Math.abs(a[2]));
  const items = pairs.map((pair) => {
    const item = el("li", { class: side }, el("span", {}, `${pair[0]} – ${pair[1]}`), el("span", { class: "number" }, effect(pair[2])));
    item.style.setProperty("--share", Math.abs(pair[2]) / longest);
    return item;
  });
  return el("div", {}, el("h4", {}, title), items.length ? el("ol", { class: "pairs" }, items) : el("p", { class: "note" }, "none"));
}

/** Δ by seed, the strongest pairs, and the text. */
function explained(document) {
  const mean = document.deltas.reduce((sum, delta) => sum + delta, 0) / document.deltas.length;
  const strip = el("div", { class: "chart strip" });
  requestAnimationFrame(() => seedStrip(strip, document.deltas, mean));
  const pairs = el("div", { class: "columns" }, pairList(document, "up", "Word pairs that raise it"), pairList(document, "down", "Word pairs that lower it"));
  const [more, text] = markedText(document);
  const words = [
    el("h4", {}, "The text and its strongest words"),
    el("p", { class: "note" }, `Each word gets half of the effect of every pair it is in. All words add up to ${effect(document.first_order)}, a first-order estimate of Δ.`),
    document.left_out ? el("p", { class: "note" }, `This text is long: only passages around its strongest words are shown; ${number(document.left_out)} characters are left out.`) : null,
    more,
    text,
  ].filter(Boolean);
  return text.textContent.length < 3000 ? [strip, ...words, pairs] : [strip, pairs, ...words];
}

function tellWord(event) {
  const { value } = event.target.dataset;
  if (!value) return;
  const box = event.target.getBoundingClientRect();
  say([event.target.textContent, `${value > 0 ? "raises" : "lowers"} the score by ${effect(Math.abs(value)).replace("+", "")}`], event.clientX ?? box.left, event.clientY ?? box.top);
}

function seedStrip(place, deltas, mean) {
  chart(place, (drawing, width) => {
    const box = { left: 14, right: width - 14, top: 8, bottom: 40 };
    const x = xAxis(drawing, box, ...extent([0, ...deltas], 0.08), "predicted Δ (dots: embeddings, line: mean)");
    drawing.append(line(x(0), box.top, x(0), box.bottom, "zero"), line(x(mean), box.top, x(mean), box.bottom, "mean"));
    const marks = deltas.map((delta, k) => {
      const node = shape("dot", x(delta), 24, 5);
      drawing.append(node);
      return { x: x(delta), y: 24, node, lines: [`random start ${k + 1}`, `Δ ${effect(delta)}`] };
    });
    return { height: box.bottom + 42, marks, label: `Predicted Δ of this document in ${deltas.length} embeddings: ${deltas.map(effect).join(", ")}.` };
  });
}
