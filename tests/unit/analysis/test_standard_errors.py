import math

import numpy as np
import pandas as pd
import pytest

from origins.analysis.standard_errors import standard_errors
from origins.influence.analytic import Analytic

VOCABULARY = ["the", "she", "he", "poetry"]


def analytic(*errors, left_out=()):
    return [Analytic(error, np.array(left_out, dtype=int)) for error in errors]


def test_a_row_has_the_three_errors_side_by_side():
    found = standard_errors(
        "weat1",
        [0.1, 0.3, 0.2, 0.2],
        pd.Series([0.1, -0.1, 0.0]),
        [*analytic(0.2, 0.3), *analytic(0.4, 0.3, left_out=[3, 1])],
        VOCABULARY,
    )
    assert found == {
        "metric": "weat1",
        "bias": pytest.approx(0.2),
        "seeds": 4,
        "seeds_std": pytest.approx(math.sqrt(0.02 / 3)),
        "seeds_error": pytest.approx(math.sqrt(0.02 / 3) / 2),
        "documents_error": pytest.approx(math.sqrt(2 * 0.02 / 3)),  # of the jackknife: √((n − 1)/n · Σ (Δ − mean)²)
        "analytic_error": pytest.approx(0.3),
        "left_out": "she poetry",
    }


def test_documents_of_one_author_are_left_out_together():
    delta = np.array([0.1, 0.1, -0.1, -0.1])
    found = standard_errors("weat1", [0.1, 0.2], delta, analytic(0.2), VOCABULARY, units=np.array([0, 0, 1, 1]))
    assert found["documents_error"] == pytest.approx(0.2)  # √((2 − 1) · 0.2²)


def test_what_one_seed_or_a_metric_in_steps_cannot_have_is_missing():
    found = standard_errors("ect1", [0.9], np.zeros(5), analytic(math.nan), VOCABULARY)
    assert {name for name, value in found.items() if isinstance(value, float) and math.isnan(value)} == {
        "seeds_std",
        "seeds_error",
        "analytic_error",
    }
    assert found["left_out"] == ""
