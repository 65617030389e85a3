// The metrics of src/origins/metrics, computed again where a reader removes documents. `vectors` has one word after the
// other, D numbers each; sets are positions of words. Cosines with zero vectors and directions of no length are 0.

/** out += weight · the vector of a word, scaled to length 1 if `unit`. */
function addVector(vectors, D, word, weight, out, unit) {
  const start = word * D;
  let square = 0;
  for (let k = 0; k < D; k++) square += vectors[start + k] ** 2;
  if (square === 0) return;
  const scale = unit ? weight / Math.sqrt(square) : weight;
  for (let k = 0; k < D; k++) out[k] += scale * vectors[start + k];
}

function meanOf(vectors, D, words, unit) {
  const out = new Float64Array(D);
  for (const word of words) addVector(vectors, D, word, 1 / words.length, out, unit);
  return out;
}

function dot(a, b) {
  return a.reduce((sum, value, k) => sum + value * b[k], 0);
}

function difference(a, b) {
  return a.map((value, k) => value - b[k]);
}

const METRICS = {
  weat(vectors, D, [S, T, A, B]) {
    const d = difference(meanOf(vectors, D, A, true), meanOf(vectors, D, B, true));
    const g = [...S, ...T].map((word) => dot(meanOf(vectors, D, [word], true), d));
    const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const centre = mean(g);
    const spread = Math.sqrt(g.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (g.length - 1));
    return spread > 1e-12 ? (mean(g.slice(0, S.length)) - mean(g.slice(S.length))) / spread : 0;
  },
  ripa(vectors, D, [S, A, B]) {
    const mean = meanOf(vectors, D, S, false);
    const along = A.map((word, k) => {
      const direction = difference(meanOf(vectors, D, [word], false), meanOf(vectors, D, [B[k]], false));
      const length = Math.sqrt(dot(direction, direction));
      return length > 0 ? dot(direction, mean) / length : 0;
    });
    return along.reduce((sum, value) => sum + value, 0) / A.length;
  },
  rnd(vectors, D, [S, A, B]) {
    const [a, b] = [A, B].map((words) => meanOf(vectors, D, words, false));
    const distance = (w, centre) => Math.sqrt(difference(w, centre).reduce((sum, value) => sum + value * value, 0));
    return S.reduce((sum, word) => {
      const w = meanOf(vectors, D, [word], false);
      return sum + (distance(w, a) - distance(w, b)) / S.length;
    }, 0);
  },
  mac(vectors, D, [S, A, B]) {
    const [s, a, b] = [S, A, B].map((words) => meanOf(vectors, D, words, true));
    return 1 - (dot(s, a) + dot(s, b)) / 2;
  },
};
