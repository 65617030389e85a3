"""A finished trace, and questions to it: the bias, what every document does to it, and what if some were not there."""

import shutil
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from origins import config
from origins.analysis.evaluation import delta_histogram
from origins.errors import OriginsError
from origins.files.csvfile import read_csv
from origins.influence.names import BEST, PAPER
from origins.influence.scoring import Setting, ranked_by
from origins.report.progress import page_of
from origins.study.curate import Curation, Keep
from origins.study.without import Without

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Study:
    """What a run of the workflow found; `folder` is its results/<setup>."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder).absolute()
        self.settings: dict[str, Any] = config.recall(self.folder)

    @property
    def metrics(self) -> list[str]:
        """The names of the metrics that documents were scored by."""
        return [*self.settings["metrics"], *self.settings["further_metrics"]]

    @cached_property
    def corpus(self) -> pd.DataFrame:
        """One row per document: id, title, number of tokens and metadata."""
        return pd.read_parquet(self.folder / "corpus" / "documents.parquet")

    @property
    def bias(self) -> pd.DataFrame:
        """The bias in the baseline embeddings: mean and spread over seeds, and p-values of the permutation test."""
        table = read_csv(self.folder / "tables" / "baseline.csv").set_index("metric")
        return table.drop(columns="effect_size")

    @property
    def standard_errors(self) -> pd.DataFrame:
        """How sure the bias is: its standard error over seeds, over documents, and given the contexts (GloVe-V)."""
        return read_csv(self.folder / "tables" / "standard_errors.csv").set_index("metric")

    def documents(self, metric: str, estimator: str = BEST) -> pd.DataFrame:
        """Every document with its Δ, the change of the bias that it is responsible for; the largest Δ first.

        Without a document the bias is predicted to be lower by Δ. `estimator="influence"` gives the paper's numbers.
        """
        if estimator not in (BEST, PAPER):
            raise OriginsError(f"estimator: {estimator!r} ranks no documents; choose {BEST!r} or {PAPER!r}.")
        scores = pd.read_parquet(self.folder / "scores" / f"{self._known(metric)}.parquet")
        return ranked_by(scores, estimator).sort_values("rank", kind="stable", ignore_index=True)

    def without(self, ids: Iterable[str]) -> Without:
        """The corpus without some documents: what that does to the bias, as predicted, or as retraining shows."""
        return Without(self, self.rows_of(ids))

    def curate(self, metric: str, target: float = 0.0, keep: Keep = ()) -> Without:
        """A small set of documents without which a metric is predicted to reach a target; `.retrain()` checks it.

        The metrics in `keep` may move by one standard deviation over seeds, or by what a mapping gives.
        """
        return Curation(self, metric, target, keep).choose()

    def rows_of(self, ids: Iterable[str]) -> np.ndarray:
        """The places of documents in the corpus, by their ids."""
        wanted = [ids] if isinstance(ids, str) else [str(each) for each in ids]
        rows = pd.Index(self.corpus["id"]).get_indexer(wanted)
        if (rows < 0).any():
            missing = wanted[int(np.argmin(rows))]
            raise OriginsError(f"no document of the corpus has the id {missing[:200]!r}; see `study.corpus`.")
        return np.unique(rows)

    def setting(self, metric: str, threads: int = 1) -> Setting:
        """What the estimators start from."""
        counts, corpus = self.folder / "cooccurrence", self.folder / "corpus"
        definition = self.definitions[self._known(metric)]
        return Setting.load(counts, corpus / "tokens", corpus / "vocabulary.csv", metric, definition, threads)

    @property
    def definitions(self) -> Mapping[str, Any]:
        """The metrics as the config defines them."""
        definitions: dict[str, Any] = self.settings["metrics"] | self.settings["further_metrics"]
        return definitions

    @property
    def embeddings(self) -> dict[int, Path]:
        """The baseline embeddings, by seed."""
        seeds = range(1, self.settings["glove"]["seeds"] + 1)
        return {seed: self.folder / "baseline" / f"embedding-{seed}.npz" for seed in seeds}

    def pretrained(self, **files: str | Path) -> pd.DataFrame:
        """The study's metrics in pretrained vectors (GloVe, word2vec, fastText), by names of your choice."""
        from origins.metrics.pretrained import pretrained_table

        return pretrained_table(files, self.definitions).set_index(["metric", "vectors"])

    def plot_histogram(self, metric: str, estimator: str = BEST) -> "Figure":
        """How the documents' Δ are distributed (the paper's Figure 1)."""
        from origins.figures.histogram import histogram
        from origins.figures.style import shown_in_notebooks

        delta = self.documents(metric, estimator)["delta_mean"]
        biases = read_csv(self.folder / "tables" / "baseline_bias.csv").query("metric == @metric")["bias"]
        bins = delta_histogram(delta, biases)
        return shown_in_notebooks(
            histogram(bins, metric=metric, setup=self.folder.name, estimator=estimator, baselines=len(biases))
        )

    @property
    def page(self) -> Path:
        """The page that people explore, the full one if there is that."""
        if page := page_of(self.folder):
            return page
        raise OriginsError(f"{self.folder} has no page; run `origins.trace` again to make it.")

    def report(self, folder: str | Path) -> Path:
        """Copy the page into a folder of your choice; returns the file to open."""
        shutil.copytree(self.page.parent, folder, dirs_exist_ok=True)
        return Path(folder, "index.html")

    def _known(self, metric: str) -> str:
        if metric not in self.metrics:
            raise OriginsError(f"{metric} was not measured in this study; it has {', '.join(self.metrics)}.")
        return metric

    def __repr__(self) -> str:
        return f"Study({len(self.corpus):,} documents, {', '.join(self.metrics)}, {self.folder})"
