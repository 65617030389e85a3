"""Small dense matrices in plain loops: the same bits whatever the number of threads, which LAPACK does not promise."""

import math

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def add_square(factor, u, H):
    """H += factor · u uᵀ, in the lower triangle."""
    for a in range(len(u)):
        scaled = factor * u[a]
        for b in range(a + 1):
            H[a, b] += scaled * u[b]


@njit(cache=True, nogil=True)
def cholesky(H):
    """H = L Lᵀ, L in place of the lower triangle. False, and L unfinished, if H is singular to rounding."""
    for a in range(len(H)):
        diagonal = H[a, a]
        for b in range(a + 1):
            total = H[a, b]
            for k in range(b):
                total -= H[a, k] * H[b, k]
            if b < a:
                H[a, b] = total / H[b, b]
            elif total > 1e-14 * diagonal:
                H[a, a] = math.sqrt(total)
            else:
                return False
    return True


@njit(cache=True, nogil=True)
def solve(L, x):
    """x becomes (L Lᵀ)⁻¹ x."""
    for a in range(len(x)):
        total = x[a]
        for k in range(a):
            total -= L[a, k] * x[k]
        x[a] = total / L[a, a]
    for a in range(len(x) - 1, -1, -1):
        x[a] /= L[a, a]
        for k in range(a):
            x[k] -= L[a, k] * x[a]


@njit(cache=True, nogil=True)
def inverse(H):
    """H⁻¹ of a symmetric positive definite H; infinite if H is singular to rounding."""
    L = H.copy()
    out = np.full(H.shape, np.inf)
    if cholesky(L):
        out[:] = np.eye(len(H))
        for column in range(len(H)):
            solve(L, out[column])
    return out


@njit(cache=True, nogil=True)
def product(A, B):
    """A · B."""
    out = np.zeros((A.shape[0], B.shape[1]))
    for a in range(A.shape[0]):
        for k in range(A.shape[1]):
            for b in range(B.shape[1]):
                out[a, b] += A[a, k] * B[k, b]
    return out


@njit(cache=True, nogil=True)
def sum_of_powers(R, n):
    """R + R² + … + Rⁿ, in 2 log₂ n products."""
    total, power = R.copy(), R.copy()
    for bit in range(int(math.log2(n)) - 1, -1, -1):
        total += product(power, total)
        power = product(power, power)
        if n >> bit & 1:
            power = product(power, R)
            total += power
    return total


@njit(cache=True, nogil=True)
def multiply(matrix, vector, out):
    """out = matrix · vector."""
    for a in range(matrix.shape[0]):
        out[a] = dot(matrix[a], vector)


@njit(cache=True, nogil=True, fastmath={"reassoc"})  # vector instructions may sum
def dot(x, y):
    """x · y."""
    total = 0.0
    for k in range(len(x)):
        total += x[k] * y[k]
    return total
