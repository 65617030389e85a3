"""The fewest documents whose removal takes a bias to a target, as estimators predict it: remove, score again, repeat.

Effects do not add: documents that say the same share an effect, and what one adds depends on what is left. So a ranking
made once chooses too many documents, or stops short of what it promises (Hu et al. 2024).
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from origins.errors import OriginsError
from origins.influence.estimators import Influence
from origins.influence.removed import without

STEP = 10  # documents removed between two scorings
Tell = Callable[[int, float], None]  # how many documents are gone, and the bias that is predicted


class Limit(NamedTuple):
    """Another metric, with one estimator per baseline: its mean bias may move by at most `tolerance`."""

    name: str
    estimators: Sequence[Influence]
    tolerance: float


def adaptive(
    estimators: Sequence[Influence],
    target: float,
    *,
    step: int = STEP,
    limits: Sequence[Limit] = (),
    start: Sequence[int] | np.ndarray = (),
    tell: Tell | None = None,
) -> np.ndarray:
    """The rows of documents, in order of removal, without which the bias is predicted to reach the target.

    `estimators` has one per baseline, and the bias is the mean over them. Each round removes the `step` documents that
    move it most, given that those before are gone, and none that take another metric beyond its limit; the last round
    stops with the document that reaches the target. `start` are rows that are gone already. Never more than half of
    the corpus. All baselines are held in memory.
    """
    sign = direction(estimators, target)
    rest = np.setdiff1d(np.arange(_documents(estimators)), start)

    def best(removed: np.ndarray, states: Sequence[Influence]) -> np.ndarray:
        nonlocal rest
        rest = np.setdiff1d(rest, removed, assume_unique=True)
        gain = sign * _effects(states, rest)
        rest, gain = rest[gain != 0], gain[gain != 0]  # a document that moves no word never will
        order = np.argsort(-gain, kind="stable")
        order = order[gain[order] > 0]
        return _within(rest[order], removed, limits, step)

    return _remove(estimators, target, best, limits, start, tell)


def ranked(
    estimators: Sequence[Influence], target: float, order: Sequence[int] | np.ndarray, step: int = STEP
) -> np.ndarray:
    """The contrast: the first documents of an order fixed beforehand (ranked once, by PPMI, at random) that do it."""
    order = np.asarray(order, dtype=np.int64)
    return _remove(estimators, target, lambda removed, _: order[len(removed) : len(removed) + step])


def once(estimators: Sequence[Influence], target: float) -> np.ndarray:
    """All documents, those first that alone move the bias most towards the target."""
    return np.argsort(-direction(estimators, target) * _effects(estimators), kind="stable")


def direction(estimators: Sequence[Influence], target: float) -> int:
    """1 if the bias has to fall to reach the target, −1 if it has to rise."""
    return 1 if _bias(estimators) > target else -1


def _remove(
    estimators: Sequence[Influence],
    target: float,
    choose: Callable[[np.ndarray, Sequence[Influence]], np.ndarray],
    limits: Sequence[Limit] = (),
    start: Sequence[int] | np.ndarray = (),
    tell: Tell | None = None,
) -> np.ndarray:
    """Remove what `choose` names, given the rows that are gone and the estimators without them, up to the target."""
    sign, n = direction(estimators, target), _documents(estimators)
    removed = np.asarray(start, dtype=np.int64)
    while True:
        states = [without(each, np.sort(removed)) for each in estimators]
        bias = _bias(states)
        if tell:
            tell(len(removed), bias)
        if sign * (bias - target) <= 0:
            return removed
        helpful = choose(removed, states)
        chosen = helpful[: max(0, n // 2 - len(removed))]
        if not len(chosen):
            raise OriginsError(_unreachable(target, bias, len(removed), limits, some=len(helpful) > 0))
        firsts = [chosen[: m + 1] for m in range(len(chosen))]
        reached = sign * (bias - _mean_of_sets(states, firsts) - target) <= 0
        m = int(reached.argmax()) + 1 if reached.any() else len(chosen)
        for limit in limits:  # the documents' effects do not quite add up to that of the step
            others = [without(each, np.sort(removed)) for each in limit.estimators]
            drift = _bias(others) - _bias(limit.estimators)
            moved = np.abs(drift - _mean_of_sets(others, firsts))
            beyond = moved > max(limit.tolerance, abs(drift))
            m = min(m, max(1, int(beyond.argmax()))) if beyond.any() else m
        removed = np.concatenate([removed, chosen[:m]])


def _within(order: np.ndarray, removed: np.ndarray, limits: Sequence[Limit], step: int) -> np.ndarray:
    """The first `step` documents of an order that take no other metric further from its baseline than its limit."""
    if not limits:
        return order[:step]
    states = [[without(each, np.sort(removed)) for each in limit.estimators] for limit in limits]
    drift = np.array([_bias(s) - _bias(limit.estimators) for s, limit in zip(states, limits, strict=True)])
    effects = np.array([_effects(each, order) for each in states])
    tolerance = np.array([limit.tolerance for limit in limits])
    chosen: list[int] = []
    for document, effect in zip(order.tolist(), effects.T, strict=True):
        moved = np.abs(drift - effect)
        if ((moved <= tolerance) | (moved <= np.abs(drift))).all():
            chosen.append(document)
            drift = drift - effect
        if len(chosen) == step:
            break
    return np.array(chosen, dtype=np.int64)


def _effects(estimators: Sequence[Influence], documents: np.ndarray | None = None) -> np.ndarray:
    """The mean Δ over baselines of some documents, one by one, or of all."""
    if documents is None:
        documents = np.arange(_documents(estimators))
    return np.mean([each._effects(documents, np.arange(len(documents) + 1)) for each in estimators], axis=0)


def _mean_of_sets(estimators: Sequence[Influence], sets: Sequence[np.ndarray]) -> np.ndarray:
    return np.mean([each.sets(sets) for each in estimators], axis=0)


def _bias(estimators: Sequence[Influence]) -> float:
    return float(np.mean([each.baseline.bias for each in estimators]))


def _documents(estimators: Sequence[Influence]) -> int:
    return len(estimators[0].baseline.documents.offsets) - 1


def _unreachable(target: float, bias: float, removed: int, limits: Sequence[Limit], some: bool) -> str:
    kept = f" while keeping {', '.join(limit.name for limit in limits)}" if limits else ""
    why = "more than half of the corpus would have to go" if some else "no other document helps"
    return (
        f"no set of documents is predicted to take the bias to {target:g}{kept}: without {removed} documents it is "
        f"{bias:.4g}, and {why}; choose a target nearer to the baseline{' or wider limits' if limits else ''}."
    )
