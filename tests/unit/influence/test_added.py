import numpy as np
import pytest
from strategies import token_store
from unit.influence import twins
from unit.influence.test_greedy import some_corpus

from origins.cooccurrence import matrix as cooccurrence
from origins.corpus.tokens import TokenStore
from origins.glove.embedding import Embedding
from origins.glove.trainer import GloVe
from origins.influence.added import score_added, to_add, with_room
from origins.influence.estimators import ESTIMATORS
from origins.influence.scoring import Setting

SHIFTS = {
    "influence": twins.influence_shift,
    "damped": twins.damped_shift,
    "refit": twins.refit_shift,
    "relearn": twins.relearn_shift,
}

WORDS = 216
SETS = [range(4), range(4, 8), range(8, 12), range(12, 16)]  # S, T, A, B
TRAINING = {"dimension": 8, "epochs": 60, "learning_rate": 0.05, "x_max": 20.0, "alpha": 0.75}


def cut(corpus: TokenStore, first: int, last: int) -> TokenStore:
    """Some documents of a corpus, in its vocabulary."""
    offsets = corpus.offsets[first : last + 1]
    return TokenStore(corpus.ids[offsets[0] : offsets[-1]], offsets - offsets[0], words=corpus.words)


@pytest.mark.parametrize("name", SHIFTS)
def test_adding_is_algorithm_1_with_x_plus_y(tmp_path, name):
    whole = some_corpus(40)
    corpus, added = cut(whole, 0, 36), cut(whole, 36, 40)
    e, metric = twins.embedding(whole.words, 3, 0), twins.some_metric(whole.words)
    X = with_room(cooccurrence.count(corpus, tmp_path, window=3), metric, added)
    baseline = to_add(X, corpus, e, metric, added)
    assert (baseline.rows.count == 0).any()  # new pairs

    x, y = (twins.window_counts(each, range(len(each)), 3) / cooccurrence.unit_of(3) for each in (corpus, added))
    W = e.W.astype(float)
    for i in metric.words:
        W[i] -= SHIFTS[name](x[i], x[i] + y[i], e, i)
    expected = metric.bias(W[metric.words])
    predicted = baseline.bias - ESTIMATORS[name](baseline).set(range(4))
    assert abs(expected - baseline.bias) > 1e-3
    assert predicted == pytest.approx(expected, rel=1e-6)


def test_the_rows_have_room_for_pairs_that_only_the_added_documents_have(tmp_path):
    corpus = token_store([[0, 1, 2, 3, 0, 1, 0], [4, 5, 6, 7, 4]])
    added = TokenStore(np.array([0, 6, 6], dtype=np.int32), np.array([0, 3]), words=corpus.words)
    X = cooccurrence.count(corpus, tmp_path, window=1)
    metric = twins.WEAT([0], [1], [2], [3])
    wider = with_room(X, metric, added).tosparse()
    assert wider.nnz == X.tosparse()[metric.words].nnz + 1
    assert (wider[metric.words] != X.tosparse()[metric.words]).nnz == 0
    assert 6 in wider[[0]].indices and 6 not in X.tosparse()[[0]].indices


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """Two baselines of texts on two topics: words of S and A are mostly in texts on the one, T and B on the other."""
    folder = tmp_path_factory.mktemp("trained")
    rng = np.random.default_rng(3)
    corpus = store_of(
        [text(rng, (*SETS[k % 2], *SETS[k % 2 + 2]), k % 2 if k % 10 < 7 else 1 - k % 2) for k in range(200)]
    )
    X = cooccurrence.count(corpus, folder / "X", window=4)
    files = [folder / f"{seed}.npz" for seed in (1, 2)]
    for seed, file in enumerate(files, start=1):
        learned = GloVe(**TRAINING, seed=seed, threads=1).fit(X)
        Embedding(**vars(learned), seed=seed, settings=TRAINING, corpus_fingerprint="", vocabulary_fingerprint="").save(
            file
        )
    return Setting(X, corpus, twins.WEAT(*SETS), range(WORDS)), files


def text(rng, words, topic):
    """Some words among those of a topic."""
    about = 16 + 100 * topic + rng.integers(0, 100, 40)
    return rng.permutation(np.concatenate([rng.choice(words, 12), about, rng.integers(16, WORDS, 20)]))


def store_of(texts) -> TokenStore:
    offsets = np.concatenate([[0], np.cumsum([len(each) for each in texts])])
    return TokenStore(np.concatenate(texts).astype(np.int32), offsets, words=WORDS)


def test_training_with_documents_added_agrees_in_direction_and_rough_size(trained, tmp_path):
    setting, files = trained
    corpus, metric = setting.corpus, setting.metric
    before = [metric.bias(Embedding.load(file).W[metric.words]) for file in files]
    predicted, measured = [], []
    for number, (size, crossed) in enumerate([(4, 0), (4, 1), (8, 0), (8, 1), (12, 0), (12, 1)]):
        rng = np.random.default_rng([7, number])
        texts = [text(rng, SETS[k % 2], (k + crossed) % 2) for k in range(size)]  # S and T, in their topic or the other
        predicted.append(score_added(setting, files, store_of(texts), "relearn").loc["mean", "change"])
        whole = store_of([*(corpus[k] for k in range(len(corpus))), *texts])
        X = cooccurrence.count(whole, tmp_path / str(number), window=4)
        after = [metric.bias(GloVe(**TRAINING, seed=seed, threads=1).fit(X).W[metric.words]) for seed in (1, 2)]
        measured.append(np.mean(after) - np.mean(before))
    assert (np.sign(predicted) == np.sign(measured)).all()
    assert np.corrcoef(predicted, measured)[0, 1] > 0.6
    assert 0.4 < np.dot(predicted, measured) / np.dot(measured, measured) < 2.5
