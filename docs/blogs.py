"""Keep of the run on blogs what may be kept, in docs/blogs: numbers and figures, no text and nobody's id.

    python docs/blogs.py keep results/blogs results/starter ELSEWHERE/results/simplewiki-2021
    python docs/blogs.py bring results/blogs   # with the corpus and its matrix there: trainings that need no repeating
    python docs/blogs.py authors results/blogs-posts results/blogs-authors

The other runs are those that random word sets are compared with (figure `word_sets.png`). What an unfinished run does
not have yet stays as an earlier one left it. `authors` compares the Δ of every author with the sum over that author's
posts.
"""

import json
import shutil
import sys
from pathlib import Path

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "docs" / "reproduction")]

from kept import pack, unpack  # noqa: E402

from origins import config  # noqa: E402
from origins.analysis import evaluation  # noqa: E402
from origins.experiment.measures import retrain_table  # noqa: E402
from origins.figures import style  # noqa: E402
from origins.figures.metadata import metadata  # noqa: E402
from origins.files.csvfile import read_csv, write_csv  # noqa: E402
from origins.report import paper  # noqa: E402
from origins.runtime import times  # noqa: E402

KEPT = ROOT / "docs" / "blogs"
# none has a row per post or per author; tables with titles or ids are not among them
TABLES = [
    "analogies", "baseline", "baseline_bias", "correlation", "crossed", "frequency_*", "group_retrains",
    "groups", "histogram_*", "metadata_*", "null", "paper", "perturbed_analogies", "projection_*", "rankings", "sets",
    "single_documents", "standard_errors", "transfer", "truth", "welch", "welch_counts", "word2vec",
    "word2vec_analogies", "word_sets_agreement", "word_sets_by_frequency",
]  # fmt: skip
FIGURES = [
    "convergence", "estimators", "frequency_*", "histogram_*", "means_*", "projection_*", "random_*", "targeted_*",
    "transfer_*", "word_sets_*",
]  # fmt: skip
TRAINED = {"retrains": ["retrains/*/*/*"], "word2vec": ["word2vec/**/*"]}  # vectors of the metrics' words alone
FIELDS = ["gender", "age", "industry", "month"]
LOOKS = {"ppmi": ("PPMI", "o"), "word2vec": ("word2vec", "D")}


def keep(blogs: Path, *others: Path) -> None:
    """Copy tables and figures, pack the retrains, draw the figures that are this folder's own."""
    (KEPT / "tables").mkdir(exist_ok=True)
    for file in (file for name in TABLES for file in blogs.glob(f"tables/{name}.csv")):
        shutil.copyfile(file, KEPT / "tables" / file.name)
    (KEPT / "figures").mkdir(exist_ok=True)
    for file in (file for name in FIGURES for file in blogs.glob(f"figures/{name}.png")):
        shutil.copyfile(file, KEPT / "figures" / file.name)
    setup = config.recall(blogs)
    if len(table := halves(blogs, setup)):
        write_csv(table, KEPT / "tables" / "halves.csv")
    pack(blogs, TRAINED, KEPT / "kept")
    shutil.copyfile(blogs / "corpus" / "summary.json", KEPT / "summary.json")
    spent, before = times.by_rule(blogs), read_csv(KEPT / "times.csv")
    spent = pd.concat([spent, before[~before["rule"].isin(spent["rule"])]])
    write_csv(spent.sort_values("rule"), KEPT / "times.csv")
    if (blogs / "tables" / "word_sets_agreement.csv").exists():
        agreement = word_sets([*others, blogs])
        write_csv(agreement, KEPT / "word_sets.csv")
        draw(agreement_by_size(agreement), "word_sets")
    table = read_csv(KEPT / "tables" / "metadata_career.csv")
    by_field = [table[table["field"] == field] for field in FIELDS]
    draw(metadata(pd.concat(by_field), metric="career", setup="blogs"), "metadata")


def halves(results: Path, setup: dict) -> pd.DataFrame:
    """The bias without a random half of the posts beside that of the same seed with all of them, by every metric."""
    files = sorted(results.glob("retrains/shared/leftout-*/[0-9]*.npz"))
    retrained = retrain_table(files, setup["metrics"] | setup["further_metrics"])
    baselines = read_csv(results / "tables" / "baseline_bias.csv")[["metric", "seed", "bias"]]
    both = retrained.drop(columns="family").merge(
        baselines, on=["metric", "seed"], suffixes=("_retrained", "_baseline")
    )
    return both.rename(columns={"bias_baseline": "baseline", "bias_retrained": "retrained"})


def authors(posts: Path, by_author: Path) -> None:
    """Write authors.csv: how far the Δ of everything an author wrote is the sum of the Δ of the posts."""
    rows = []
    for column, estimator in (("delta_mean", "relearn"), ("influence_delta_mean", "influence")):
        scores = pd.read_parquet(posts / "scores" / "weat1.parquet", columns=["author", column])
        summed = scores.groupby("author")[column].agg(["size", "sum"])
        whole = pd.read_parquet(by_author / "scores" / "weat1.parquet", columns=["id", column]).set_index("id")[column]
        both = summed.join(whole.rename("whole"), how="left")
        single = both[both["size"] == 1]
        line = evaluation.least_squares(both["sum"].to_numpy(), both["whole"].to_numpy())
        rows.append(
            {
                "estimator": estimator,
                "authors": len(both),
                "single": len(single),
                "single_equal": (single["sum"] == single["whole"]).sum(),
                "r2": line.r2,
                "slope": line.slope,
                "spearman": both[["sum", "whole"]].corr("spearman").iloc[0, 1],
            }
        )
    write_csv(pd.DataFrame(rows), KEPT / "authors.csv")


def draw(figure: Figure, name: str) -> None:
    """The figure as a picture alone."""
    pdf = KEPT / f"{name}.pdf"
    style.save(figure, pdf, KEPT / f"{name}.png")
    pdf.unlink()


def word_sets(runs: list[Path]) -> pd.DataFrame:
    """r² with GloVe of random word sets' WEAT, by run and representation, and the corpus's tokens; the paper's, too."""
    rows = []
    for results in runs:
        tokens = json.loads((results / "corpus" / "summary.json").read_text())["tokens"]
        table = read_csv(results / "tables" / "word_sets_agreement.csv")
        rows.append(table.assign(run=results.name, tokens=tokens))
    columns = ["run", "tokens", "representation", "embeddings", "glove_embeddings", "r2", "r2_low", "r2_high"]
    published = [
        {"run": "New York Times (paper)", "tokens": paper.CORPORA["nyt"]["tokens"], "representation": name, "r2": r2}
        for name, r2 in paper.RANDOM_WORD_SETS.items()
    ]
    return pd.concat([*rows, pd.DataFrame(published)], ignore_index=True)[columns]


@style.styled
def agreement_by_size(table: pd.DataFrame) -> Figure:
    """r² against the tokens of the corpus, on a logarithmic scale; the paper's points are hollow."""
    figure = Figure(figsize=(style.COLUMN * 1.3, 3))
    axes = figure.subplots()
    for name, points in table.groupby("representation", sort=False):
        label, marker = LOOKS[name]
        colour = style.COLOURS["prediction" if name == "ppmi" else "truth"]
        ours = points.dropna(subset="r2_low")
        reach = [ours["r2"] - ours["r2_low"], ours["r2_high"] - ours["r2"]]
        axes.plot(points["tokens"], points["r2"], color=colour, linestyle=":", zorder=0)
        axes.errorbar(ours["tokens"], ours["r2"], reach, color=colour, marker=marker, linestyle="none", label=label)
        theirs = points[points["r2_low"].isna()]
        axes.plot(theirs["tokens"], theirs["r2"], marker, color=colour, markerfacecolor="white")
    for run, points in table.groupby("run", sort=False):
        place = points["tokens"].iloc[0], points["r2"].max()
        axes.annotate(style.plain(run), place, (0, 8), textcoords="offset points", ha="center", fontsize=7)
    axes.set_xscale("log")
    axes.set_xlim(table["tokens"].min() / 3, table["tokens"].max() * 3)
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_ylim(0, 1)
    axes.set_xlabel("tokens of the corpus")
    axes.set_ylabel("r² with GloVe")
    style.heading(figure, "WEAT of random word sets, GloVe against other embeddings", "2000 sets, 10,000 words")
    axes.legend(loc="lower right")
    return figure


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["keep", blogs, *others]:
            keep(Path(blogs), *map(Path, others))
        case ["bring", blogs]:
            unpack(Path(blogs), KEPT / "kept")
        case ["authors", posts, by_author]:
            authors(Path(posts), Path(by_author))
        case _:
            sys.exit(__doc__)
