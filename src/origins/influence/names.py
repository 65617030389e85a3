"""The names of estimators, which can be imported without compiling their kernels."""

PAPER = "influence"  # the paper's
BEST = "relearn"  # ours, which the page shows and which chooses single documents
NOT_ADDITIVE = ("influence", "refit", "damped", "relearn")  # a set's effect is not the sum of its documents' effects


def sum_of(estimator: str) -> str:
    """The name of the sum of an estimator's effects of single documents."""
    return "sum" if estimator == PAPER else f"sum of {estimator}"
