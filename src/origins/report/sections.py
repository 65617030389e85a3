"""The parts of the page that need retrained embeddings; where these are missing, a sentence says how to add them."""

from collections.abc import Iterable, Sequence

import pandas as pd

from origins.experiment.sets import BEST, PAPER
from origins.report.data import POINTS, Tables, agreement, label, rows_of
from origins.report.html import table, text
from origins.report.numbers import decimals, number, plus_minus, span
from origins.report.verdict import p_values, percent

# what the files in figures/ show, by the beginning of their name
CAPTIONS = {
    "baseline": "The score of every baseline embedding",
    "histogram": "How many documents change the score by how much, by the paper's estimator",
    "single_documents": "Single documents: predicted and retrained Δ",
    "means_relearn": f"Sets of documents: score predicted by {BEST} and retrained (diagonal: exact prediction)",
    "means": "Sets of documents: score predicted by the paper's estimator and retrained (diagonal: exact prediction)",
    "targeted_relearn": f"Every targeted set, predicted by {BEST}",
    "targeted": "Every targeted set, predicted by the paper's estimator",
    "random": "Every set chosen at random",
    "metadata": "Which kinds of documents raise or lower the score",
    "transfer": "The same documents removed from GloVe, PPMI and word2vec",
    "word_sets_ppmi": "Random word sets: GloVe and PPMI",
    "word_sets_word2vec": "Random word sets: GloVe and word2vec",
    "projection": "Target words on the axis of the attribute words, before and after removal",
    "frequency": "How far removals move each target word along the axis of the attribute words, by its frequency",
    "estimators": "All estimators compared",
    "convergence": "Training loss by epoch",
}
GROUPS = {
    "targeted": "chosen by the paper's estimator",
    "relearn": f"chosen by {BEST}",
    "ppmi": "chosen by PPMI",
    "single": "single documents",
    "random": "chosen at random",
}
SETS = """<p>We removed sets of documents and trained again without them, from the same random starts as the baselines.
In the chart each point is one set; horizontal position: predicted Δ; vertical: Δ measured by retraining, over the
same seeds. On the dashed line, prediction and measurement agree. Bars show one standard deviation over seeds.</p>
<div class="chart" data-chart="truth"><noscript>$stills</noscript></div>
"""
SINGLE = """<h3>Single documents</h3>
<p>The effect of a single document is small, but it can be measured: each retrained embedding starts from the same
random numbers as its baseline, so the two differ only by the removed document.</p>
"""
EMBEDDINGS = """<p class="note">p (two-sided permutation test) is twice the share of random splits of the target words
that give at least this difference, capped at 1. Random word sets have as many words as the metric’s own,
drawn from the most frequent words of the corpus.</p>
"""
ERRORS = """<p class="note">Random starts: how much chance in training changes the score of one embedding, and the
mean of all. Documents: how much a different sample of similar documents would change it (jackknife). Counts: how well
the co-occurrence counts determine the metric’s words if everything else stays as learned (GloVe-V’s analytic error);
this assumes that training reached the best fit, so it may be too large where words are rare. The three measure
different things and overlap: do not add them up.</p>
"""
ESTIMATORS = f"""<h3>Other estimators</h3>
<p><code>{PAPER}</code> is the paper's estimator; <code>{BEST}</code> is the one this page uses. <code>sum</code> adds
up the effects of single documents instead of treating the set as a whole: a rough guess, because effects are not
additive. The chart shows the targeted sets.</p>
"""


def missing(what: str, setup: str) -> str:
    """One sentence in place of a section, and what adds it."""
    own = " with the same settings, or <code>origins trace</code> with <code>--retrain</code>,"
    command = f"<code>make reproduce</code>{'' if setup == 'starter' else own}"
    return f'<p class="missing">{text(what)} Run {command} to add this.</p>\n'


def truth(tables: Tables, figures: Sequence[str]) -> str:
    """Predictions beside what retraining measured."""
    if tables.sets is None or not len(tables.sets):
        return missing(
            "No embedding has been retrained yet, so no prediction on this page has been checked.", tables.setup
        )
    parts = [SETS.replace("$stills", stills(figures, "means_relearn")), _agreement(tables), SINGLE]
    if (tables.sets["kind"] == "single").any():
        parts.append(_chart("single", stills(figures, "single_documents")))
    else:
        parts.append('<p class="missing">This run did not retrain without single documents '
                     "(<code>perturbation.single_documents</code>).</p>\n")  # fmt: skip
    if any(agreement(tables, name)["r2"].notna().any() for name in tables.scores if len(agreement(tables, name))):
        parts += [ESTIMATORS, _chart("estimators", stills(figures, "estimators"))]
    return "".join(parts)


def _chart(name: str, noscript: str) -> str:
    return f'<div class="chart" data-chart="{name}"><noscript>{noscript}</noscript></div>\n'


def _agreement(tables: Tables) -> str:
    """The easy sets and the harder ones side by side, with the number of sets behind every r²: one table per metric."""
    head = ["sets", "n", f"r², {BEST}", "r², paper’s", "typical error", "right direction"]
    made = []
    for name in tables.scores:
        found = agreement(tables, name)
        rows = []
        for group, words in GROUPS.items():
            own = found[found["sets"] == group].set_index("estimator") if len(found) else found
            if BEST in own.index:
                paper = own.loc[PAPER] if PAPER in own.index else None
                rows.append([words, int(own.loc[BEST, "n"]), *_cells(own.loc[BEST], paper)])
        caption = f"{label(name)}: how well predicted and retrained Δ agree"
        made.append(table(head, rows, numeric=[1, 2, 3, 4, 5], caption=caption) if rows else "")
    note = (
        f'<p class="note">r² is the squared correlation over n sets, with its 95 % interval; it is not given for fewer '
        f"than {POINTS} sets. The typical error (root mean square) and the share of sets that moved in the predicted "
        f"direction are those of {BEST}.</p>\n"
    )
    return "".join(made) + note


def _cells(best: pd.Series, paper: pd.Series | None) -> list[str]:
    def r2(row: pd.Series | None) -> str:
        if row is None or pd.isna(row["r2"]):
            return "–"
        places = len(squared(row["r2"])) - 2
        return f"{row['r2']:.{places}f} ({row['r2_low']:.{places}f}–{row['r2_high']:.{places}f})"

    error = "–" if pd.isna(best["rmse"]) else number(best["rmse"], decimals(best["rmse"]))
    right = "–" if pd.isna(best["sign_accuracy"]) else f"{100 * best['sign_accuracy']:.0f} %"
    return [r2(best), r2(paper), error, right]


def squared(r2: float) -> str:
    """r² with two decimals, or three where two would round to 1."""
    return f"{r2:.{3 if 0.99 <= r2 < 0.9995 else 2}f}"


def paper(tables: Tables) -> str:
    """The paper's numbers beside ours."""
    if tables.paper is None or not len(tables.paper):
        return missing("The comparison with the paper needs retrained embeddings.", tables.setup)
    if tables.setup in ("wiki", "nyt"):
        words = (
            "This is one of the paper's corpora. The numbers differ by chance and because the text is not identical."
        )
    else:
        words = (
            "This corpus is not one of the paper's, so its scores differ, and in a smaller corpus each document weighs "
            "more. What should agree is how well predictions match retraining (r²)."
        )
    frame = tables.paper.drop(columns=["file", "command"], errors="ignore")
    cells = [["" if pd.isna(value) else value for value in row] for row in frame.itertuples(index=False, name=None)]
    header = ["" if name == "what" else name for name in frame]
    note = "<code>tables/paper.csv</code> has the file behind each number, and the command that makes it."
    compared = table(header, cells, caption="The paper's numbers and ours")
    return f'<p>{text(words)}</p>\n{compared}<p class="note">{note}</p>\n'


def gallery(setup: str, figures: Sequence[str] | None) -> str:
    """Every figure as a small picture; None for a copy of the page that has none."""
    if figures is None:
        words = "This single-file copy has no figures; they are in the results folder it was made from."
        return f'<p class="missing">{words}</p>\n'
    if not figures:
        return missing("No figures have been drawn yet.", setup)
    shown = "".join(map(figure, dict.fromkeys(figures)))
    return f'<p>Every figure is here as PNG and as PDF with selectable text.</p>\n<div class="gallery">{shown}</div>\n'


def stills(figures: Iterable[str], begin: str) -> str:
    """Figures in place of a chart, for readers without JavaScript."""
    return "".join(figure(name) for name in figures if name.startswith(begin))


def figure(name: str) -> str:
    """One figure with its caption and a link to the PDF."""
    kind = next((kind for kind in CAPTIONS if name == kind or name.startswith(f"{kind}_")), None)
    metric = name.removeprefix(f"{kind}_") if kind and name != kind else ""
    caption = text((CAPTIONS[kind] if kind else name.replace("_", " ")) + (f", {label(metric)}" if metric else ""))
    file = text(f"figures/{name}")
    return (
        f'<figure><a href="{file}.png"><img src="{file}.png" alt="{caption}" loading="lazy"></a>'
        f'<figcaption>{caption}. <a href="{file}.pdf" aria-label="{caption}, PDF">PDF</a></figcaption></figure>\n'
    )


def pretrained(tables: Tables) -> str:
    """The metrics in vectors that others trained, below the corpus's own."""
    if tables.pretrained is None:
        return ""
    rows = []
    for name in [*tables.scores, *tables.settings["further_metrics"]]:
        own = rows_of(tables.baselines, name)["bias"]
        rows.append([label(name), "this corpus", plus_minus(own.mean(), own.std()), "", ""])
        for _, row in rows_of(tables.pretrained, name).iterrows():
            score = "too few words" if pd.isna(row["bias"]) else number(row["bias"], max(2, decimals(own.std())))
            p = "".join(map("{:.2g}".format, p_values(row.to_frame().T)))
            rows.append(["", row["vectors"], score, p, "" if pd.isna(row["missing"]) else row["missing"]])
    head = ["metric", "vectors", "score", "p, two-sided", "words missing"]
    return table(head, rows, numeric=[2, 3], caption="The same metrics in pretrained vectors")


def further(tables: Tables) -> str:
    """The metrics that are measured beside those of the experiment, with their scores."""
    rows = []
    for name in tables.settings["further_metrics"]:
        scores = rows_of(tables.baselines, name)
        if len(scores):
            mean, deviation = scores["bias"].mean(), scores["bias"].std()
            places = decimals(deviation)
            spread = "" if pd.isna(deviation) else f"± {number(deviation, places)}"
            rows.append([label(name), number(mean, places), spread])
    return table(["metric", "score", "over seeds"], rows, numeric=[1, 2], caption="Further metrics") if rows else ""


def embeddings(tables: Tables) -> str:
    """Every embedding by itself: score, permutation test, and how many random word sets are closer to zero."""
    rows = []
    for name in tables.scores:
        own, closer = rows_of(tables.baselines, name), rows_of(tables.null, name)
        p: Sequence[float | None] = p_values(own) or [None] * len(own)
        shares = dict(zip(closer["seed"], closer["closer"], strict=True)) if len(closer) else {}
        for seed, bias, each in zip(own["seed"], own["bias"], p, strict=True):
            share = f"{percent(shares[seed])} %" if seed in shares else "–"
            rows.append([label(name), seed, number(bias, 3), "–" if each is None else span([each]), share])
    head = ["metric", "random start", "score", "p", "random word sets closer to zero"]
    made = table(head, rows, numeric=[1, 2, 3, 4], caption="Score and significance, embedding by embedding")
    return f"<details><summary>Every embedding by itself</summary>{made}{EMBEDDINGS}</details>\n"


def standard_errors(tables: Tables) -> str:
    """The three standard errors of every score, and one sentence on each."""
    found = tables.standard_errors
    if found is None or not len(found):
        return ""
    errors = ["seeds_std", "seeds_error", "documents_error", "analytic_error"]
    rows = [
        [
            label(row["metric"]),
            *("–" if pd.isna(row[each]) else f"± {number(row[each], decimals(row[each]))}" for each in errors),
            "" if pd.isna(row["left_out"]) else row["left_out"],
        ]
        for _, row in found.iterrows()
    ]
    head = ["metric", "random starts", "mean over them", "documents", "counts", "words that counts leave out"]
    if not any(row[-1] for row in rows):
        head, rows = head[:-1], [row[:-1] for row in rows]
    return table(head, rows, numeric=[1, 2, 3, 4], caption="Three standard errors of every score") + ERRORS
