"""A corpus in a few numbers, to set beside the paper's table of setups."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from origins import metrics
from origins.cooccurrence.matrix import Cooccurrence
from origins.corpus.tokens import word_ids
from origins.report.paper import CORPORA

RARE = 100  # occurrences below which a word's vector depends on a handful of documents


def summarize(
    table: pd.DataFrame, vocabulary: pd.Series, X: Cooccurrence, definitions: Mapping[str, Mapping[str, Any]]
) -> dict[str, Any]:
    """Documents, tokens, vocabulary, non-zeros, and for each metric the words that are missing or rare."""
    ids = word_ids(vocabulary)
    by_metric = {}
    for name, definition in definitions.items():
        metric = metrics.metric(name, definition, ids)
        counts = vocabulary.iloc[metric.words].sort_values(kind="stable")
        by_metric[name] = {
            "words": len(metric.words),
            "missing": sorted(metric.missing),
            "rare": {word: int(count) for word, count in counts[counts < RARE].items()},
        }
    return {
        "documents": len(table),
        "tokens": int(table["tokens"].sum()),
        "vocabulary": len(vocabulary),
        "nonzeros": X.nonzeros,
        "metrics": by_metric,
    }


def describe(setup: str, summary: Mapping[str, Any]) -> str:
    """The summary in a few lines, beside the paper's numbers where the setup is one of the paper's."""
    paper = CORPORA.get(setup, {})
    lines = [f"{setup}:"]
    for name in ("documents", "tokens", "vocabulary", "nonzeros"):
        reported = f"  (paper: {paper[name]:,})" if name in paper else ""
        lines.append(f"  {name:<10} {summary[name]:>13,}{reported}")
    for name, metric in summary["metrics"].items():
        missing = ", ".join(metric["missing"]) or "none"
        rare = ", ".join(f"{word} {count}" for word, count in metric["rare"].items()) or "none"
        lines.append(f"  {name}: {metric['words']} words; missing: {missing}; fewer than {RARE} times: {rare}")
    return "\n".join(lines)
