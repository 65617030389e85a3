"""The influence of every document on bias, without training again (section 4 of the paper)."""

from origins.influence.baseline import Baseline
from origins.influence.estimators import ESTIMATORS, Estimator
from origins.influence.gradient import bias_gradient, top_pairs
from origins.influence.scores import count_metric_words, score_table

__all__ = ["ESTIMATORS", "Baseline", "Estimator", "bias_gradient", "count_metric_words", "score_table", "top_pairs"]
