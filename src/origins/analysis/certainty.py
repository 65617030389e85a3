"""Which documents have an effect that is not noise."""

import numpy as np
import pandas as pd

from origins.analysis.intervals import half_width


def is_clear(scores: pd.DataFrame) -> np.ndarray:
    """Documents whose effect is not noise: the interval of Δ excludes 0. `scores` has all documents of the corpus."""
    return scores["delta_mean"].abs().to_numpy() > half_width(scores)
