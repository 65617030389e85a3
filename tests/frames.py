"""Frames as the workflow makes them, with a known truth: what evaluation, figures and tables are tested on."""

import numpy as np
import pandas as pd


def synthetic(
    sizes=(10, 30, 100, 300),
    seeds=10,
    retrain_seeds=5,
    random_sets=3,
    singles=6,
    metrics=("weat1", "weat2"),
    estimators=(("influence", 0.85, 0.04), ("damped", 1.0, 0.01), ("sum", 2.0, 0.1)),
    noise=0.01,
    seed=0,
):
    """Baselines, predictions and truth. An estimator (name, scale, error) predicts scale · Δ + an error of a set."""
    rng = np.random.default_rng(seed)
    baselines, predictions, truth = [], [], []
    for m, metric in enumerate(metrics):
        base = {s: 0.95 - 0.8 * m + rng.normal(0, 0.15) for s in range(1, seeds + 1)}
        baselines += [(metric, s, bias) for s, bias in base.items()]
        for name, kind, size, delta in named_sets(sizes, random_sets, singles, rng):
            errors = {estimator: rng.normal(0, error) for estimator, _, error in estimators}
            for s, bias in base.items():
                spread = rng.normal(0, noise) * min(1, 5 * abs(delta))
                for estimator, scale, _ in estimators:
                    predicted = bias - scale * delta - errors[estimator] * min(1, 5 * abs(delta)) + spread
                    predictions.append((metric, estimator, name, kind, size, s, predicted))
                if s <= retrain_seeds:
                    truth.append((metric, name, kind, size, s, bias - delta + rng.normal(0, noise)))
    set_columns = ["set", "kind", "size", "seed", "bias"]
    return (
        pd.DataFrame(baselines, columns=["metric", "seed", "bias"]),
        pd.DataFrame(predictions, columns=["metric", "estimator", *set_columns]),
        pd.DataFrame(truth, columns=["metric", *set_columns]),
    )


def named_sets(sizes, random_sets, singles, rng):
    """Names, kinds, sizes and true Δ that grow with the size of a set."""
    for kind, sign in (("decrease", 1), ("increase", -1)):
        for size in sizes:
            yield f"{kind}-{size}", kind, size, sign * 0.1 * size**0.45
    for size in sizes:
        for number in range(1, random_sets + 1):
            yield f"random-{size}-{number}", "random", size, rng.normal(0, 0.004)
    for direction, sign in (("decrease", 1), ("increase", -1), ("random", 0)):
        for number in range(1, singles + 1):
            yield f"single-{direction}-{number}", "single", 1, sign * 0.09 / number
