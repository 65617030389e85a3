"""Rare words move further: a target word's frequency against how far the largest sets move it (section 5.5).

The paper does not define the movement; its authors' code does, on the projections of the figure that the paper refers
to. Their counts are rounded to thousands, ours are exact.
"""

import numpy as np
import pandas as pd

from origins.analysis.evaluation import bootstrap, least_squares


def frequency_table(projections: pd.DataFrame) -> pd.DataFrame:
    """One row per target word: its count, and how far apart removing either largest set leaves its projections.

    `projections` is `projection.projection_table`. `change` is |mean projection without the decrease set − mean
    projection without the increase set|, means over all retrains; `change_std` is the sample standard deviation of the
    difference over the `pairs` of retrains that share a seed.
    """
    names = {name.split("-")[0]: name for name in projections["condition"].unique()}
    words = projections.drop_duplicates("word").set_index("word")[["side", "count"]]
    by_seed = projections.pivot_table(index="word", columns=["condition", "seed"], values="projection")
    decrease, increase = (by_seed.loc[words.index, names[kind]] for kind in ("decrease", "increase"))
    paired = (decrease - increase).dropna(axis="columns")
    table = words.assign(
        log10_count=np.log10(words["count"]),
        without_decrease=decrease.mean(axis="columns"),
        without_increase=increase.mean(axis="columns"),
        change=(decrease.mean(axis="columns") - increase.mean(axis="columns")).abs(),
        change_std=paired.std(axis="columns"),
        pairs=paired.shape[1],
    )
    return table.reset_index()


def frequency_fit(table: pd.DataFrame, *, resamples: int = 2000, seed: int = 0) -> dict[str, float]:
    """The least-squares line of change on log10 frequency, and r² with the bootstrap's 95 % interval over words."""
    x, y = table["log10_count"].to_numpy(), table["change"].to_numpy()
    slope, intercept, r2 = least_squares(x, y)
    low, high = bootstrap(x, y, resamples, seed)
    return {"n": len(table), "r2": r2, "r2_low": low, "r2_high": high, "slope": slope, "intercept": intercept}
