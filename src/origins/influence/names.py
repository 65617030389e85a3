"""The two rankings of documents, by the name of their estimator."""

PAPER = "influence"  # the paper's
BEST = "relearn"  # ours, which the page shows and which chooses single documents
