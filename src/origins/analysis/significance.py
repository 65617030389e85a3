"""Which perturbation sets differ from the baseline by more than chance (Section 5.2). Frames as in `evaluation`."""

import warnings

import numpy as np
import pandas as pd
import scipy.stats

from origins.analysis.evaluation import GROUPS, constant, in_order
from origins.experiment.sets import DocumentSet

LEVEL = 0.05


def welch(baselines: pd.DataFrame, truth: pd.DataFrame) -> pd.DataFrame:
    """Welch's t-test of each set's retrained biases against the baseline biases, and the paired t-test.

    Welch's test, the paper's, takes all runs for independent. Ours are not: a retrain starts from the seed of a
    baseline and follows its schedule, so the two vary together and Welch's test loses power. The paired test looks
    at B(w) − B(w̃) of the same seed. A p-value is NaN where there are fewer than two runs or nothing varies.
    """
    return _tests(baselines, truth, "bias")


def counts(tests: pd.DataFrame) -> pd.DataFrame:
    """How many sets differ from the baseline at p < 0.05, by metric and in all.

    A random set is tested with every metric, and every test counts under "all". The authors tested each set with one
    metric, half of the sets of a size with either; "each once" counts them so: the first sets of each size with the
    first metric, and so on.
    """
    groups = tests["kind"].map(GROUPS)
    rows = []
    for metric in [*tests["metric"].unique(), "all", "each once"]:
        for group in dict.fromkeys(GROUPS.values()):
            if metric == "each once":
                chosen = each_once(tests[groups == group]) if group == "random" else tests[:0]
            else:
                chosen = tests[(groups == group) & ((tests["metric"] == metric) | (metric == "all"))]
            if len(chosen):
                rows.append(
                    {
                        "metric": metric,
                        "sets": group,
                        "tested": int(chosen["p_welch"].notna().sum()),  # one retrain cannot be tested
                        "differ_welch": int((chosen["p_welch"] < LEVEL).sum()),
                        "differ_paired": int((chosen["p_paired"] < LEVEL).sum()),
                    }
                )
    return pd.DataFrame(rows)


def each_once(tests: pd.DataFrame) -> pd.DataFrame:
    """Each random set with one metric only: of the sets of a size, an equal share with every metric, in order."""
    if tests.empty:
        return tests
    metrics = list(tests["metric"].unique())
    number = tests["set"].map(lambda name: DocumentSet.parse(name).number)
    share = -(-number.max() // len(metrics))
    return tests[tests["metric"] == [metrics[(n - 1) // share] for n in number]]


def analogies(baselines: pd.DataFrame, truth: pd.DataFrame) -> pd.DataFrame:
    """TOP-1 accuracy in the embeddings of each set against the baseline's, tested like the biases.

    `baselines`: seed, accuracy. `truth`: metric (whose set it is), set, kind, size, seed, accuracy.
    """
    by_metric = baselines.merge(truth[["metric"]].drop_duplicates(), how="cross")
    return _tests(by_metric, truth, "accuracy")


def _tests(baselines: pd.DataFrame, truth: pd.DataFrame, value: str) -> pd.DataFrame:
    rows = []
    for (metric, name, kind, size), runs in truth.groupby(["metric", "set", "kind", "size"], sort=False):
        base, retrained = _by_seed(baselines[baselines["metric"] == metric], value), _by_seed(runs, value)
        seeds = retrained.index.intersection(base.index)
        rows.append(
            {
                "metric": metric,
                "set": name,
                "kind": kind,
                "size": size,
                "baseline_mean": base.mean(),
                "baseline_seeds": len(base),
                "mean": retrained.mean(),
                "std": retrained.std(),
                "seeds": len(retrained),
                **_welch(retrained, base),
                **_paired(base[seeds], retrained[seeds]),
            }
        )
    return in_order(pd.DataFrame(rows))


def _by_seed(frame: pd.DataFrame, value: str) -> pd.Series:
    if frame["seed"].duplicated().any():
        raise ValueError("a seed occurs twice")
    return frame.set_index("seed")[value]


def _welch(a: pd.Series, b: pd.Series) -> dict[str, float]:
    if min(len(a), len(b)) < 2 or constant(np.concatenate([a, b])):
        return {"t_welch": np.nan, "p_welch": np.nan}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # no variation: infinitely significant
        test = scipy.stats.ttest_ind(a, b, equal_var=False)
    return {"t_welch": float(test.statistic), "p_welch": float(test.pvalue)}


def _paired(base: pd.Series, retrained: pd.Series) -> dict[str, float]:
    delta = base - retrained
    known = {"pairs": len(delta), "delta_mean": delta.mean(), "delta_std": delta.std()}
    if len(delta) < 2 or np.allclose(base, retrained, rtol=1e-12, atol=0):
        return known | {"t_paired": np.nan, "p_paired": np.nan}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        test = scipy.stats.ttest_1samp(delta, 0)
    return known | {"t_paired": float(test.statistic), "p_paired": float(test.pvalue)}
