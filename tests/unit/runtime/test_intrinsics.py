import functools

import numpy as np
import pytest
from numba import njit

from origins.runtime.intrinsics import LANES, dot


@functools.cache
def dot_kernel(padded):
    @njit
    def product(w, u):
        return dot(w, u, padded)

    return product


@pytest.mark.parametrize("chunks", [1, 2, 3, 5, 13])
def test_dot_adds_even_and_odd_chunks_then_halves_in_this_very_order(chunks):
    w, u = np.random.default_rng(chunks).standard_normal((2, chunks * LANES)).astype(np.float32)
    products = (w * u).reshape(chunks, LANES)
    sums = products[0].copy()
    for chunk in products[2::2]:
        sums += chunk
    if chunks > 1:
        odd = products[1].copy()
        for chunk in products[3::2]:
            odd += chunk
        sums = sums + odd
    while len(sums) > 1:
        sums = sums[: len(sums) // 2] + sums[len(sums) // 2 :]
    product = np.float32(dot_kernel(chunks * LANES)(w, u))
    assert product.tobytes() == sums[0].tobytes()
    assert product == pytest.approx(w.astype(float) @ u.astype(float), abs=1e-4)


def test_dot_takes_rows_of_a_matrix():
    state = np.arange(3 * 2 * LANES, dtype=np.float32).reshape(3, 2 * LANES)
    assert dot_kernel(LANES)(state[1], state[2]) == float(state[1, :LANES].astype(int) @ state[2, :LANES].astype(int))
