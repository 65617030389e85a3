"""What the page's charts and its explorer show, as plain values for JSON."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from origins.experiment.sets import BEST, PAPER
from origins.report import paper, rows
from origins.report.explain import significant
from origins.report.html import script_json, visible

TEXTS = 20  # explained documents in a file

SET_COLUMNS = [
    "estimator", "set", "kind", "size", "predicted_mean", "predicted_std", "true_mean", "true_std", "true_seeds",
    "predicted_delta", "true_delta", "true_delta_std",
]  # fmt: skip
CORRELATION_COLUMNS = ["estimator", "n", "r2", "r2_low", "r2_high", "rmse", "noise_ceiling"]
SINGLE_COLUMNS = ["estimator", "set", "predicted_delta", "predicted_delta_std", "true_delta", "true_delta_std"]


class Tables(NamedTuple):
    """The results of a setup that the page is made of."""

    setup: str
    settings: Mapping[str, Any]  # the resolved configuration of the setup
    corpus: Mapping[str, Any]  # corpus/summary.json
    documents: pd.DataFrame
    scores: Mapping[str, pd.DataFrame]  # by metric, as the next three
    explanations: Mapping[str, Mapping[str, Any]]
    histograms: Mapping[str, pd.DataFrame]
    influential: Mapping[str, pd.DataFrame]
    baselines: pd.DataFrame
    sets: pd.DataFrame
    correlation: pd.DataFrame
    single: pd.DataFrame
    paper: pd.DataFrame
    members: Mapping[tuple[str, str], np.ndarray]  # documents by family and set


def label(metric: str) -> str:
    """A metric's name for people: weat1 is WEAT 1."""
    return re.sub(r"^(weat|ripa|rnd|mac)(?=\d+$)", lambda kind: f"{kind[0].upper()} ", metric)


def summary(tables: Tables, columns: Sequence[rows.Facet], place: np.ndarray) -> dict[str, Any]:
    """All that the page needs before the first row is loaded."""
    return {
        "setup": tables.setup,
        "documents": len(tables.documents),
        "seeds": tables.settings["glove"]["seeds"],
        "best": BEST,
        "paper": PAPER,
        "texts": TEXTS,
        "chunk": rows.CHUNK,
        "facets": [{"name": facet.name, "values": facet.names, "date": facet.is_date} for facet in columns],
        "metrics": [_metric(tables, name, place) for name in tables.scores],
    }


def _metric(tables: Tables, name: str, place: np.ndarray) -> dict[str, Any]:
    def own(table: pd.DataFrame) -> pd.DataFrame:
        return table[table["metric"] == name]

    baselines = own(tables.baselines)
    ids = pd.Series(place, index=tables.documents["id"])
    correlation = own(tables.correlation).query("sets == 'targeted' and of == 'bias'")
    return {
        "name": name,
        "label": label(name),
        "kind": tables.settings["metrics"][name]["kind"],
        "baseline": significant(baselines["bias"].mean()),
        "baseline_std": significant(np.nan_to_num(baselines["bias"].std())),
        "baselines": records(baselines, ["seed", "bias"]),
        "reported": {
            setup: list(metrics[name]) for setup, metrics in paper.BASELINE.items() if name in metrics
        },
        "histogram": records(tables.histograms[name].query("documents > 0"), ["low", "high", "documents"]),
        "sets": records(own(tables.sets), SET_COLUMNS),
        "correlation": records(correlation, CORRELATION_COLUMNS),
        "single": records(own(tables.single), SINGLE_COLUMNS),
        "explained": [int(ids[document["id"]]) for document in tables.explanations[name]["documents"]],
        "largest": significant(tables.scores[name]["delta_mean"].abs().max()),
    }  # fmt: skip


def records(frame: pd.DataFrame, columns: Sequence[str]) -> list[dict[str, Any]]:
    """Rows as JSON wants them: rounded, and null where there is no number."""
    return [
        {name: _plain(value) for name, value in zip(columns, row, strict=True)}
        for row in frame[list(columns)].itertuples(index=False, name=None)
    ]


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return value
    if pd.isna(value):
        return None
    return significant(value) if isinstance(value, float) else int(value)


def write(tables: Tables, folder: Path) -> dict[str, Any]:
    """Write the script files that the page loads, and return the summary that stands in the page itself."""
    folder.mkdir(parents=True)
    scores = list(tables.scores.values())
    order = rows.influence_order(scores)
    place, columns = rows.places(order), rows.facets(tables.documents)
    seeds = tables.settings["glove"]["seeds"]
    for number, chunk in enumerate(rows.chunks(tables.documents, scores, columns, seeds, order)):
        _write(folder / f"rows-{number}.js", "rows", chunk)
    for m, name in enumerate(tables.scores):
        explained = [_cleaned(document) for document in tables.explanations[name]["documents"]]
        for number, start in enumerate(range(0, len(explained), TEXTS)):
            _write(folder / f"text-{m}-{number}.js", "text", [m, number, explained[start : start + TEXTS]])
    members = [
        {"family": family, "set": name, "rows": np.sort(place[documents]).tolist()}
        for (family, name), documents in tables.members.items()
    ]
    _write(folder / "sets.js", "sets", members)
    return summary(tables, columns, place)


def _cleaned(document: Mapping[str, Any]) -> dict[str, Any]:
    parts = [visible(part) for part in document["parts"]]
    return {name: value for name, value in document.items() if name != "id"} | {"parts": parts}


def _write(path: Path, kind: str, value: Any) -> None:
    # browsers read a string of JSON twice as fast as the same as JavaScript
    text = script_json(script_json(value))
    path.write_text(f"origins.receive({script_json(kind)},JSON.parse({text}));\n", encoding="utf-8")
