"""The significance of a WEAT: the one-sided permutation test of Caliskan et al."""

from itertools import chain, combinations
from math import comb
from typing import NamedTuple

import numpy as np

from origins.metrics.weat import associations

EXACT_UP_TO = 200_000  # partitions; two sets of 10 words have 184,756
CHUNK = 1 << 22  # numbers permuted at a time: 32 MB


class PermutationTest(NamedTuple):
    """`p` from `partitions` partitions: all of them if `exact`, else a sample."""

    p: float
    partitions: int
    exact: bool


def permutation_test(
    W_S: np.ndarray, W_T: np.ndarray, W_A: np.ndarray, W_B: np.ndarray, *, samples: int = 100_000, seed: int = 0
) -> PermutationTest:
    """Pr[s(S_i, T_i, A, B) ≥ s(S, T, A, B)] over the partitions (S_i, T_i) of S ∪ T that keep the two sizes.

    s is the difference of the mean associations. Up to EXACT_UP_TO partitions are all counted, including the observed
    one; beyond that, `samples` random ones and the observed one: p = (1 + as extreme) / (1 + samples).
    """
    g_S, g_T = associations(W_S, W_A, W_B), associations(W_T, W_A, W_B)
    if len(g_S) > len(g_T):  # −T against −S is the same test, and choosing the smaller set is cheaper
        g_S, g_T = -g_T, -g_S
    g, size = np.concatenate([g_S, g_T]), len(g_S)
    # With sizes and total fixed, s grows with the sum over S_i alone. The tolerance keeps equal partitions equal
    # whatever the order of summation.
    threshold = g_S.sum() - 1e-12 * np.abs(g).sum()
    partitions = comb(len(g), size)
    if partitions <= EXACT_UP_TO:
        chosen = chain.from_iterable(combinations(range(len(g)), size))
        sums = g[np.fromiter(chosen, np.intp, partitions * size).reshape(partitions, size)].sum(axis=1)
        return PermutationTest(float((sums >= threshold).mean()), partitions, True)
    extreme = _count_extreme(g, size, threshold, samples, np.random.default_rng(seed))
    return PermutationTest((1 + extreme) / (1 + samples), samples, False)


def _count_extreme(g: np.ndarray, size: int, threshold: float, samples: int, rng: np.random.Generator) -> int:
    rows = max(1, CHUNK // len(g))
    extreme = 0
    for start in range(0, samples, rows):
        shuffled = rng.permuted(np.tile(g, (min(rows, samples - start), 1)), axis=1)
        extreme += int((shuffled[:, :size].sum(axis=1) >= threshold).sum())
    return extreme
