"""Keep of two runs what a reader needs to judge them, in this folder: tables, figures and times, no texts.

    python docs/reproduction/earlier/keep.py results/simplewiki-2021 results/simplewiki-2021-60

The first run has the paper's length; the second is shorter, with more single documents, and its other figures are left
out. `epochs.csv` compares the two over the sets that both have.
"""

import sys
from functools import reduce
from pathlib import Path

import numpy as np
import pandas as pd

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(ROOT / "src"), str(HERE.parent)]

from kept import show  # noqa: E402

from origins import config  # noqa: E402
from origins.analysis import evaluation  # noqa: E402
from origins.corpus.tokens import load_vocabulary, word_ids  # noqa: E402
from origins.files.csvfile import write_csv  # noqa: E402
from origins.glove.embedding import Embedding  # noqa: E402
from origins.influence.scoring import Setting  # noqa: E402
from origins.influence.trained import Trained  # noqa: E402
from origins.metrics.definitions import metric  # noqa: E402
from origins.runtime import times  # noqa: E402

METRICS = {name: config.load(ROOT / "config.yaml")["metrics"][name] for name in ("weat1", "weat2")}


def main(runs: list[Path]) -> None:
    """Copy every run, then compare them."""
    for results in runs:
        folder = HERE / f"{epochs_of(results)}-epochs"
        show(results, folder, "*.png" if results == runs[0] else "single_documents_*.png")
        write_csv(times.by_rule(results), folder / "times.csv")
    write_csv(compare(runs), HERE / "epochs.csv")
    for name, measure in MEASURED.items():
        write_csv(pd.concat(map(measure, runs), ignore_index=True), HERE / f"{name}.csv")


def compare(runs: list[Path]) -> pd.DataFrame:
    """How well each run predicts, over the sets and the seeds that all have."""
    truths = [pd.read_csv(results / "tables" / "truth.csv") for results in runs]
    keys = ["metric", "set", "seed"]
    common = reduce(pd.merge, [truth[keys] for truth in truths])
    rows = []
    for results, truth in zip(runs, truths, strict=True):
        predictions = pd.concat(map(pd.read_csv, sorted(results.glob("predictions/*.csv"))))
        predictions = predictions.merge(common[["metric", "set"]].drop_duplicates())
        table = evaluation.correlation(baselines_of(results), predictions, truth.merge(common))
        rows.append(table[table["n"] > 1].assign(epochs=epochs_of(results)))
    first = ["sets", "metric", "estimator", "of", "epochs"]
    columns = [*first, "n", "r2", "r2_low", "r2_high", "slope", "rmse", "sign_accuracy"]
    return pd.concat(rows).sort_values(first, kind="stable")[columns]


def distances(results: Path) -> pd.DataFrame:
    """How far the words of each metric are from their optimum, which influence functions take them to be at.

    `gradient` is the norm of Σ_j ∂L/∂w_i, `sum_of_norms` what it would be if the contexts' parts did not cancel, and
    `step` the Newton step H_i⁻¹ ∇ in parts of the vector's length; each the mean over the baselines.
    """
    rows = []
    for name, definition in METRICS.items():
        folders = (results / part for part in ("cooccurrence", "corpus/tokens", "corpus/vocabulary.csv"))
        setting = Setting.load(*folders, name, definition, threads=2)
        for baseline in setting.baselines(embeddings_of(results)):
            for i, word in enumerate(baseline.metric.words):
                rows.append({"metric": name, "word": setting.vocabulary[word]} | distance(baseline, i))
    means = pd.DataFrame(rows).groupby(["metric", "word"], sort=False).mean().reset_index()
    return means.assign(epochs=epochs_of(results))


def distance(baseline: Trained, i: int) -> dict[str, float]:
    """The gradient of L at one word's vector and bias, and the Newton step from there."""
    entries = slice(*baseline.rows.starts[i : i + 2])
    contexts, g = baseline.rows.U[baseline.rows.context[entries]], baseline.rows.g[entries]
    gradient = g @ contexts
    H = baseline.H[i] + baseline.damping[i] * np.eye(len(gradient))
    step = np.linalg.solve(H, gradient)[:-1]
    return {
        "gradient": np.linalg.norm(gradient),
        "sum_of_norms": np.abs(g) @ np.linalg.norm(contexts, axis=1),
        "step": np.linalg.norm(step) / np.linalg.norm(baseline.vectors[i]),
    }


def without_each_word(results: Path) -> pd.DataFrame:
    """The mean bias of the baselines if a word were not in the metric: how much of it hangs on that one word."""
    ids = word_ids(load_vocabulary(results / "corpus" / "vocabulary.csv"))
    vectors = [Embedding.load(file).W for file in embeddings_of(results)]
    rows = []
    for name, definition in METRICS.items():
        lists = {key: [word for word in definition[key] if word in ids] for key in "STAB"}
        for key, word in [("", ""), *((key, word) for key, words in lists.items() for word in words)]:
            left = lists | ({key: [other for other in lists[key] if other != word]} if word else {})
            weat = metric(name, definition | left, ids)
            biases = [weat.kernel(W[weat.words].astype(float), *weat.sets) for W in vectors]
            rows.append({"metric": name, "without": word, "mean": np.mean(biases), "std": np.std(biases, ddof=1)})
    return pd.DataFrame(rows).assign(epochs=epochs_of(results))


def sampling(results: Path) -> pd.DataFrame:
    """How far the bias varies with the seed, and with the documents that happen to be in the corpus.

    `jackknife` is the standard error that the predicted Δ of every document add up to. `halves_std`, the deviation of
    retrains without random halves of the corpus, if there are any, estimates the same with some noise of training.
    """
    baselines = baselines_of(results)
    rows = []
    for name in METRICS:
        delta = pd.read_parquet(results / "scores" / f"{name}.parquet")["delta_mean"]
        files = sorted(results.glob(f"retrains/shared/random-{len(delta) // 2}-*/1.csv"))
        halves = pd.Series([pd.read_csv(file, index_col="metric")["bias"][name] for file in files], dtype=float)
        rows.append(
            {
                "metric": name,
                "seeds_std": baselines.loc[baselines["metric"] == name, "bias"].std(),
                "jackknife": evaluation.sampling_error(delta),
                "halves": len(halves),
                "halves_mean": halves.mean(),
                "halves_std": halves.std(),
            }
        )
    return pd.DataFrame(rows).assign(epochs=epochs_of(results))


def baselines_of(results: Path) -> pd.DataFrame:
    """The bias of every baseline."""
    return pd.read_csv(results / "tables" / "baseline_bias.csv")[["metric", "seed", "bias"]]


def embeddings_of(results: Path) -> list[Path]:
    """The baselines."""
    return sorted(results.glob("baseline/embedding-*.npz"))


def epochs_of(results: Path) -> int:
    """How long the baselines of a run were trained."""
    return len(pd.read_csv(results / "tables" / "convergence.csv")["epoch"].unique())


MEASURED = {"optimum": distances, "without_each_word": without_each_word, "sampling": sampling}

if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main([Path(argument) for argument in sys.argv[1:]])
