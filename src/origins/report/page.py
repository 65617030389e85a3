"""The page itself: prose and tables that need no JavaScript, around charts and an explorer that do."""

import math
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any

import pandas as pd

import origins
from origins.analysis.certainty import is_clear
from origins.experiment.sets import BEST
from origins.report import data, methods, sections
from origins.report.data import Tables, label, rows_of
from origins.report.html import script_json, source_hash, table, text
from origins.report.numbers import decimals, interval, number, two_digits
from origins.report.rows import TITLE
from origins.report.verdict import BADGES, documents_error, judge, lead, sentences

ASSETS = Path(__file__).parent / "assets"
SCRIPTS = (
    "core.js", "charts.js", "explorer.js", "list.js", "filters.js", "search.js", "detail.js", "download.js",
    "plots.js", "kinds.js", "compare.js", "metrics.js", "shifts.js", "whatif.js", "address.js", "start.js",
)  # fmt: skip
LISTED = 6  # documents of each direction in the printed table
HARDER = (("ppmi", "PPMI’s sets"), ("single", "single documents"))

ENOUGH = 4  # embeddings: with fewer, their spread is often too small (docs/certainty/intervals.md)
NO_INTERVAL = """<p>One embedding cannot tell an effect from noise, so no effect is called <em>clear</em>, and all are
greyed in the list. Train four or more.</p>"""
INTERVALS = """<p>Every Δ has a 95 % interval, calibrated to contain the Δ measured by retraining for 95 % of documents.
(Calibrated and tested on different documents of the starter corpus: 203 of 216 test cases were covered.){few} We call
an effect <em>clear</em> if its interval excludes 0. Everything else may be noise and is greyed in the list.</p>"""
TOO_FEW = " <b>With only {seeds} embeddings, intervals are too narrow: train four or more.</b>"
KINDS = """<h3>Groups of documents</h3>
<p>The mean Δ of the documents of each group, with a 95 % interval over {units}. There are {groups} groups; even if none
had any effect, one interval in twenty would exclude 0 by chance. The mean does not say what removing the whole group
would do. Click a group to list its documents.</p>
<div class="chart" data-chart="kinds"></div>
"""
COMPARE = """<h3>Two scores against each other</h3>
<p>Does a document that changes one score change the other? Each point is a document with a clear effect on at least one
of the two (at most the 1,000 most influential). With the mouse, draw a box to tick documents for
<a href="#whatif">What if</a>; click a point to open its document.</p>
<div class="chart" data-chart="compare"></div>
<p class="note">A run with retraining also writes <code>tables/crossed.csv</code>, which counts the documents that
clearly raise or lower both of two scores, and <code>tables/crossed_documents.csv</code> with the most extreme
ones.</p>
"""
COMPARE_ONE = """<h3>Two scores against each other</h3>
<p class="missing">One embedding cannot tell which effects are clear, so there are no documents to compare.</p>
"""
PRESENT = """ We chose this metric for this corpus because the association is present in it; WEAT 1 and WEAT 2 are the
paper’s."""
# what a metric asks, by its kind; in braces the first words of its sets
MEANINGS = {
    "weat": "asks whether words such as {S} are closer to {A} while words such as {T} are closer to {B}. A positive "
    "score means yes, a negative one the reverse, 0 no difference.",
    "ripa": "(relational inner product association) measures how far words such as {S} lie in the direction from {B} "
    "to {A}: a positive score is on the side of {A}, a negative one on the side of {B}. The further from 0, on either "
    "side, the stronger the association.",
    "rnd": "(relative norm distance) asks whether words such as {S} are nearer to the centre of {B} (a positive score) "
    "or to the centre of {A} (a negative one). The further from 0, on either side, the stronger the association.",
    "mac": "(mean average cosine distance) measures how far words such as {S} are from both {A} and {B}. Near 1 they "
    "are unrelated to either; a <em>smaller</em> score is a stronger association, and it does not say with which.",
    "ect": "(embedding coherence test) asks whether {A} and {B} rank words such as {S} alike, from the closest to the "
    "farthest. 1 means the same order; a <em>smaller</em> score is more bias. It changes only when two words "
    "change places, so most documents have no effect on it.",
    "rnsb": "(relative negative sentiment bias) asks whether words such as {S} are equally negative, as learned from "
    "positive words such as {A} and negative words such as {B}. 0 means equally negative; a larger score is more bias, "
    "and it does not say against which words.",
}
EFFECT_SIZE = """<p>WEAT is an effect size: it says by how many standard deviations two groups of words differ in their
association. 0 is no difference, 0.8 is usually called large, and the maximum is close to 2 for
sets of equal size.</p>
"""
HEADLINE = "Which documents gave this word embedding its bias, and how sure are we?"
UNSURE = "Which documents move this word embedding’s score, and how sure are we?"


def write(tables: Tables, figures: Sequence[Path], index: Path, data_folder: Path, figure_folder: Path) -> None:
    """Write the page, the data that it loads, and copies of the figures beside it."""
    figure_folder.mkdir(parents=True)
    for figure in figures:
        shutil.copyfile(figure, figure_folder / figure.name)
    data.write(tables, data_folder)
    index.write_text(render(tables, data.overview(tables), [figure.stem for figure in figures]), encoding="utf-8")


def write_single(tables: Tables, path: Path) -> None:
    """Write the page as one file that can be sent by mail: with its data, without the figures."""
    path.write_text(render(tables, data.overview(tables, data.SINGLE), None, data.inline(tables)), encoding="utf-8")


def render(tables: Tables, summary: Mapping[str, Any], figures: Sequence[str] | None, inline: str = "") -> str:
    """The HTML of the page; `figures` are the names of those beside it, `inline` its data if not beside it."""
    style = (ASSETS / "style.css").read_text()
    script = "(() => {\n" + "\n".join((ASSETS / name).read_text() for name in SCRIPTS) + "})();\n"
    gallery = sections.gallery(tables.setup, figures)
    figures = list(dict.fromkeys(figures or ()))
    # a page opened from disk has no origin to be 'self': its own scripts are files
    policy = (
        f"default-src 'none'; script-src {source_hash(script)} 'self' file:; style-src {source_hash(style)}; "
        "img-src 'self' file: data:; base-uri 'none'; form-action 'none'"
    )
    first, *_ = levels = {name: judge(rows_of(tables.baselines, name)).level for name in tables.scores}
    return Template((ASSETS / "page.html").read_text()).substitute(
        policy=policy,
        style=style,
        script=script,
        summary=script_json(summary),
        setup=text(tables.setup),
        headline=HEADLINE if levels[first] == "clear" else UNSURE,
        verdict="".join(_verdicts(tables, summary, levels)),
        cards="".join(_cards(tables, summary)),
        meanings="".join(_meaning(name, tables) for name in [*tables.scores, *_further(tables)]),
        effect_size=EFFECT_SIZE if any(metric["kind"] == "weat" for metric in summary["metrics"]) else "",
        further=sections.further(tables) + sections.pretrained(tables),
        certainty=_certainty(tables.settings["glove"]["seeds"]),
        sampling=text(_sampling(tables)),
        embeddings=sections.embeddings(tables),
        standard_errors=sections.standard_errors(tables),
        caution=_caution(levels),
        starts="one random start" if summary["seeds"] == 1 else f"{summary['seeds']} random starts",
        each_embedding="the embedding" if summary["seeds"] == 1 else f"each of the {summary['seeds']} embeddings",
        listed=_listed(summary["rows"], summary["documents"]),
        best=BEST,
        influential="".join(_influential(name, scores) for name, scores in tables.scores.items()),
        kinds=_kinds(tables),
        compare="" if len(tables.scores) == 1 else COMPARE_ONE if summary["seeds"] == 1 else COMPARE,
        pairs="".join(_pairs(name, tables.explanations[name]["pairs"]) for name in tables.scores),
        truth=sections.truth(tables, figures),
        paper=sections.paper(tables),
        gallery=gallery,
        inline=inline,
        settings=methods.settings(tables.settings),
        versions=methods.versions(),
        bibtex=text(methods.BIBTEX % origins.__version__),
        still_baseline=sections.stills(figures, "baseline"),
        still_histogram=sections.stills(figures, "histogram"),
    )


def _listed(rows: int, documents: int) -> str:
    """Which documents the explorer lists."""
    if rows < documents:
        return f"The {rows:,} most influential of {documents:,} documents"
    return f"All {documents:,} documents"


def _verdicts(tables: Tables, summary: Mapping[str, Any], levels: Mapping[str, str]) -> Iterator[str]:
    """Three sentences on the first metric (what was measured, the result, can it be told from zero?), two on others."""
    seeds, labels = summary["seeds"], [label(name) for name in tables.scores]
    listed = " and ".join(filter(None, [", ".join(labels[:-1]), labels[-1]]))
    trained = "one word embedding" if seeds == 1 else f"{seeds} word embeddings, from different random starts,"
    measured = (
        f"We trained {trained} on {summary['documents']:,} documents ({tables.corpus['tokens']:,} words) and measured "
        f"{listed} in {'it' if seeds == 1 else 'each'}."
    )
    for name, level in levels.items():
        words = " ".join([measured] * (name == next(iter(levels))) + sentences(tables, name))
        badge = f'<span class="badge {level}">{text(label(name))}: {text(BADGES[level])}</span>'
        yield f'<div class="verdict" data-metric="{text(name)}">{badge}<p>{text(words)}</p></div>\n'
    yield f'<p class="lead">{text(lead(tables, next(iter(levels))))}</p>\n'


def _caution(levels: Mapping[str, str]) -> str:
    unsure = [label(name) for name, level in levels.items() if level == "none"]
    if not unsure:
        return ""
    verb = "is" if len(unsure) == 1 else "are"
    words = (
        f"{' and '.join(unsure)} {verb} not distinguishable from zero in this corpus. A document can still move such a "
        "score, but that does not make it the source of a bias."
    )
    return f'<p class="caution">{text(words)}</p>\n'


def _cards(tables: Tables, summary: Mapping[str, Any]) -> Iterator[str]:
    yield _card("documents", f"{summary['documents']:,}", f"{tables.corpus['vocabulary']:,} different words")
    for metric in summary["metrics"]:
        places = decimals(metric["baseline_std"])
        runs = summary["seeds"]
        spread = f"± {number(metric['baseline_std'], places)} over {runs} embeddings" if runs > 1 else "one embedding"
        what = "effect size" if metric["kind"] == "weat" else "score"
        yield _card(f"{metric['label']}, {what}", number(metric["baseline"], places), spread)
    for metric in summary["metrics"]:
        best = [row for row in metric["correlation"] if row["estimator"] == BEST and row["r2"] is not None]
        found = {row["sets"]: (sections.squared(row["r2"]), row["n"]) for row in best}
        if "targeted" in found:
            r2, sets = found["targeted"]
            harder = [f"{words} {found[group][0]} ({found[group][1]})" for group, words in HARDER if group in found]
            note = "; ".join([f"over {sets} targeted sets", *harder])
            yield _card(f"r² of predicted and retrained Δ, {metric['label']}", r2, note)


def _card(what: str, value: str, note: str) -> str:
    return f'<div class="card"><span>{text(what)}</span><b>{text(value)}</b><span>{text(note)}</span></div>\n'


def _sampling(tables: Tables) -> str:
    errors = {label(name): documents_error(tables, name) for name in tables.scores}
    known = {name: error for name, error in errors.items() if not math.isnan(error)}
    return ", ".join(f"± {number(error, decimals(error))} for {name}" for name, error in known.items()) or "unknown"


def _certainty(seeds: int) -> str:
    """What the intervals of single documents promise, which depends on how many embeddings they come from."""
    return NO_INTERVAL if seeds == 1 else INTERVALS.format(few=TOO_FEW.format(seeds=seeds) if seeds < ENOUGH else "")


def _further(tables: Tables) -> list[str]:
    """Metrics outside the experiment that were measured in the baselines."""
    return [name for name in tables.settings["further_metrics"] if len(rows_of(tables.baselines, name))]


def _meaning(name: str, tables: Tables) -> str:
    definition = (tables.settings["metrics"] | tables.settings["further_metrics"])[name]
    lacking = tables.corpus["metrics"].get(name, {}).get("missing", [])
    sets = {key: words for key, words in definition.items() if isinstance(words, list)}
    there = {key: [word for word in words if word not in lacking] for key, words in sets.items()}
    first = {key: f"<em>{text(', '.join(words[:3]))}</em>" for key, words in there.items()}
    chosen = PRESENT if (tables.setup, name) == ("starter", "career") else ""
    sentence = f"<p><b>{text(label(name))}</b> {MEANINGS[definition['kind']].format_map(first)}{chosen}</p>"
    rows = [[key, ", ".join(words)] for key, words in there.items()]
    if lacking:
        rows.append(["left out", f"{', '.join(lacking)} (too rare in this corpus)"])
    summary = f"All words of {label(name)}"
    return f"{sentence}<details><summary>{text(summary)}</summary>{table(['set', 'words'], rows)}</details>\n"


def _influential(name: str, scores: pd.DataFrame) -> str:
    """The documents with the largest clear effects, in either direction."""
    if scores["delta_high"].isna().all():
        return ""  # one embedding; said above
    parts, clear = [], scores.assign(half=scores["delta_high"] - scores["delta_mean"])[is_clear(scores)]
    for sign, title in ((1, "lowers"), (-1, "raises")):
        caption = f"{label(name)}: removing one of these {title} it most"
        chosen = clear[clear["delta_mean"] * sign > 0].sort_values("delta_mean", ascending=sign < 0, kind="stable")
        if not len(chosen):
            parts.append(f'<p class="missing">{text(label(name))}: removing no document clearly {title} it.</p>\n')
            continue
        rows = []
        for row in chosen.head(LISTED).itertuples():
            delta = number(row.delta_mean, two_digits(row.half), "+")
            rows.append([str(row.title or row.id)[:TITLE], delta, interval(row.delta_mean, row.half)])
        parts.append(table(["document", "Δ", "95 % interval"], rows, numeric=[1, 2], caption=caption))
    return f'<div class="columns">{"".join(parts)}</div>\n'


def _kinds(tables: Tables) -> str:
    """Room for the chart of topics, sources and months, with a warning about so many intervals at once."""
    groups = max((len(table) for table in (tables.metadata or {}).values()), default=0)
    if not groups:
        return ""
    return KINDS.format(groups=groups, units=text(data.resampled(tables)))


def _pairs(name: str, pairs: Iterable[Sequence[Any]]) -> str:
    sides = []
    for title, sign in ((f"{label(name)}: pairs that raise it", 1), (f"{label(name)}: pairs that lower it", -1)):
        chosen = sorted((pair for pair in pairs if pair[2] * sign > 0), key=lambda pair: -abs(pair[2]))
        rows = [[f"{a} – {b}", number(value, two_digits(value), "+")] for a, b, value in chosen]
        sides.append(table(["words that co-occur", "first-order effect"], rows, numeric=[1], caption=title))
    return f'<div class="columns">{"".join(sides)}</div>\n'
