"""The page itself: prose and tables that can be read without JavaScript, around charts and an explorer that cannot."""

import platform
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path, PurePath
from string import Template
from typing import Any

import pandas as pd

import origins
from origins.analysis.evaluation import sampling_error
from origins.experiment.sets import BEST
from origins.report import data
from origins.report.data import Tables, label
from origins.report.html import script_json, source_hash, table, text
from origins.report.rows import TITLE

ASSETS = Path(__file__).parent / "assets"
SCRIPTS = ("core.js", "charts.js", "plots.js", "explorer.js", "filters.js", "detail.js", "whatif.js", "start.js")
PACKAGES = ("numpy", "scipy", "pandas", "numba", "gensim", "snakemake")
LISTED = 6  # documents of each direction in the printed table

# what the files in figures/ show, by the beginning of their name
CAPTIONS = {
    "baseline": "The bias of every baseline embedding",
    "histogram": "How many documents add how much bias",
    "single_documents": "Single documents: predicted against true Δ",
    "means_relearn": f"Sets: predicted by {BEST} against retrained bias",
    "means": "Sets: predicted by the paper's estimator against retrained bias",
    "targeted_relearn": f"Every targeted set, predicted by {BEST}",
    "targeted": "Every targeted set, predicted by the paper's estimator",
    "random": "Every random set",
    "metadata": "Which kinds of documents add bias",
    "transfer": "The same sets removed from GloVe, PPMI and word2vec",
    "word_sets_ppmi": "Random word sets: GloVe against PPMI",
    "word_sets_word2vec": "Random word sets: GloVe against word2vec",
    "projection": "Target words on the axis of the attribute words, before and after",
    "frequency": "How far the largest sets move each target word, by its frequency",
    "estimators": "The ways to predict, side by side",
    "convergence": "How the training converged",
}
# what a metric asks, by its kind; in braces the first words of its sets
MEANINGS = {
    "weat": "asks whether words such as {S} lie closer to {A} and words such as {T} closer to {B} (a positive number), "
    "or the other way round (a negative one).",
    "ripa": "asks how far words such as {S} lie on the way from {B} (a negative number) to {A} (a positive one).",
    "rnd": "asks whether words such as {S} are nearer to the middle of {B} (a positive number) or to the middle of {A} "
    "(a negative one).",
    "mac": "asks how far words such as {S} are from both {A} and {B}: near 1 they have nothing to do with either, and "
    "a <em>smaller</em> number means more bias.",
}
EFFECT_SIZE = """<p>An effect size, which WEAT is, says by how many standard deviations two groups of words differ in
their association: 0 is none, and from about 0.8 on it is usually called large. Its largest possible value is close to
2.</p>
"""
# the charts of the page as figures, for readers without JavaScript
STILLS = {
    "baseline": "baseline",
    "histogram": "histogram",
    "means": "means_relearn",
    "single": "single_documents",
    "estimators": "estimators",
}
BIBTEX = """\
@inproceedings{brunet2019origins,
  title     = {Understanding the Origins of Bias in Word Embeddings},
  author    = {Brunet, Marc-Etienne and Alkalay-Houlihan, Colleen and Anderson, Ashton and Zemel, Richard},
  booktitle = {Proceedings of the 36th International Conference on Machine Learning (ICML)},
  year      = {2019},
  eprint    = {1810.03611},
  archivePrefix = {arXiv}
}
@software{origins,
  title   = {Origins: which documents gave this word embedding its bias, and how sure are we?},
  author  = {{The Origins authors}},
  version = {%s}
}
"""


def write(tables: Tables, figures: Sequence[Path], index: Path, data_folder: Path, figure_folder: Path) -> None:
    """Write the page, the data that it loads, and copies of the figures beside it."""
    figure_folder.mkdir(parents=True)
    for figure in figures:
        shutil.copyfile(figure, figure_folder / figure.name)
    summary = data.write(tables, data_folder)
    index.write_text(render(tables, summary, [figure.stem for figure in figures]), encoding="utf-8")


def render(tables: Tables, summary: Mapping[str, Any], figures: Sequence[str]) -> str:
    """The HTML of the page; `figures` are the names of those that lie beside it."""
    style = (ASSETS / "style.css").read_text()
    script = "(() => {\n" + "\n".join((ASSETS / name).read_text() for name in SCRIPTS) + "})();\n"
    figures = list(dict.fromkeys(figures))
    # a page opened from disk has no origin to be 'self': its own scripts are files
    policy = (
        f"default-src 'none'; script-src {source_hash(script)} 'self' file:; style-src {source_hash(style)}; "
        "img-src 'self' file: data:; base-uri 'none'; form-action 'none'"
    )
    return Template((ASSETS / "page.html").read_text()).substitute(
        policy=policy,
        style=style,
        script=script,
        summary=script_json(summary),
        setup=text(tables.setup),
        lead=text(_lead(tables, summary)),
        cards="".join(_cards(tables, summary)),
        meanings="".join(_meaning(name, tables) for name in tables.scores),
        effect_size=EFFECT_SIZE if any(metric["kind"] == "weat" for metric in summary["metrics"]) else "",
        sampling=text(_sampling(tables)),
        seeds=summary["seeds"],
        documents=f"{summary['documents']:,}",
        best=BEST,
        influential="".join(_influential(name, frame) for name, frame in tables.influential.items()),
        pairs="".join(_pairs(name, tables.explanations[name]["pairs"]) for name in tables.scores),
        comparison=text(_comparison(tables.setup)),
        paper=_frame(tables.paper, "The paper's numbers and ours"),
        gallery="".join(_figure(name) for name in figures),
        settings=_settings(tables.settings),
        versions=table(["program", "version"], _versions(), caption="Versions"),
        bibtex=text(BIBTEX % origins.__version__),
        **{f"still_{name}": "".join(map(_figure, _named(figures, begin))) for name, begin in STILLS.items()},
    )


def _lead(tables: Tables, summary: Mapping[str, Any]) -> str:
    first = summary["metrics"][0]
    most = tables.influential[first["name"]].query("document == 'bias increasing'")
    sentence = (
        f"{summary['documents']:,} documents with {tables.corpus['tokens']:,} words; {summary['seeds']} embeddings "
        f"learned from them; for each document, the bias that it adds."
    )
    if len(most):
        without = first["baseline"] - most["delta_mean"].iloc[0]
        sentence += (
            f" No document adds more to {first['label']} than “{str(most['title'].iloc[0])[:TITLE]}”: without it, "
            f"{number(first['baseline'], 2)} would be {number(without, 2)}."
        )
    return sentence


def _cards(tables: Tables, summary: Mapping[str, Any]) -> Iterator[str]:
    yield _card("documents", f"{summary['documents']:,}", f"{tables.corpus['vocabulary']:,} different words")
    for metric in summary["metrics"]:
        spread = f"± {metric['baseline_std']:.3f} over {summary['seeds']} embeddings"
        what = "effect size" if metric["kind"] == "weat" else "bias"
        yield _card(f"{metric['label']}, {what}", number(metric["baseline"], 3), spread)
    for metric in summary["metrics"]:
        agreement = [row for row in metric["correlation"] if row["estimator"] == BEST and row["r2"] is not None]
        for row in agreement:
            what = f"r² of predicted and true, {metric['label']}"
            yield _card(what, f"{row['r2']:.3f}", f"over {row['n']} sets of removed documents")


def _card(what: str, value: str, note: str) -> str:
    return f'<div class="card"><span>{text(what)}</span><b>{text(value)}</b><span>{text(note)}</span></div>\n'


def _sampling(tables: Tables) -> str:
    errors = {label(name): sampling_error(scores["delta_mean"]) for name, scores in tables.scores.items()}
    return ", ".join(f"± {error:.3f} in {name}" for name, error in errors.items())


def _meaning(name: str, tables: Tables) -> str:
    definition, corpus = tables.settings["metrics"][name], tables.corpus["metrics"][name]
    sets = {key: words for key, words in definition.items() if isinstance(words, list)}
    there = {key: [word for word in words if word not in corpus["missing"]] for key, words in sets.items()}
    first = {key: f"<em>{text(', '.join(words[:3]))}</em>" for key, words in there.items()}
    sentence = f"<p><b>{text(label(name))}</b> {MEANINGS[definition['kind']].format_map(first)}</p>"
    rows = [[key, ", ".join(words)] for key, words in there.items()]
    missing = ", ".join(corpus["missing"])
    if missing:
        rows.append(["left out", f"{missing} (too rare in this text)"])
    summary = f"All words of {label(name)}"
    return f"{sentence}<details><summary>{text(summary)}</summary>{table(['set', 'words'], rows)}</details>\n"


def number(value: float, decimals: int, sign: str = "-") -> str:
    """With a true minus; with sign "+" a plus as well."""
    return f"{value:{sign}.{decimals}f}".replace("-", "−")


def _influential(name: str, frame: pd.DataFrame) -> str:
    parts = []
    for direction, title in (
        ("bias increasing", f"{label(name)}: removing these lowers it most"),
        ("bias decreasing", f"{label(name)}: removing these raises it most"),
    ):
        chosen = frame[frame["document"] == direction].head(LISTED)
        rows = [
            [str(row.title or row.id)[:TITLE], number(row.delta_mean, 4, "+"), f"± {row.delta_std:.4f}"]
            for row in chosen.itertuples()
        ]
        parts.append(table(["document", "Δ", "over seeds"], rows, numeric=[1, 2], caption=title))
    return f'<div class="columns">{"".join(parts)}</div>\n'


def _pairs(name: str, pairs: Iterable[Sequence[Any]]) -> str:
    sides = []
    for title, sign in ((f"{label(name)}: push it up", 1), (f"{label(name)}: push it down", -1)):
        chosen = sorted((pair for pair in pairs if pair[2] * sign > 0), key=lambda pair: -abs(pair[2]))
        rows = [[f"{a} – {b}", number(value, 4, "+")] for a, b, value in chosen]
        sides.append(table(["words that meet", "share"], rows, numeric=[1], caption=title))
    return f'<div class="columns">{"".join(sides)}</div>\n'


def _comparison(setup: str) -> str:
    if setup in ("wiki", "nyt"):
        return (
            "This is one of the paper's corpora. Numbers differ by chance, and where the text is not exactly the same."
        )
    return (
        "This corpus is not one of the paper's: other text has another bias, and in less text a document weighs more. "
        "What should agree is how well the prediction meets the retrained truth (r²)."
    )


def _frame(frame: pd.DataFrame, caption: str) -> str:
    rows = [["" if pd.isna(value) else value for value in row] for row in frame.itertuples(index=False, name=None)]
    return table(["" if name == "what" else name for name in frame], rows, caption=caption)


def _named(figures: Iterable[str], begin: str) -> list[str]:
    return [name for name in figures if name.startswith(begin)]


def _figure(name: str) -> str:
    kind = next((kind for kind in CAPTIONS if name == kind or name.startswith(f"{kind}_")), None)
    metric = name.removeprefix(f"{kind}_") if kind and name != kind else ""
    caption = text((CAPTIONS[kind] if kind else name.replace("_", " ")) + (f", {label(metric)}" if metric else ""))
    file = text(f"figures/{name}")
    return (
        f'<figure><a href="{file}.png"><img src="{file}.png" alt="{caption}" loading="lazy"></a>'
        f'<figcaption>{caption}. <a href="{file}.pdf" aria-label="{caption}, PDF">PDF</a></figcaption></figure>\n'
    )


def _settings(settings: Mapping[str, Any]) -> str:
    rows = []
    for section, values in settings.items():
        if section in ("metrics", "further_metrics"):
            rows.append([section, ", ".join(values) or "none"])
        else:
            rows += [[f"{section}.{name}", _value(name, value)] for name, value in values.items()]
    return table(["setting", "value"], rows, caption="Settings")


def _value(name: str, value: Any) -> str:
    if name == "path":
        return PurePath(value).name  # where it lies on this machine is nobody's concern
    return ", ".join(map(str, value)) if isinstance(value, list) else "none" if value is None else str(value)


def _versions() -> list[list[str]]:
    return [
        ["origins", origins.__version__],
        ["Python", platform.python_version()],
        *([package, version(package)] for package in PACKAGES),
    ]
