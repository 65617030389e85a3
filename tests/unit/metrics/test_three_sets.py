"""RIPA, RND, MAC, ECT and RNSB, which have the sets S, A and B, against their formulas written out word by word."""

import json
import math
import statistics
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import token_store
from unit.influence import twins

from origins.cooccurrence import matrix as cooccurrence
from origins.errors import OriginsError
from origins.experiment.measures import bias_table
from origins.files.csvfile import write_csv
from origins.influence.estimators import ESTIMATORS
from origins.influence.trained import Trained
from origins.metrics.definitions import KINDS, metric
from origins.metrics.ect import ECT
from origins.metrics.mac import MAC
from origins.metrics.ripa import RIPA
from origins.metrics.rnd import RND
from origins.metrics.rnsb import RNSB, fit
from origins.metrics.weat import WEAT


def dot(x, y):
    return math.fsum(p * q for p, q in zip(x, y, strict=True))


def minus(x, y):
    return [p - q for p, q in zip(x, y, strict=True)]


def middle(vectors):
    return [statistics.fmean(column) for column in zip(*vectors, strict=True)]


def ripa_by_its_paper(S, A, B):
    pairs = [minus(a, b) for a, b in zip(A, B, strict=True)]
    return statistics.fmean(dot(w, pair) / math.hypot(*pair) for w in S for pair in pairs)


def rnd_by_its_paper(S, A, B):
    return statistics.fmean(math.dist(w, middle(A)) - math.dist(w, middle(B)) for w in S)


def mac_by_its_paper(S, A, B):
    def distance(w, a):
        return 1 - dot(w, a) / math.hypot(*w) / math.hypot(*a)

    return statistics.fmean(statistics.fmean(distance(w, a) for a in attributes) for w in S for attributes in (A, B))


def ect_by_its_paper(S, A, B):
    def places(words):
        cosines = [dot(w, words) / math.hypot(*w) / math.hypot(*words) for w in S]
        return [statistics.fmean(k for k, each in enumerate(sorted(cosines)) if each == c) for c in cosines]

    return statistics.correlation(places(middle(A)), places(middle(B)))


def rnsb_by_its_paper(S, A, B):
    """The regression by Newton's method on its weights, of which the last is the intercept's."""
    X = np.array([[*word, 1.0] for word in [*A, *B]])
    y = np.array([1.0] * len(A) + [-1.0] * len(B))
    theta = np.zeros(X.shape[1])
    for _ in range(30):
        sigma = 1 / (1 + np.exp(-y * (X @ theta)))
        H = np.eye(len(theta)) + (X.T * (sigma * (1 - sigma))) @ X
        theta -= np.linalg.solve(H, theta - X.T @ (y * (1 - sigma)))
    negative = [1 / (1 + math.exp(dot([*word, 1.0], theta))) for word in S]
    P = [p / math.fsum(negative) for p in negative]
    return math.fsum(p * math.log(p * len(S)) for p in P)


BY_PAPER = {
    RIPA: ripa_by_its_paper,
    RND: rnd_by_its_paper,
    MAC: mac_by_its_paper,
    ECT: ect_by_its_paper,
    RNSB: rnsb_by_its_paper,
}
every_kind = pytest.mark.parametrize("kind", BY_PAPER)
smooth_kinds = pytest.mark.parametrize("kind", [kind for kind in BY_PAPER if kind is not ECT])


@st.composite
def ids_and_vectors(draw):
    """S, A and B of a vocabulary of ten, A and B of one size, sharing words but never in a pair; and ten vectors."""
    S = draw(st.lists(st.integers(0, 9), min_size=2, max_size=6, unique=True))
    A = draw(st.lists(st.integers(0, 9), min_size=2, max_size=6, unique=True))
    B = [(word + draw(st.integers(1, 9))) % 10 for word in A]
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    return (S, A, B), rng.normal(size=(10, draw(st.integers(2, 9))))


@every_kind
@given(case=ids_and_vectors())
def test_bias_and_kernel_are_the_formula(kind, case):
    ids, W = case
    measured = kind(*ids)
    vectors = W[measured.words]
    expected = BY_PAPER[kind](*(W[each].tolist() for each in ids))
    assert measured.bias(vectors) == pytest.approx(expected, rel=1e-9, abs=1e-9)
    assert measured.kernel(vectors, *measured.sets) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@every_kind
def test_bias_agrees_with_wefe(kind):
    """How the numbers were made, with WEFE 1.0.1: golden/make_wefe.py."""
    golden = json.loads((Path(__file__).parent / "golden" / "wefe.json").read_text())
    ids = {word: i for i, word in enumerate(golden["vectors"])}
    W = np.array(list(golden["vectors"].values()))
    name = kind.__name__.lower()
    cases = [case for case in golden["cases"] if name in case]
    assert len(cases) >= 3
    for case in cases:
        measured = kind(*([ids[word] for word in case[key]] for key in kind.SETS))
        tolerance = 2e-9 if kind is RNSB else 1e-14  # WEFE's regression stops a little earlier
        assert measured.bias(W[measured.words]) == pytest.approx(case[name], abs=tolerance)


@every_kind
@given(case=ids_and_vectors())
def test_gradient_is_the_slope_of_the_bias(kind, case):
    ids, W = case
    measured = kind(*ids)
    vectors = W[measured.words]
    gradient = measured.gradient(vectors)
    assert gradient.shape == vectors.shape
    step = 1e-6
    for place in np.ndindex(vectors.shape):
        moved = np.zeros(vectors.shape)
        moved[place] = step
        slope = (measured.bias(vectors + moved) - measured.bias(vectors - moved)) / (2 * step)
        assert gradient[place] == pytest.approx(slope, rel=1e-3, abs=1e-3)


@every_kind
def test_single_precision_is_measured_in_double(kind):
    W = np.random.default_rng(3).normal(size=(6, 5)).astype(np.float32)
    measured = kind([0, 1], [2, 3], [4, 5])
    assert measured.bias(W) == measured.bias(W.astype(np.float64))


@every_kind
def test_zero_vectors_never_give_nan(kind):
    vectors = np.random.default_rng(1).normal(size=(6, 3))
    measured = kind([0, 1], [2, 3], [4, 5])
    for zeros in ([0], [2], [2, 4], [0, 1], [2, 3, 4, 5], list(range(6))):
        some = vectors.copy()
        some[zeros] = 0
        assert np.isfinite(measured.bias(some))
        assert measured.kernel(some, *measured.sets) == pytest.approx(measured.bias(some), abs=1e-12)
        assert np.isfinite(measured.gradient(some)).all()


def test_a_pair_without_difference_has_no_direction():
    vectors = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 5.0], [9.0, 5.0], [5.0, 5.0], [6.0, 5.0]])
    ripa = RIPA([0, 1], [2, 3], [4, 5])  # the first pair is the same vector twice, the second lies along x
    assert ripa.bias(vectors) == (0 + 2) / 2
    assert not ripa.gradient(vectors)[[2, 4]].any()


def test_words_in_the_middle_of_a_set_are_at_distance_0_from_it():
    vectors = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 0.0], [2.0, 0.0], [4.0, 3.0], [4.0, 5.0]])
    rnd = RND([0, 1], [2, 3], [4, 5])
    assert rnd.bias(vectors) == -5
    np.testing.assert_allclose(rnd.gradient(vectors)[[0, 2]], [[0.3, 0.4], [0, 0]])


def test_words_of_one_direction_with_both_sets_have_no_cosine_distance():
    vectors = np.array([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0], [0.5, 0.5]])
    mac = MAC([0, 1], [2, 3], [3, 2])
    assert mac.bias(vectors) == pytest.approx(0, abs=1e-15)
    assert mac.bias(vectors * [[1], [1], [-1], [-1]]) == pytest.approx(2, abs=1e-15)


def test_words_that_tie_share_the_mean_of_their_places():
    along_x = [[1.0, 0.0], [1.0, 0.0]]
    S = [[1.0, 0.2], [2.0, 0.4], [1.0, 3.0], [-1.0, 1.0]]  # the first two have the same direction
    vectors = np.array([*S, *along_x, [1.0, 1.0], [1.0, 1.0]])
    ect = ECT([0, 1, 2, 3], [4, 5], [6, 7])
    # places along x: 2.5, 2.5, 1, 0; along the diagonal: 1.5, 1.5, 3, 0
    assert ect.bias(vectors) == pytest.approx(statistics.correlation([2.5, 2.5, 1, 0], [1.5, 1.5, 3, 0]), abs=1e-15)
    assert ECT([0, 2, 3], [4, 5], [4, 5]).bias(vectors) == 1
    assert ECT([0, 1], [4, 5], [6, 7]).bias(vectors) == 0  # no order to compare
    assert not ect.gradient(vectors).any()


def test_words_on_the_boundary_of_positive_and_negative_are_equally_negative():
    S = [[0.0, 1.0], [0.0, -7.0]]
    vectors = np.array([*S, [2.0, 0.0], [3.0, 0.0], [-2.0, 0.0], [-3.0, 0.0]])
    rnsb = RNSB([0, 1], [2, 3], [4, 5])
    assert rnsb.bias(vectors) == pytest.approx(0, abs=1e-15)
    vectors[0, 0] = 50  # certainly positive: all that is negative lies with the other
    assert rnsb.bias(vectors) == pytest.approx(math.log(2), abs=1e-6)


@pytest.mark.parametrize("size", [1e-6, 1, 30, 1e4])
def test_the_regression_converges_for_vectors_of_any_length(size):
    rng = np.random.default_rng(8)
    K = np.cov(size * rng.normal(size=(60, 20)), bias=True) + 1  # 60 words in 20 dimensions: not separable
    y = np.sign(rng.normal(size=60))
    a = fit(K, y)
    np.testing.assert_allclose(a, y / (1 + np.exp(y * (K @ a))), atol=1e-7)


def test_probabilities_too_small_for_a_number_give_no_nan():
    vectors = np.random.default_rng(2).normal(size=(6, 3)) * 1e6
    rnsb = RNSB([0, 1], [2, 3], [4, 5])
    assert 0 <= rnsb.bias(vectors) <= math.log(2) + 1e-12
    assert np.isfinite(rnsb.gradient(vectors)).all()


@pytest.fixture(scope="module")
def corpus():
    rng = np.random.default_rng(1)
    return token_store([list(np.minimum(rng.zipf(1.4, 40) - 1, 30)) for _ in range(60)])


def baseline(corpus, folder, kind):
    """One whose metric has a word in two sets."""
    X = cooccurrence.count(corpus, folder, window=3)
    return Trained(X, corpus, twins.embedding(corpus.words, 4, seed=5), kind([0, 7, 3], [1, 4, 9], [2, 5, 3]))


SHIFTS = {
    "influence": twins.influence_shift,
    "damped": twins.damped_shift,
    "refit": twins.refit_shift,
    "relearn": twins.relearn_shift,
}


@every_kind
@pytest.mark.parametrize("estimator", SHIFTS)
def test_influence_is_the_difference_that_moved_vectors_make(corpus, tmp_path, kind, estimator):
    base = baseline(corpus, tmp_path, kind)
    sets = [[0], [1], [2], [3, 4, 5], range(0, 60, 2), []]
    expected = [
        twins.differential_bias(corpus, 3, base.embedding, base.metric, each, SHIFTS[estimator]) for each in sets
    ]
    np.testing.assert_allclose(ESTIMATORS[estimator](base).sets(sets), expected, rtol=1e-6, atol=1e-11)
    assert np.count_nonzero(expected) == 5 or kind is ECT  # which changes in steps


@smooth_kinds
def test_the_linear_estimate_is_the_limit_of_small_removals(corpus, tmp_path, kind):
    many = token_store([list(corpus[k % 60]) for k in range(6000)])  # any document removes a hundredth of its pairs
    base = baseline(many, tmp_path, kind)
    linear, full = (ESTIMATORS[name](base).documents()[:60] for name in ("gradient", "influence"))
    np.testing.assert_allclose(linear, full, rtol=0.05, atol=0.02 * np.abs(full).max())


SPEC = {"S": ["physics", "nasa", "science"], "A": ["he", "son", "man"], "B": ["she", "daughter", "woman"]}
VOCABULARY = dict(zip(["the", "he", "she", "son", "daughter", "man", "physics", "science"], range(8), strict=True))


@pytest.mark.parametrize(("name", "kind"), [("rnd", RND), ("mac", MAC)])
def test_metric_by_name_leaves_out_and_reports_words_that_the_vocabulary_lacks(name, kind):
    measured = metric("mine", {"kind": name, **SPEC}, VOCABULARY)
    assert type(measured) is kind is KINDS[name]
    assert measured.missing == ("nasa", "woman")
    assert [measured.words[positions].tolist() for positions in measured.sets] == [[6, 7], [1, 3, 5], [2, 4]]


def test_a_pair_stays_together_if_one_of_its_words_is_missing():
    spec = {**SPEC, "A": ["man", "he", "son"], "B": ["woman", "she", "daughter"]}
    ripa = metric("mine", {"kind": "ripa", **spec}, VOCABULARY)
    assert type(ripa) is RIPA
    assert ripa.missing == ("nasa", "woman")
    assert [ripa.words[positions].tolist() for positions in ripa.sets] == [[6, 7], [1, 3], [2, 4]]


def test_a_word_may_have_two_partners():
    ripa = metric("mine", {"kind": "ripa", **SPEC, "A": ["he", "he", "he"], "B": ["she", "son", "she"]}, VOCABULARY)
    assert [ripa.words[positions].tolist() for positions in ripa.sets] == [[6, 7], [1, 1], [2, 3]]


def test_too_few_pairs_are_named_with_what_is_missing():
    spec = {"kind": "ripa", **SPEC, "A": ["he", "man", "boy"], "B": ["she", "woman", "girl"]}
    with pytest.raises(OriginsError, match=r"^metrics\.r\.A with B has only 1 pair in .*\(missing: woman, boy, girl\)"):
        metric("r", spec, VOCABULARY)


def test_words_without_partner_are_refused():
    with pytest.raises(OriginsError, match=r"^metrics\.r: A and B have 3 and 2 words, but ripa pairs them"):
        metric("r", {"kind": "ripa", **SPEC, "B": ["she", "daughter"]}, VOCABULARY)


def test_only_weat_has_a_permutation_test(tmp_path):
    embedding = twins.embedding(8, 3, seed=0)
    three = {kind.__name__: kind([0, 1], [2, 3], [4, 5]) for kind in BY_PAPER}
    table = bias_table(embedding, {"WEAT": WEAT([0, 1], [2, 3], [4, 5], [6, 7]), **three})
    assert table["metric"].tolist() == ["WEAT", "RIPA", "RND", "MAC", "ECT", "RNSB"]
    assert table["bias"].tolist()[1:] == [each.bias(embedding.W[each.words]) for each in three.values()]
    assert table.loc[0, ["partitions", "exact"]].tolist() == [6, True]
    write_csv(table, tmp_path / "bias.csv")
    lines = (tmp_path / "bias.csv").read_text().splitlines()
    assert lines[1].endswith(",6,True")
    assert all(line.endswith(",,,") for line in lines[2:])
    assert bias_table(embedding, three)[["p", "partitions", "exact"]].isna().all(axis=None)
    again = pd.read_csv(tmp_path / "bias.csv")  # as the table of all seeds is made
    write_csv(again, tmp_path / "again.csv")
    assert (tmp_path / "again.csv").read_text() == (tmp_path / "bias.csv").read_text()
