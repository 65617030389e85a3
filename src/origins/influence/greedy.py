"""A small set of documents whose removal takes a bias to a target, as estimators predict it: remove, score, repeat.

Effects do not add: documents that say the same share an effect, and what one adds depends on what is left. So a ranking
made once chooses too many documents, or stops short of what it promises (Hu et al. 2024).
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from origins.errors import OriginsError
from origins.influence import kernels
from origins.influence.estimators import Influence
from origins.influence.removed import without

STEP = 10  # documents removed between two scorings
Tell = Callable[[int, float], None]  # how many documents are gone, and the bias that is predicted
# the documents to remove next, given the rows that are gone and the estimators without them
Choose = Callable[[np.ndarray, Sequence[Influence]], np.ndarray]


class Limit(NamedTuple):
    """Another metric, with one estimator per baseline: its mean bias may move by at most `tolerance`."""

    name: str
    estimators: Sequence[Influence]
    tolerance: float


class Removal(NamedTuple):
    """Documents in order of removal, and the bias predicted without the first m of them, for m = 0, 1, 2, …"""

    rows: np.ndarray
    bias: np.ndarray  # one row per m, one column per baseline
    reaches: int | None  # with how many documents the mean reaches the target, if it does
    is_cut: bool  # whether there were more documents to remove than allowed


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
    choose = _best(estimators, target, step, limits, start)
    way = _remove(estimators, target, choose, limits=limits, start=start, tell=tell)
    return _reaching(way, target, limits)


def ranked(
    estimators: Sequence[Influence], target: float, order: Sequence[int] | np.ndarray, step: int = STEP
) -> np.ndarray:
    """The contrast: the first documents of an order fixed beforehand (ranked once, by PPMI, at random) that do it."""
    return _reaching(_remove(estimators, target, _next(order, step)), target)


def removal(
    estimators: Sequence[Influence],
    target: float,
    order: Sequence[int] | np.ndarray | None = None,
    *,
    step: int = STEP,
    beyond: float = 1.0,
    most: int | None = None,
    tell: Tell | None = None,
) -> Removal:
    """The way to the target, or as near as `most` documents get, in an order fixed beforehand or else adaptive.

    What reaches the target with n documents goes on to `beyond` · n: retraining may need more than was predicted.
    """
    n = _documents(estimators)
    most = min(n // 2, n if most is None else most)

    def remove(aim: float, start: Sequence[int] | np.ndarray, most: int) -> Removal:
        choose = _best(estimators, aim, step, start=start) if order is None else _next(order, step)
        return _remove(estimators, aim, choose, most, start=start, tell=tell)

    way = remove(target, (), most)
    if way.reaches is None:
        return way
    aim = -direction(estimators, target) * np.inf
    further = remove(aim, way.rows, min(n // 2, int(np.ceil(beyond * way.reaches))))
    return Removal(further.rows, np.concatenate([way.bias, further.bias[1:]]), way.reaches, further.is_cut)


def once(estimators: Sequence[Influence], target: float) -> np.ndarray:
    """All documents, those first that alone move the bias most towards the target."""
    return np.argsort(-direction(estimators, target) * _effects(estimators), kind="stable")


def direction(estimators: Sequence[Influence], target: float) -> int:
    """1 if the bias has to fall to reach the target, −1 if it has to rise."""
    return 1 if _bias(estimators) > target else -1


def _best(
    estimators: Sequence[Influence],
    target: float,
    step: int,
    limits: Sequence[Limit] = (),
    start: Sequence[int] | np.ndarray = (),
) -> Choose:
    """The documents that move the bias most towards the target, given that others are gone."""
    sign = direction(estimators, target)
    holding = np.setdiff1d(_holding(estimators[0]), start)  # no other can move a word of the metric

    def best(removed: np.ndarray, states: Sequence[Influence]) -> np.ndarray:
        rest = np.setdiff1d(holding, removed, assume_unique=True)
        gain = sign * _effects(states, rest)
        order = np.argsort(-gain, kind="stable")
        order = order[gain[order] > 0]
        return _within(rest[order], removed, limits, step)

    return best


def _next(order: Sequence[int] | np.ndarray, step: int) -> Choose:
    """The next documents of an order."""
    order = np.asarray(order, dtype=np.int64)
    return lambda removed, _: order[len(removed) : len(removed) + step]


def _remove(
    estimators: Sequence[Influence],
    target: float,
    choose: Choose,
    most: int | None = None,
    limits: Sequence[Limit] = (),
    start: Sequence[int] | np.ndarray = (),
    tell: Tell | None = None,
) -> Removal:
    """Remove what `choose` names up to the target, or until it names none or `most` (half the corpus) are gone."""
    sign = direction(estimators, target)
    most = _documents(estimators) // 2 if most is None else most
    removed = np.asarray(start, dtype=np.int64)
    predicted: list[np.ndarray] = []
    while True:
        states = [without(each, np.sort(removed)) for each in estimators]
        biases = np.array([each.baseline.bias for each in states])
        predicted = predicted or [biases]
        if tell:
            tell(len(removed), biases.mean())
        arrived = sign * (biases.mean() - target) <= 0
        helpful = removed[:0] if arrived else choose(removed, states)
        chosen = helpful[: max(0, most - len(removed))]
        if not len(chosen):
            return Removal(removed, np.array(predicted), len(removed) if arrived else None, len(helpful) > 0)
        firsts = [chosen[: m + 1] for m in range(len(chosen))]
        after = biases - np.array([each.sets(firsts) for each in states]).T
        reached = sign * (after.mean(axis=1) - target) <= 0
        m = int(reached.argmax()) + 1 if reached.any() else len(chosen)
        for limit in limits:  # the documents' effects do not quite add up to that of the step
            others = [without(each, np.sort(removed)) for each in limit.estimators]
            drift = _bias(others) - _bias(limit.estimators)
            moved = np.abs(drift - np.mean([each.sets(firsts) for each in others], axis=0))
            beyond = moved > max(limit.tolerance, abs(drift))
            m = min(m, max(1, int(beyond.argmax()))) if beyond.any() else m
        removed = np.concatenate([removed, chosen[:m]])
        predicted.extend(after[:m])


def _reaching(way: Removal, target: float, limits: Sequence[Limit] = ()) -> np.ndarray:
    """The documents of a way to the target; one that does not get there is an error."""
    if way.reaches is None:
        kept = f" while keeping {', '.join(limit.name for limit in limits)}" if limits else ""
        why = "more than half of the corpus would have to go" if way.is_cut else "no other document helps"
        raise OriginsError(
            f"no set of documents is predicted to take the bias to {target:g}{kept}: without {len(way.rows)} documents "
            f"it is {way.bias[-1].mean():.4g}, and {why}; choose a target nearer to the baseline"
            f"{' or wider limits' if limits else ''}."
        )
    return way.rows


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


def _holding(estimator: Influence) -> np.ndarray:
    """The documents that hold a word of the metric."""
    documents, rows = estimator.baseline.documents, estimator.baseline.rows
    count = np.zeros(len(documents.offsets) - 1, dtype=np.int64)
    kernels.count_tokens(documents.ids, documents.offsets, rows.place >= 0, count)
    return np.flatnonzero(count)


def _bias(estimators: Sequence[Influence]) -> float:
    return float(np.mean([each.baseline.bias for each in estimators]))


def _documents(estimators: Sequence[Influence]) -> int:
    return len(estimators[0].baseline.documents.offsets) - 1
