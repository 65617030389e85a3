"""What the page's charts and its explorer show, as plain values for JSON."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from origins.analysis.evaluation import delta_histogram
from origins.analysis.intervals import NOISE, Q
from origins.experiment.sets import BEST, PAPER
from origins.report import choices, rows
from origins.report.explain import significant
from origins.report.html import script_json, visible

TEXTS = 20  # explained documents per file
PACKED = ("numbers", "names", "shifts")  # hardly more than a few long texts
SINGLE = 50_000  # the most influential documents, which the page has as a single file: it should fit into a mail

# only what is over the same seeds, so that prediction, truth and baseline may stand side by side
SET_COLUMNS = [
    "estimator", "set", "kind", "size", "paired_baseline", "paired_predicted", "paired_true", "pairs",
    "predicted_delta", "predicted_delta_std", "true_delta", "true_delta_std",
]  # fmt: skip
CORRELATION_COLUMNS = ["estimator", "sets", "n", "r2", "r2_low", "r2_high", "rmse"]
KIND_COLUMNS = ["field", "value", "documents", "delta_mean", "mean_low", "mean_high"]
BASELINE_COLUMNS = ["seed", "bias"]
POINTS = 4  # r² over fewer sets says nothing


class Tables(NamedTuple):
    """The results of a setup that the page is made of; what comes from retraining may not be there yet."""

    setup: str
    settings: Mapping[str, Any]  # the resolved configuration of the setup
    corpus: Mapping[str, Any]  # corpus/summary.json
    documents: pd.DataFrame
    scores: Mapping[str, pd.DataFrame]  # by metric, as the explanations
    explanations: Mapping[str, Mapping[str, Any]]
    baselines: pd.DataFrame
    null: pd.DataFrame | None = None  # random word sets, by metric and embedding
    standard_errors: pd.DataFrame | None = None  # three of them, by metric
    sets: pd.DataFrame | None = None
    correlation: pd.DataFrame | None = None
    single: pd.DataFrame | None = None
    paper: pd.DataFrame | None = None
    members: Mapping[tuple[str, str], np.ndarray] | None = None  # documents by family and set
    metadata: Mapping[str, pd.DataFrame] | None = None  # Δ of kinds of documents, by metric
    pretrained: pd.DataFrame | None = None  # the metrics in vectors of others
    choices: Mapping[str, pd.DataFrame] | None = None  # errors of adding documents up, by metric


def rows_of(table: pd.DataFrame | None, metric: str) -> pd.DataFrame:
    """The rows of one metric; none of a table that is not there."""
    return pd.DataFrame() if table is None else table[table["metric"] == metric]


def label(metric: str) -> str:
    """A metric's name for readers: weat1 is WEAT 1, career is Career, xweat7_de is XWEAT 7 de."""
    if found := re.fullmatch(r"(x?weat|ripa|rnd|mac|ect|rnsb|caliskan)(\d+)(_.*)?", metric):
        kind = "Caliskan" if found[1] == "caliskan" else found[1].upper()
        metric = f"{kind} {found[2]}{found[3] or ''}"
    return metric[:1].upper() + re.sub(r"[_-]+", " ", metric[1:])


def summary(tables: Tables, columns: Sequence[rows.Facet], place: np.ndarray) -> dict[str, Any]:
    """Everything that the page needs before the first row is loaded."""
    return {
        "setup": tables.setup,
        "documents": len(tables.documents),
        "rows": len(tables.documents),
        "seeds": tables.settings["glove"]["seeds"],
        "best": BEST,
        "interval": Q,
        "paper": PAPER,
        "texts": TEXTS,
        "chunk": rows.CHUNK,
        "resampled": resampled(tables),
        "facets": [{"name": facet.name, "values": facet.names, "date": facet.is_date} for facet in columns],
        "metrics": [_metric(tables, name, place) for name in tables.scores],
    }


def resampled(tables: Tables) -> str:
    """What the intervals of kinds of documents are over."""
    field = tables.settings["metadata"]["resample_by"]
    return f'whole values of "{field}"' if field else "documents"


def _metric(tables: Tables, name: str, place: np.ndarray) -> dict[str, Any]:
    baselines = rows_of(tables.baselines, name)
    ids = pd.Series(place, index=tables.documents["id"])
    delta = tables.scores[name]["delta_mean"]
    return {
        "name": name,
        "label": label(name),
        "kind": tables.settings["metrics"][name]["kind"],
        "limit": _limit(tables, name),
        "baseline": significant(baselines["bias"].mean()),
        "baseline_std": significant(np.nan_to_num(baselines["bias"].std())),
        "baselines": records(baselines, BASELINE_COLUMNS),
        "null": _null(rows_of(tables.null, name)),
        "histogram": records(delta_histogram(delta, []).query("documents > 0"), ["low", "high", "documents"]),
        "kinds": records((tables.metadata or {}).get(name, pd.DataFrame()), KIND_COLUMNS),
        "sets": records(rows_of(tables.sets, name), SET_COLUMNS),
        "correlation": records(agreement(tables, name), CORRELATION_COLUMNS),
        "choices": records((tables.choices or {}).get(name, pd.DataFrame()), choices.COLUMNS),
        "explained": [int(ids[document["id"]]) for document in tables.explanations[name]["documents"]],
        "largest": significant(delta.abs().max()),
        "noise": NOISE * float(baselines["bias"].std()) if len(baselines) > 1 else None,
    }


def _limit(tables: Tables, name: str) -> float | None:
    """The largest effect size that the numbers of target words allow; None for other metrics."""
    definition = tables.settings["metrics"][name]
    if definition["kind"] != "weat":
        return None
    missing = tables.corpus["metrics"].get(name, {}).get("missing", [])
    s, t = (len(set(definition[key]).difference(missing)) for key in "ST")
    return math.sqrt((s + t) * (s + t - 1) / (s * t))


def agreement(tables: Tables, name: str) -> pd.DataFrame:
    """How well paired Δ agree, by estimator and group of sets; r² only over enough of them."""
    rows = rows_of(tables.correlation, name)
    if not len(rows):
        return rows
    rows = rows[rows["of"] == "delta"]
    few = rows["n"] < POINTS
    return rows.assign(**{column: rows[column].mask(few) for column in ("r2", "r2_low", "r2_high")})


def _null(null: pd.DataFrame) -> dict[str, float] | None:
    """The middle 95 % of what random word sets score: the mean of its ends over embeddings."""
    return {end: significant(null[end].mean()) for end in ("low", "high")} if len(null) else None


def records(frame: pd.DataFrame, columns: Sequence[str]) -> list[dict[str, Any]]:
    """Rows as JSON wants them: rounded, and null where there is no number."""
    if not len(frame):
        return []
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


def overview(tables: Tables, limit: int | None = None) -> dict[str, Any]:
    """The summary, with documents in the order in which `files` has them, and how many of them it has."""
    place = rows.places(rows.influence_order(list(tables.scores.values())))
    made = summary(tables, rows.facets(tables.documents), place)
    return made | {"rows": min(len(tables.documents), limit or len(tables.documents))}


def files(tables: Tables, limit: int | None = None) -> Iterator[tuple[str, str, Any]]:
    """What the page loads piece by piece: name, kind and value of each; at most `limit` documents."""
    scores = list(tables.scores.values())
    order = rows.influence_order(scores)
    place, columns = rows.places(order), rows.facets(tables.documents)
    seeds = tables.settings["glove"]["seeds"]
    yield "numbers", "numbers", rows.numbers(tables.documents, scores, columns, seeds, order[:limit])
    for number, chunk in enumerate(rows.names(tables.documents, order[:limit])):
        yield f"names-{number}", "names", chunk
    for m, name in enumerate(tables.scores):
        explained = [_cleaned(document) for document in tables.explanations[name]["documents"]]
        for number, start in enumerate(range(0, len(explained), TEXTS)):
            yield f"text-{m}-{number}", "text", [m, number, explained[start : start + TEXTS]]
        yield f"shifts-{m}", "shifts", [m, tables.explanations[name]["shifts"]]
    members = [
        {"family": family, "set": name, "rows": np.sort(place[documents]).tolist()}
        for (family, name), documents in (tables.members or {}).items()
    ]
    yield "sets", "sets", members


def write(tables: Tables, folder: Path) -> None:
    """Write the script files that the page loads."""
    folder.mkdir(parents=True)
    for name, kind, value in files(tables):
        # browsers parse a JSON string twice as fast as the same JavaScript literal, unless that is one long text
        encoded = script_json(value) if kind in PACKED else f"JSON.parse({script_json(script_json(value))})"
        text = f"origins.receive({script_json(kind)},{encoded});\n"
        (folder / f"{name}.js").write_text(text, encoding="utf-8")


def inline(tables: Tables) -> str:
    """The same as elements of the page, which hold data and run nothing; of the most influential documents only."""
    return "".join(
        f'<script type="application/json" id="data-{name}" data-kind="{kind}">{script_json(value)}</script>\n'
        for name, kind, value in files(tables, SINGLE)
    )


def _cleaned(document: Mapping[str, Any]) -> dict[str, Any]:
    parts = [visible(part) for part in document["parts"]]
    return {name: value for name, value in document.items() if name != "id"} | {"parts": parts}
