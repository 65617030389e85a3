import dataclasses
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from unit.glove.matrices import UNIT, random_counts, sparse

from origins.glove import schedule

X_MAX, ALPHA = 20.0, 0.75
SMAPS = Path("/proc/self/smaps")


def build(dense, seed=1, stored=None):
    return schedule.build(sparse(dense, stored), 16, X_MAX, ALPHA, seed)


def visits(plan, strata):
    """(i, j, log X, f) in the order of training, if blocks of a stratum run one after the other."""
    for s in strata:
        for r in range(plan.groups):
            c = (r + s) % plan.groups
            block = slice(plan.bounds[c, r], plan.bounds[c, r + 1])
            i = plan.words[plan.group_starts[r] + plan.row[block]]
            j = plan.words[plan.group_starts[c] + plan.column[block]]
            yield from zip(i.tolist(), j.tolist(), plan.log_x[block], plan.f[block], strict=True)


@given(st.integers(1, 70), st.floats(0, 1), st.integers(0, 2**63 - 1), st.integers(0, 5))
@settings(max_examples=40, deadline=None)
def test_every_nonzero_entry_is_visited_exactly_once_an_epoch(words, density, seed, epoch):
    counts = random_counts(words, density, seed=seed % 1000)
    plan = build(counts, seed, stored=np.ones_like(counts, bool))  # zeros stored too
    visited = list(visits(plan, schedule.strata(plan.groups, seed, epoch)))
    assert plan.nonzeros == len(visited) == np.count_nonzero(counts)
    assert {(i, j) for i, j, *_ in visited} == set(zip(*np.nonzero(counts), strict=True))
    for i, j, log_x, f in visited:
        X = counts[i, j] / UNIT
        assert log_x == pytest.approx(np.log(X), abs=1e-6)
        assert f == pytest.approx(min(1, (X / X_MAX) ** ALPHA), rel=1e-6)


@given(st.integers(1, 70), st.integers(0, 2**63 - 1), st.integers(0, 5))
def test_the_strata_of_an_epoch_hold_every_block_once_and_none_shares_rows_or_columns(groups, seed, epoch):
    order = schedule.strata(groups, seed, epoch)
    blocks = [[(r, (r + s) % groups) for r in range(groups)] for s in order]
    assert len({block for stratum in blocks for block in stratum}) == groups * groups
    for stratum in blocks:
        assert len({r for r, _ in stratum}) == len({c for _, c in stratum}) == groups


def test_the_order_of_the_strata_changes_with_seed_and_epoch():
    orders = {tuple(schedule.strata(16, seed, epoch)) for seed in range(3) for epoch in range(3)}
    assert len(orders) == 9


@given(st.integers(1, 60), st.integers(0, 1000))
@settings(max_examples=25, deadline=None)
def test_removing_entries_leaves_the_order_of_the_others_alone(words, seed):
    counts = random_counts(words, 0.6, seed)
    rng = np.random.default_rng(seed)
    kept = np.triu(counts * (rng.random(counts.shape) < 0.7))
    kept = kept + np.triu(kept, 1).T
    order = schedule.strata(build(counts).groups, seed, 0)
    before = [(i, j) for i, j, *_ in visits(build(counts, seed), order) if kept[i, j]]
    after = [(i, j) for i, j, *_ in visits(build(kept, seed), order)]
    assert before == after


def test_another_seed_orders_the_entries_differently():
    counts = random_counts(60)
    first, second = ([(i, j) for i, j, *_ in visits(build(counts, seed), range(16))] for seed in (1, 2))
    assert sorted(first) == sorted(second)
    assert first != second


def test_frequent_and_rare_words_are_dealt_evenly():
    words, starts = schedule.deal(3200, 32, seed=5)
    groups = np.split(words, starts[1:-1])
    assert {len(group) for group in groups} == {100}
    np.testing.assert_allclose([group.mean() for group in groups], 3199 / 2)
    assert sorted(words) == list(range(3200))
    assert any((np.diff(group) < 0).any() for group in groups)  # inside a group the hash orders them


@pytest.mark.parametrize(("words", "padded"), [(1, 16), (40, 80), (31_899, 80), (400_000, 304), (3_000_000, 16)])
def test_a_group_fits_in_the_cache_and_its_places_in_16_bits(words, padded):
    groups = schedule.number_of_groups(words, padded)
    assert 1 <= groups <= words
    size = -(-words // groups)
    assert size <= 2**16
    assert (size - 1) * 2 * padded * 4 <= schedule.GROUP_BYTES


@pytest.mark.skipif(not SMAPS.exists(), reason="only Linux says what is in memory")
def test_laying_out_leaves_nothing_of_a_mapped_matrix_in_memory(tmp_path):
    plain, mapped = sparse(random_counts(300)), {}
    for name in ("indptr", "indices", "stored"):
        np.save(tmp_path / f"{name}.npy", getattr(plain, name))
        mapped[name] = np.load(tmp_path / f"{name}.npy", mmap_mode="r")
    X = dataclasses.replace(plain, **mapped)
    assert X.rows_of([3, 7])[2].all() and resident(tmp_path / "stored.npy") > 0
    plan = schedule.build(X, 16, X_MAX, ALPHA, seed=1)
    assert resident(tmp_path / "indices.npy") == resident(tmp_path / "stored.npy") == 0
    np.testing.assert_array_equal(plan.log_x, schedule.build(plain, 16, X_MAX, ALPHA, seed=1).log_x)


def resident(file):
    """The bytes of a mapped file that this process holds in memory."""
    sizes, mine = 0, False
    for line in SMAPS.read_text().splitlines():
        if re.match(r"[0-9a-f]+-[0-9a-f]+ ", line):
            mine = line.endswith(str(file))
        elif mine and line.startswith("Rss:"):
            sizes += 1024 * int(line.split()[1])
    return sizes


def test_an_entry_takes_at_most_16_bytes():
    plan = build(random_counts(300))
    size = sum(array.nbytes for array in (plan.row, plan.column, plan.log_x, plan.f))
    assert size <= 16 * plan.nonzeros
