"""The bias of the baselines, as the paper's Table 2 has it."""

import numpy as np
import pandas as pd


def mean_and_deviation(mean: float, deviation: float, digits: int = 3) -> str:
    """As the paper prints it: 0.957 (± 0.150)."""
    return f"{mean:.{digits}f}" + ("" if pd.isna(deviation) else f" (± {deviation:.{digits}f})")


def baseline_table(baselines: pd.DataFrame) -> pd.DataFrame:
    """The paper's table of baseline effect sizes: mean and sample standard deviation over seeds.

    `significant` counts the baselines in which the permutation test finds an association (p < 0.05).
    """
    by_metric = baselines.groupby("metric", sort=False)
    table = by_metric["bias"].agg(seeds="count", mean="mean", std="std").reset_index()
    table["effect_size"] = [mean_and_deviation(*row) for row in zip(table["mean"], table["std"], strict=True)]
    for name, value in (("p_min", "min"), ("p_median", "median"), ("p_max", "max")):
        table[name] = by_metric["p"].agg(value).to_numpy()
    tested, found = (by_metric["p"].agg(count).to_numpy() for count in ("count", lambda p: (p < 0.05).sum()))
    table["significant"] = pd.array(np.where(tested > 0, found, pd.NA), dtype="Int64")
    return table
