"""A corpus without some of its documents: the bias that is predicted for it, and the bias that retraining gives."""

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from origins.cooccurrence.matrix import Cooccurrence
from origins.cooccurrence.subtract import subtract
from origins.corpus.tokens import TokenStore, load_vocabulary
from origins.errors import OriginsError
from origins.glove.embedding import load_vectors, training_of
from origins.glove.trainer import GloVe
from origins.influence.names import BEST
from origins.influence.scoring import score_set
from origins.metrics.analogies import top1

if TYPE_CHECKING:
    from origins.study.study import Study


class Without:
    """The documents at `rows` of a study's corpus taken away, seed by seed.

    `by_seed` has a row per metric and seed: the bias of the baseline, the bias predicted without the documents and,
    after `retrain`, the bias that was measured. What stands in a row was trained with the same seed.
    """

    def __init__(
        self,
        study: "Study",
        rows: np.ndarray,
        estimator: str = BEST,
        retrained: pd.DataFrame | None = None,
        analogies: pd.DataFrame | None = None,
    ):
        if not 0 < len(rows) < len(study.corpus):
            raise OriginsError(
                f"{len(rows)} of {len(study.corpus)} documents cannot be taken away; name at least one and leave some."
            )
        self.study, self.rows, self.estimator = study, rows, estimator
        self._retrained = retrained
        self.analogies = analogies  # TOP-1 accuracy by seed, of the baseline and retrained, if that was asked for

    @property
    def documents(self) -> pd.DataFrame:
        """The documents that are taken away."""
        return self.study.corpus.iloc[self.rows]

    @property
    def by_seed(self) -> pd.DataFrame:
        """Bias of the baseline, predicted and (if retrained) measured, by metric and seed."""
        tables = {}
        paths = list(self.study.embeddings.values())
        for name in self.study.metrics:
            table = score_set(self.study.setting(name), paths, self.rows, self.estimator).drop(["mean", "std"])
            tables[name] = table.set_axis(list(self.study.embeddings), axis=0)[["baseline", "predicted"]]
        both = pd.concat(tables, names=["metric", "seed"])
        return both if self._retrained is None else both.join(self._retrained, how="inner")

    def measured(self, metric: str) -> pd.Series:
        """The bias by seed that retraining gave; empty before that."""
        return pd.Series(dtype=float) if self._retrained is None else self._retrained.loc[metric, "retrained"]

    @property
    def bias(self) -> pd.DataFrame:
        """The same by metric: means over seeds, and the mean change with its deviation over seeds."""
        table = self.by_seed
        for name in table.columns.drop("baseline"):
            table[f"{name}_change"] = table[name] - table["baseline"]
        groups = table.groupby("metric", sort=False)
        summary = groups.mean()
        for name in [name for name in table if name.endswith("_change")]:
            summary[f"{name}_std"] = groups[name].std()
        return summary.assign(seeds=groups.size())

    def retrain(
        self, seeds: Iterable[int] | int | None = None, threads: int | None = None, analogies: bool = False
    ) -> "Without":
        """Train again without the documents, with the seeds of baselines (all, or the first few), and measure.

        `analogies` also answers TOP-1 analogies, before and after.
        """
        known = list(self.study.embeddings)
        chosen = known if seeds is None else known[:seeds] if isinstance(seeds, int) else list(seeds)
        if not chosen or not set(chosen) <= set(known):
            raise OriginsError(f"seeds: {seeds!r} cannot be compared; the baselines have the seeds 1 to {len(known)}.")
        folder, settings = self.study.folder, self.study.settings["glove"]
        corpus = TokenStore.load(folder / "corpus" / "tokens")
        threads = threads or os.cpu_count() or 1
        X = subtract(Cooccurrence.load(folder / "cooccurrence"), corpus, self.rows, threads=threads)
        training = {name: value for name, value in settings.items() if name != "seeds"}
        for seed in chosen:
            if training_of(self.study.embeddings[seed]) != training:
                raise OriginsError(
                    f"the baseline of seed {seed} was not trained here with the settings of this setup, so a retrain "
                    "cannot be compared with it; only predict (--retrain 0), or train it here."
                )
        metrics = {name: self.study.setting(name).metric for name in self.study.metrics}
        words = list(load_vocabulary(folder / "corpus" / "vocabulary.csv").index)
        rows: dict[tuple[str, int], float] = {}
        accuracy: dict[int, dict[str, float]] = {}
        for place, seed in enumerate(chosen, start=1):
            print(f"retraining with seed {seed} ({place} of {len(chosen)})", file=sys.stderr, flush=True)
            W = GloVe(**training, seed=seed, threads=threads).fit(X).W
            rows |= {(name, seed): metric.bias(W[metric.words]) for name, metric in metrics.items()}
            if analogies:
                both = {"baseline": load_vectors(self.study.embeddings[seed]), "retrained": W}
                accuracy[seed] = {name: float(top1(words, each)["accuracy"].iloc[-1]) for name, each in both.items()}
        measured = pd.Series(rows, name="retrained").rename_axis(["metric", "seed"]).to_frame()
        answered = pd.DataFrame.from_dict(accuracy, orient="index").rename_axis("seed") if analogies else None
        return Without(self.study, self.rows, self.estimator, measured, answered)

    def __repr__(self) -> str:
        done = "predicted" if self._retrained is None else "retrained"
        return f"Without({len(self.rows):,} documents, {done})"
