"""Do the settings suit the corpus? Asked before anything is trained; it can stop a run, but changes no number."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow.parquet

from origins.corpus.tokens import load_vocabulary, word_ids
from origins.errors import OriginsError
from origins.experiment.perturbation import share_of
from origins.metrics.definitions import metric


def check(setup: str, settings: Mapping[str, Any], table: Path, vocabulary: Path) -> None:
    """Every set must leave some documents, metadata must have the fields that are named, and metrics enough words."""
    documents = pyarrow.parquet.read_metadata(table).num_rows
    check_fields(f"setups.{setup}", settings["metadata"], pyarrow.parquet.read_schema(table).names)
    check_sizes(f"setups.{setup}", settings["perturbation"], documents)
    for percent in settings["lds"]["left_out"] if settings["lds"]["subsets"] else []:
        try:
            share_of(documents, percent)
        except OriginsError as error:
            raise OriginsError(f"config: setups.{setup}.{error}") from None
    ids = word_ids(load_vocabulary(vocabulary))
    for name, definition in (settings["metrics"] | settings["further_metrics"]).items():
        metric(name, definition, ids)


def check_fields(key: str, metadata: Mapping[str, Any], columns: Sequence[str]) -> None:
    """Documents must have the metadata that the settings name."""
    fields = [name for name in columns if name not in ("id", "title", "tokens")]
    for setting, names in (("resample_by", [metadata["resample_by"]]), ("bands", metadata["bands"])):
        for name in names:
            if name is not None and name not in fields:
                raise OriginsError(
                    f"config: {key}.metadata.{setting}: no document has the field {name!r}; found "
                    f"{', '.join(fields) or 'no metadata'}. Correct it."
                )


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
