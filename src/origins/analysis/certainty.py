"""Which documents have an effect that is not noise."""

import numpy as np
import pandas as pd


def is_clear(scores: pd.DataFrame) -> np.ndarray:
    """Documents whose effect is not noise: the interval of Δ excludes 0."""
    return ((scores["delta_low"] > 0) | (scores["delta_high"] < 0)).to_numpy()
