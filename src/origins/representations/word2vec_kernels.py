"""The loops of word2vec: counter-based random numbers, noise words, and CBOW's gradient steps.

Vectors are padded with zeros, which stay exactly zero, to a multiple of LANES. Every operation is a correctly rounded
float32 one in a fixed order (no fast math, LANES explicit partial sums), so the bits do not depend on how wide the
vectors of the CPU are.
"""

import functools
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numba import njit

from origins.runtime.intrinsics import add, dot, exchange, prefetch

LINE = 16  # float32 numbers that memory hands over at once
STEP = np.uint64(0x9E3779B97F4A7C15)  # between the numbers of a stream
HALF, LOWER = np.uint64(32), np.uint64(0xFFFFFFFF)
LARGEST = np.float32(6)  # beyond ± this, gensim takes a prediction as it is
SIGMOID = (1 / (1 + np.exp(-np.linspace(-6, 6, 1000, endpoint=False)))).astype(np.float32)


class Noise(NamedTuple):
    """Noise words by Walker's alias method: slot k holds word k up to a threshold (of 2³²), beyond it another word.

    `slots` has the threshold in the upper half of its 64 bits and the other word in the lower one. A word that was
    drawn counts with the chance `accepted`; else another one is drawn.
    """

    slots: np.ndarray
    accepted: np.ndarray


@njit(inline="always")
def mix(bits):
    """64 random bits of 64 others (splitmix64)."""
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))


@njit(inline="always")
def uniform(bits):
    """A number in [0, 1)."""
    return np.float64(bits >> np.uint64(11)) * 2.0**-53


@njit(cache=True, nogil=True)
def initialize(seed, dimension, out):
    """Fill the first `dimension` columns with (U(0,1) − ½)/D, numbers of the seed and the word."""
    stream = mix(np.uint64(seed) + STEP)
    for word in range(len(out)):
        for k in range(dimension):
            bits = mix(stream + STEP * np.uint64(word * dimension + k + 1))
            out[word, k] = (uniform(bits) - 0.5) / dimension


@njit(cache=True, nogil=True)
def document_keys(seed, ids, offsets, out):
    """64 random bits of every document, of the seed and its own words."""
    for document in range(len(out)):
        bits = mix(np.uint64(seed) + STEP)
        for place in range(offsets[document], offsets[document + 1]):
            bits = mix((bits ^ np.uint64(ids[place])) + STEP)
        out[document] = bits


@njit(inline="always")
def noise_word(bits, noise):
    """The noise word of 64 random bits."""
    while True:
        own = ((bits >> HALF) * np.uint64(len(noise.slots))) >> HALF
        slot = noise.slots[np.int64(own)]
        other = slot & LOWER
        # without a branch, which the CPU could not foresee
        word = np.int64(other ^ ((own ^ other) & -np.uint64((bits & LOWER) < slot >> HALF)))
        if noise.accepted[word] == 1.0:
            return word
        bits = mix(bits + STEP)
        if uniform(bits) < noise.accepted[word]:
            return word
        bits = mix(bits + STEP)


@njit(inline="always")
def predicted(product):
    """The sigmoid of −6 < product < 6 from the table; just below 6, the sum rounds to 12, which is beyond its end."""
    return SIGMOID[min(np.int64((product + LARGEST) * np.float32(len(SIGMOID) / 12)), len(SIGMOID) - 1)]


@njit(inline="always")
def fetch(vectors, word, padded):
    """Start fetching a word's vector."""
    for k in range(0, padded, LINE):
        prefetch(vectors[word], k)


@njit(inline="always")
def draw_targets(word, state, noise, U, padded, out):
    """A word and the noise words of its random numbers; start fetching their vectors."""
    out[0] = word
    fetch(U, word, padded)
    for draw in range(1, len(out)):
        out[draw] = noise_word(mix(state + STEP * np.uint64(draw + 1)), noise)
        fetch(U, out[draw], padded)


@functools.cache
def epoch_kernel(padded: int) -> Callable:
    """The kernel that trains vectors of `padded` numbers; the length is a constant to the compiler."""

    @njit(cache=True, nogil=True, error_model="numpy")
    def train_epoch(epoch, ids, offsets, order, keys, kept, noise, rate, fall, window, negative, W, U):
        """One pass over the documents of `order`. The learning rate starts at `rate` and loses `fall` per token.

        A token is trained on with the chance kept[word]. Its random numbers (is it kept, how wide is its window, which
        are its noise words) depend on the epoch, its document's key and its place there, not on what else is kept.
        """
        longest = 0
        for document in order:
            longest = max(longest, offsets[document + 1] - offsets[document])
        words, states = np.empty(longest, np.int64), np.empty(longest, np.uint64)
        drawn = np.empty((2, negative + 1), np.int64)
        hidden, change = np.empty(padded, np.float32), np.empty(padded, np.float32)
        for document in order:
            first, last = offsets[document], offsets[document + 1]
            stream = mix(keys[document] + np.uint64(epoch))
            stay = 0
            for place in range(first, last):
                state = mix(stream + STEP * np.uint64(place - first + 1))
                if uniform(state) < kept[ids[place]]:
                    words[stay] = ids[place]
                    states[stay] = state
                    stay += 1
            step = np.float32(rate)
            for i in range(min(stay, window + 1)):
                fetch(W, words[i], padded)
            if stay:
                draw_targets(words[0], states[0], noise, U, padded, drawn[0])
            for i in range(stay):
                targets = drawn[i & 1]
                if i + 1 < stay:  # while this token is trained on, memory hands over the vectors of the next one
                    draw_targets(words[i + 1], states[i + 1], noise, U, padded, drawn[(i + 1) & 1])
                if i + window + 1 < stay:
                    fetch(W, words[i + window + 1], padded)
                reach = 1 + np.int64(mix(states[i] + STEP) % np.uint64(window))
                left, right = max(0, i - reach), min(stay, i + reach + 1)
                if right - left == 1:
                    continue
                hidden[:] = 0
                for j in range(left, right):
                    if j != i:
                        add(hidden, W[words[j]], padded)
                share = np.float32(1) / np.float32(right - left - 1)
                for k in range(padded):
                    hidden[k] *= share
                    change[k] = 0
                for draw in range(negative + 1):
                    if draw and targets[draw] == words[i]:
                        continue
                    u = U[targets[draw]]
                    product = dot(hidden, u, padded)
                    if not abs(product) < LARGEST:  # or NaN
                        continue
                    g = (np.float32(draw == 0) - predicted(product)) * step
                    exchange(change, u, hidden, g, padded)
                for j in range(left, right):
                    if j != i:
                        add(W[words[j]], change, padded)
            rate -= fall * (last - first)
        return rate

    return train_epoch
