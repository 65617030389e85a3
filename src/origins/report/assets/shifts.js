// How far each explained document moves the metric's words, in every embedding: added up, they predict a free choice.

const shifts = []; // by metric, once loaded

origins.receivers.shifts = ([index, made]) => {
  const [vectors, scale, by] = [unpacked(made.vectors, Float32Array), unpacked(made.scale, Float32Array), unpacked(made.by, Int8Array)];
  const place = new Map(summary.metrics[index].explained.map((row, k) => [row, k]));
  shifts[index] = { ...made, vectors, scale, by, place };
};

/**
 * The score of every embedding before and after: {before, after, added}. The shifts of documents that have them are
 * added up and the metric is measured again; of the other documents (`added`), the single effects are subtracted.
 */
function removed(rows) {
  const own = shifts[state.metric];
  const { dimension: D, ends, word, sets } = own;
  const measure = METRICS[metric().kind];
  const listed = rows.filter((row) => own.place.has(row)).map((row) => own.place.get(row));
  const rest = rows.filter((row) => !own.place.has(row));
  const single = rest.reduce((sum, row) => sum + store.delta[state.metric][row], 0);
  const [before, after] = [[], []];
  for (let seed = 0; seed < summary.seeds; seed++) {
    const size = own.vectors.length / summary.seeds;
    const vectors = Float64Array.from(own.vectors.subarray(seed * size, (seed + 1) * size));
    before.push(measure(vectors, D, sets));
    for (const k of listed) {
      for (let m = ends[k]; m < ends[k + 1]; m++) {
        const move = seed * word.length + m;
        for (let d = 0; d < D; d++) vectors[word[m] * D + d] -= own.by[move * D + d] * own.scale[move];
      }
    }
    after.push(measure(vectors, D, sets) - single);
  }
  return { before, after, added: rest.length };
}

/**
 * How wrong that is, for the first measured number of documents that is no smaller: {random, strongest}, the first being
 * the worse of two kinds of random choices.
 */
function errorsOf(documents) {
  const size = Math.min(...metric().choices.map((row) => row.documents).filter((each) => each >= documents));
  const rows = metric().choices.filter((row) => row.documents === size).sort((a, b) => b.error_shifts - a.error_shifts);
  return { size, random: rows.find((row) => row.chosen_from !== "strongest"), strongest: rows.find((row) => row.chosen_from === "strongest") };
}
