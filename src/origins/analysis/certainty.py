"""Which documents have an effect that is not noise."""

import numpy as np
import pandas as pd

DEVIATIONS = 2  # a clear effect is at least so many standard deviations over seeds away from 0


def is_clear(scores: pd.DataFrame) -> np.ndarray:
    """Documents whose effect is not noise: all seeds agree on its sign, and it is at least two deviations from 0."""
    size = scores["delta_mean"].abs().to_numpy()
    agree = scores["sign_agreement"].to_numpy() > 1 - 1e-9
    return (size > 0) & agree & (size >= DEVIATIONS * scores["delta_std"].fillna(0).to_numpy())
