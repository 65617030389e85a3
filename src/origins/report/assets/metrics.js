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

/** The place of each value among all, counted from the middle; ties share their mean. */
function ranks(values) {
  return values.map((value) => values.reduce((place, other) => place + Math.sign(value - other) / 2, 0));
}

/** log(1 + eˣ). */
function softplus(x) {
  return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
}

/** The a of the logistic regression of rnsb.py, for inner products K and labels y of 1 or −1: Newton's method. */
function regression(K, y) {
  const times = (a) => K.map((row) => dot(row, a));
  const objective = (a, f) => f.reduce((sum, value, i) => sum + softplus(-y[i] * value) + (a[i] * value) / 2, 0);
  let [a, f] = [y.map(() => 0), y.map(() => 0)];
  let best = objective(a, f);
  for (let round = 0; round < 200; round++) {
    const sigma = f.map((value, i) => 1 / (1 + Math.exp(-y[i] * value)));
    const root = sigma.map((value) => Math.sqrt(value * (1 - value)));
    const right = f.map((value, i) => root[i] ** 2 * value + y[i] * (1 - sigma[i]));
    const solved = solve(K.map((row, i) => row.map((value, k) => root[i] * value * root[k] + (i === k))), times(right).map((value, i) => value * root[i]));
    const target = right.map((value, i) => value - root[i] * solved[i]);
    let value;
    for (let step = 1; ; step /= 2) {
      const trial = a.map((each, i) => each + step * (target[i] - each));
      const moved = times(trial);
      value = objective(trial, moved);
      if (value <= best + 1e-13 * Math.abs(best) || step < 1e-6) {
        [a, f] = [trial, moved];
        break;
      }
    }
    if (best - value <= 1e-13 * Math.abs(best)) break;
    best = value;
  }
  return a;
}

/** M⁻¹ x for a symmetric positive definite M, by Cholesky's method. */
function solve(M, x) {
  const n = x.length;
  const L = M.map((row) => [...row]);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      for (let k = 0; k < j; k++) L[i][j] -= L[i][k] * L[j][k];
      L[i][j] = i === j ? Math.sqrt(L[i][j]) : L[i][j] / L[j][j];
    }
  }
  const out = [...x];
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) out[i] -= L[i][k] * out[k];
    out[i] /= L[i][i];
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) out[i] -= L[k][i] * out[k];
    out[i] /= L[i][i];
  }
  return out;
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
  ect(vectors, D, [S, A, B]) {
    const [a, b] = [A, B].map((words) => {
      const mean = meanOf(vectors, D, words, false);
      return ranks(S.map((word) => dot(meanOf(vectors, D, [word], true), mean)));
    });
    const squares = dot(a, a) * dot(b, b);
    return squares > 0 ? dot(a, b) / Math.sqrt(squares) : 0;
  },
  rnsb(vectors, D, [S, A, B]) {
    const words = [...A, ...B];
    const y = words.map((_, k) => (k < A.length ? 1 : -1));
    const inner = (first, second) => 1 + dot(vectors.subarray(first * D, (first + 1) * D), vectors.subarray(second * D, (second + 1) * D));
    const weights = regression(words.map((first) => words.map((second) => inner(first, second))), y);
    const logs = S.map((word) => -softplus(dot(weights, words.map((each) => inner(word, each)))));
    const largest = Math.max(...logs);
    const total = largest + Math.log(logs.reduce((sum, value) => sum + Math.exp(value - largest), 0));
    return logs.reduce((sum, value) => sum + Math.exp(value - total) * (value - total), Math.log(S.length));
  },
};
