"""What the page may claim: whether a score can be told from zero, which documents have a clear effect, in sentences."""

import math
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy import stats

from origins.analysis.certainty import is_clear
from origins.analysis.evaluation import sampling_error
from origins.analysis.metadata import units_of
from origins.experiment.sets import BEST, SHARED
from origins.report.data import Tables, label, rows_of
from origins.report.numbers import decimals, interval, number, plus_minus, span, two_digits
from origins.report.rows import TITLE

LEVEL = 0.05
DEVIATIONS = 2  # a clear retrained effect is at least so many standard deviations over seeds away from 0
BADGES = {
    "clear": "clearly there",
    "some": "significant in some embeddings only",
    "none": "not distinguishable from zero",
    "untested": "no significance test",
}


class Verdict(NamedTuple):
    """`level` is a key of BADGES; `p` has the p-value of every embedding, `below` counts those under LEVEL.

    `least` is the smallest p-value that the metric's words allow; it is untested if that is not under LEVEL.
    """

    level: str
    p: list[float]
    below: int
    least: float


def judge(baselines: pd.DataFrame) -> Verdict:
    """By the permutation test of every baseline; `baselines` are the rows of one metric."""
    p = p_values(baselines)
    below = sum(value < LEVEL for value in p)
    least = 2 / float(baselines["partitions"].min()) if p else math.nan
    tested = least < LEVEL
    level = "untested" if not tested else "clear" if below == len(p) else "some" if below else "none"
    return Verdict(level, p, below, least)


def p_values(baselines: pd.DataFrame) -> list[float]:
    """Two-sided: twice that of the side on which the mean bias lies; the table has that of the positive side.

    The bias chooses the side, so that one side alone would find a bias that is not there twice as often as it says.
    Turned round, the observed partition must be counted on the other side: Pr[s ≤ observed] = 1 − p + 1/partitions, if
    no other partition gives exactly the same. Empty without a test.
    """
    if "p" not in baselines or baselines["p"].isna().any():
        return []
    p = baselines["p"].astype(float)
    if baselines["bias"].mean() < 0:
        p = 1 - p + 1 / baselines["partitions"].astype(float)
    return (2 * p).clip(upper=1).tolist()


def documents_error(tables: Tables, name: str) -> float:
    """The standard error of one metric over documents, or over the authors that the config says to draw whole."""
    scores = tables.scores[name]
    return sampling_error(scores["delta_mean"], units_of(scores, tables.settings["metadata"]["resample_by"]))


def sentences(tables: Tables, name: str) -> list[str]:
    """The result of one metric with its uncertainty, then whether it can be told from zero."""
    baselines = rows_of(tables.baselines, name)
    mean, deviation, runs = baselines["bias"].mean(), baselines["bias"].std(), len(baselines)
    error = documents_error(tables, name)
    if runs > 1:
        result = f"{label(name)} is {plus_minus(mean, deviation)} (mean and standard deviation over {runs} embeddings)"
    else:
        result = f"{label(name)} is {number(mean, 2)} in one embedding (its spread over random starts is unknown)"
    if not math.isnan(error):
        result += (
            f"; a different sample of similar documents would change it by about ± {number(error, decimals(error))} "
            "(standard error)"
        )
    return [f"{result}.", _told_from_zero(judge(baselines), name, runs) + _random_words(tables, name)]


def _told_from_zero(verdict: Verdict, name: str, runs: int) -> str:
    if verdict.level == "untested" and verdict.p:
        return (
            f"{label(name)} has too few words for a significance test: by a permutation test, p cannot fall below "
            f"{span([verdict.least])}, whatever the corpus."
        )
    if verdict.level == "untested":
        return f"There is no significance test for {label(name)}{'; judge it by that spread' if runs > 1 else ''}."
    p = f"p {'' if span(verdict.p).startswith('<') else '= '}{span(verdict.p)}"
    where = "in the one embedding" if runs == 1 else f"in all {runs} embeddings"
    if verdict.level == "clear":
        return (
            f"A permutation test distinguishes it from zero {where} ({p}): the association is clearly there in this "
            "corpus, for these words."
        )
    if verdict.level == "some":
        return (
            f"A permutation test distinguishes it from zero in only {verdict.below} of {runs} embeddings ({p}), so "
            "read what follows with caution."
        )
    where = "in the one embedding" if runs == 1 else f"in any of the {runs} embeddings"
    return (
        f"A permutation test cannot distinguish it from zero {where} ({p}): this corpus may have no such bias, and "
        "what follows shows what moves a score, not what causes a bias."
    )


def _random_words(tables: Tables, name: str) -> str:
    null = rows_of(tables.null, name)
    if not len(null):
        return ""
    low, high = percent(null["closer"].min()), percent(null["closer"].max())
    shares = f"{low} %" if low == high else f"{low} to {high} %"
    where = "in the same embedding" if len(null) == 1 else "depending on the embedding"
    drawn = null["word_sets"].iloc[0]
    return f" Of {drawn:,} random word sets of the same sizes, {shares} score closer to zero ({where})."


def percent(share: float) -> str:
    """Whole percent, but never 100 for less."""
    return "more than 99" if 99.5 <= share < 100 else f"{share:.0f}"


def lead(tables: Tables, name: str) -> str:
    """The document with the largest effect on a metric: as measured by retraining, or as predicted, or none."""
    retrained = _retrained(tables, name)
    measured = retrained[retrained["pairs"] > 1] if len(retrained) else retrained
    clear = measured[is_clear_over_seeds(measured)] if len(measured) else measured
    if len(clear):
        best = clear.loc[clear["true_delta"].abs().idxmax()]
        return (
            f"Of the documents that we removed one at a time, “{_title(tables, best['row'])}” had the largest clear "
            f"effect: without it, {label(name)} {'fell' if best['true_delta'] > 0 else 'rose'} by "
            f"{plus_minus(abs(best['true_delta']), best['true_delta_std'])} (retrained with the same "
            f"{best['pairs']} seeds)."
        )
    if len(measured):
        what = "one document" if len(measured) == 1 else f"{len(measured)} documents one at a time"
        return f"We removed {what} and retrained: no clear effect on {label(name)}."
    return _predicted(tables, name, retrained)


def is_clear_over_seeds(measured: pd.DataFrame) -> pd.Series:
    """Which retrained effects are clear: by the paired t-test, which few pairs seldom pass, and by DEVIATIONS."""
    size, pairs = measured["true_delta"].abs(), measured["pairs"]
    needed = np.maximum(DEVIATIONS, stats.t.ppf(1 - LEVEL / 2, pairs - 1) / np.sqrt(pairs))
    return (size > 0) & (size >= needed * measured["true_delta_std"])


def _predicted(tables: Tables, name: str, retrained: pd.DataFrame) -> str:
    scores = tables.scores[name]
    clear = scores[is_clear(scores)]
    seeds = tables.settings["glove"]["seeds"]
    if seeds == 1:
        return f"One embedding cannot tell which documents have a clear effect on {label(name)}: train four or more."
    if not len(clear):
        return f"No single document has a clear effect on {label(name)}."
    row = clear["delta_mean"].abs().idxmax()
    delta, high = clear.loc[row, ["delta_mean", "delta_high"]]
    half, place = high - delta, scores.index.get_loc(row)
    once = retrained[retrained["row"] == place] if len(retrained) else retrained
    checked = "not checked by retraining"
    if len(once):
        change = -once["true_delta"].iloc[0]
        checked = f"retrained once, it {'rose' if change > 0 else 'fell'} by {number(abs(change), two_digits(half))}"
    return (
        f"The largest clear effect is predicted for “{_title(tables, place)}”: without it, "
        f"{label(name)} would {'fall' if delta > 0 else 'rise'} by {number(abs(delta), two_digits(half))} "
        f"(95 % interval {interval(abs(delta), half)}; {seeds} embeddings; {checked})."
    )


def _retrained(tables: Tables, name: str) -> pd.DataFrame:
    """The single documents that embeddings were trained without, with their rows in the corpus."""
    own = rows_of(tables.single, name)
    if not len(own):
        return own
    members = {each: rows for (family, each), rows in (tables.members or {}).items() if family in (name, SHARED)}
    own = own[(own["estimator"] == BEST) & own["set"].isin(list(members))]
    return own.assign(row=[int(members[each][0]) for each in own["set"]])


def _title(tables: Tables, row: int) -> str:
    document = tables.documents.iloc[row]
    return str(document["title"] or document["id"])[:TITLE]
