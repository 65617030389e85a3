"""A small set of documents whose removal takes a metric to a target: chosen by prediction, checked by retraining."""

import math
import os
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from origins.errors import OriginsError
from origins.influence import greedy
from origins.influence.estimators import ESTIMATORS, Influence
from origins.influence.names import BEST
from origins.study.without import Without

if TYPE_CHECKING:
    from origins.study.study import Study

UNBIASED = {"mac": 1.0, "ect": 1.0}  # what these kinds of metrics are without bias; all others are 0
ROUNDS = 3  # retrainings before giving up
FURTHEST = 2.0  # how much further than before a round may aim
Keep = Iterable[str] | Mapping[str, float | None]


class Curation:
    """One metric of a study, the target that it should reach, and the metrics that should stay as they are.

    `keep` names other metrics, or maps them to how far their mean may move: by default one standard deviation over the
    baselines' seeds. All baselines are held in memory.
    """

    def __init__(self, study: "Study", metric: str, target: float = 0.0, keep: Keep = (), estimator: str = BEST):
        if estimator not in ESTIMATORS:
            raise OriginsError(f"estimator: {estimator!r} is not known; choose from {', '.join(ESTIMATORS)}.")
        self.study, self.metric, self.target, self.estimator = study, metric, target, estimator
        keep = [keep] if isinstance(keep, str) else keep
        self.tolerance = dict(keep) if isinstance(keep, Mapping) else dict.fromkeys(keep)
        if metric in self.tolerance:
            raise OriginsError(f"keep: {metric} is the metric to change; name other metrics.")
        for name, value in self.tolerance.items():
            if value is not None and not (math.isfinite(value) and value >= 0):
                raise OriginsError(f"keep: {name} cannot move by {value:g}; give a number that is not negative.")
        if not math.isfinite(target):
            raise OriginsError(f"target: {target} cannot be reached; give a number.")
        self.estimators = self._estimators(metric)
        self.baseline = float(np.mean([each.baseline.bias for each in self.estimators]))
        unbiased = UNBIASED.get(study.definitions[metric]["kind"], 0.0)
        if abs(target - unbiased) >= abs(self.baseline - unbiased):
            raise OriginsError(
                f"target: {metric} is {self.baseline:.4g} in the baselines, and {target:g} is no nearer to "
                f"{unbiased:g}; choose a target between the two."
            )
        self.limits = [self._limit(name) for name in self.tolerance]

    def _estimators(self, metric: str) -> list[Influence]:
        setting = self.study.setting(metric, os.cpu_count() or 1)
        baselines = setting.baselines(self.study.embeddings.values())
        return [ESTIMATORS[self.estimator](each, setting.threads) for each in baselines]

    def _limit(self, name: str) -> greedy.Limit:
        estimators = self._estimators(name)
        tolerance = self.tolerance[name]
        if tolerance is None:
            if len(estimators) < 2:
                raise OriginsError(f"keep: one baseline does not show how much {name} varies; give a limit.")
            tolerance = float(np.std([each.baseline.bias for each in estimators], ddof=1))
        return greedy.Limit(name, estimators, tolerance)

    def choose(
        self, aim: float | None = None, start: np.ndarray | tuple[int, ...] = (), step: int = greedy.STEP
    ) -> Without:
        """The documents without which the mean bias is predicted to reach the target, or what `aim` says instead."""
        aim = self.target if aim is None else aim
        rows = greedy.adaptive(
            self.estimators,
            aim,
            step=step,
            limits=self.limits,
            start=start,
            tell=lambda documents, bias: self._say(documents, bias, "predicted"),
        )
        return Without(self.study, rows, self.estimator)

    def ranked_once(self, step: int = greedy.STEP) -> int | None:
        """How many documents it would take in the order of their effects alone; None if that never gets there."""
        try:
            return len(greedy.ranked(self.estimators, self.target, greedy.once(self.estimators, self.target), step))
        except OriginsError:
            return None

    def verified(self, seeds: int, step: int = greedy.STEP, rounds: int = ROUNDS) -> Without:
        """The documents without which retraining with some of the baselines' seeds reaches the target, on average.

        Where it falls short, the next round goes on from there and aims further, by the share that was missed.
        """
        known = list(self.study.embeddings)[:seeds]
        before = np.mean([each.baseline.bias for each in self.estimators[: len(known)]])
        down = greedy.direction(self.estimators, self.target)
        aim, without = self.target, self.choose(step=step)
        for further in range(rounds):
            if further:
                try:
                    without = self.choose(aim, without.rows, step)
                except OriginsError as error:  # what was retrained is still worth having
                    print(error, file=sys.stderr)
                    break
            without = without.retrain(known, analogies=True)
            after = without.measured(self.metric).mean()
            self._say(len(without.rows), after, "retrained")
            if down * (after - self.target) <= 0:
                break
            share = (before - self.target) / (before - after) if down * (before - after) > 0 else FURTHEST
            aim = self.baseline + min(share, FURTHEST) * (aim - self.baseline)
        return without

    def _say(self, documents: int, bias: float, how: str) -> None:
        print(f"without {documents} documents: {self.metric} {bias:+.4f} ({how})", file=sys.stderr, flush=True)
