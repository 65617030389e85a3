"""Do the settings suit the corpus? Asked before anything is trained; it can stop a run, but changes no number."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow.parquet

from origins.corpus.tokens import load_vocabulary, word_ids
from origins.errors import OriginsError
from origins.experiment.groups import check_fields
from origins.experiment.perturbation import share_of
from origins.metrics.definitions import metric


def check(setup: str, settings: Mapping[str, Any], table: Path, vocabulary: Path) -> None:
    """Every set must leave some documents, metadata must have the fields that are named, and metrics enough words."""
    documents = pyarrow.parquet.read_metadata(table).num_rows
    fields = [name for name in pyarrow.parquet.read_schema(table).names if name not in ("id", "title", "tokens")]
    for key in ("resample_by", "bands"):
        named = settings["metadata"][key] or []
        check_fields(f"config: setups.{setup}.metadata.{key}", [named] if isinstance(named, str) else named, fields)
    check_sizes(f"setups.{setup}", settings["perturbation"], documents)
    for percent in settings["lds"]["left_out"] if settings["lds"]["subsets"] else []:
        try:
            share_of(documents, percent)
        except OriginsError as error:
            raise OriginsError(f"config: setups.{setup}.{error}") from None
    ids = word_ids(load_vocabulary(vocabulary))
    for name, definition in (settings["metrics"] | settings["further_metrics"]).items():
        metric(name, definition, ids)


def check_sizes(key: str, perturbation: Mapping[str, Any], documents: int) -> None:
    """Every set must leave something of the corpus."""
    for name in ("sizes", "random_sizes"):
        for size in perturbation.get(name) or []:
            if size >= documents:
                raise OriginsError(
                    f"config: {key}.perturbation.{name}: a set of {size} documents leaves nothing of the corpus, "
                    f"which has {documents}; choose less."
                )
    for name in ("single_documents", "single_random", "calibration"):
        if perturbation.get(name, 0) > documents:
            raise OriginsError(
                f"config: {key}.perturbation.{name}: the corpus has only {documents} documents; choose fewer."
            )
