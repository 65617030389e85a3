"""A corpus in a few numbers, and whether the metrics suit it."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from origins.cooccurrence.matrix import Cooccurrence
from origins.corpus.tokens import word_ids
from origins.metrics.definitions import metric

RARE = 100  # occurrences below which a word's vector depends on a handful of documents


def summarize(
    table: pd.DataFrame, vocabulary: pd.Series, X: Cooccurrence, definitions: Mapping[str, Mapping[str, Any]]
) -> dict[str, Any]:
    """Numbers of documents, tokens, words and non-zeros, and for each metric the words that are missing or rare."""
    ids = word_ids(vocabulary)
    by_metric = {}
    for name, definition in definitions.items():
        measured = metric(name, definition, ids)
        counts = vocabulary.iloc[measured.words].sort_values(kind="stable")
        by_metric[name] = {
            "words": len(measured.words),
            "missing": sorted(measured.missing),
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
    """The summary in a few lines."""
    lines = [f"{setup}:"]
    for name in ("documents", "tokens", "vocabulary", "nonzeros"):
        lines.append(f"  {name:<10} {summary[name]:>13,}")
    for name, about in summary["metrics"].items():
        missing = ", ".join(about["missing"]) or "none"
        rare = ", ".join(f"{word} {count}" for word, count in about["rare"].items()) or "none"
        lines.append(f"  {name}: {about['words']} words; missing: {missing}; fewer than {RARE} times: {rare}")
    return "\n".join(lines)
