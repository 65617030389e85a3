"""Pages of the report made from generated results: small and hostile, or as large as one likes."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pandas as pd
from frames import synthetic

from origins import config
from origins.analysis import evaluation
from origins.analysis.intervals import with_interval
from origins.analysis.metadata import by_metadata
from origins.corpus.tokenizer import Tokenizer
from origins.influence.kernels import Shifts
from origins.influence.scores import score_table
from origins.metrics.definitions import metric as metric_of
from origins.report import choices, page
from origins.report.data import Tables
from origins.report.explain import most_influential, significant
from origins.report.passages import known_tokens, passages

CONFIG = config.load(Path(__file__).parents[1] / "config.yaml")
SEEDS = 10

# each of them does something where text is taken for HTML, for script, for an attribute or for a path
HOSTILE = [
    "<script>document.title = 'owned'</script>",
    "</script><script>document.title = 'owned'</script>",
    "<img src=x onerror=\"document.title='owned'\">",
    "\"><svg onload=document.title='owned'>",
    "' onmouseover='document.title=1' x='",
    "<!-- <b>bold</b> &amp; &lt; -->",
    "javascript:document.title='owned'",
    "${document.title='owned'} {{7*7}} `x`",
    "\u202eright to left\u202c and \u2066isolated\u2069 \u200f",
    "a line\u2028and\u2029another\nand\ta tab\x00\x07",
    "__proto__",
    "constructor",
    "../../etc/passwd%00",
    "مرحبا بالعالم שלום 😀 é",
    "x" * 5000,
]
ODD_ID = "=d/18  \u202eodd"  # must leave the page exactly as it is
P = {"weat1": (0.01, 0.02), "weat2": (0.3, 0.01)}  # WEAT 1 is in all embeddings, WEAT 2 in every second
WORDS = {word: number for number, word in enumerate(["science", "poetry", "him", "her", "document", "title", "script"])}


def tables(
    documents: int = 60,
    texts: int = 40,
    long_line: int = 0,
    seed: int = 0,
    trace: bool = False,
    p: Mapping[str, tuple[float, float]] = P,
) -> Tables:
    """Results of a setup whose titles and texts are hostile; one of the texts has a line of `long_line` characters.

    `trace` is before anything was retrained. `p` has, by metric, the p-values of odd and of even seeds.
    """
    rng = np.random.default_rng(seed)
    setup = config.resolve(CONFIG | {"run": ["starter"]})["starter"]
    setup["metrics"] = {name: CONFIG["metrics"][name] for name in P}
    setup = setup | {"glove": setup["glove"] | {"seeds": SEEDS}}
    table = pd.DataFrame({"id": [f"d/{k}" for k in range(documents)]})
    table.loc[18, "id"] = ODD_ID
    table["title"] = [HOSTILE[k] if k < len(HOSTILE) else f"Document {k} of many" for k in range(documents)]
    table["tokens"] = rng.integers(20, 5000, documents)
    table["topic"] = rng.choice(["Arts", "Science", "<b>Sport</b>", None], documents)
    table["source"] = rng.choice(["wikipedia", "news"], documents)
    table["date"] = [
        f"20{year:02}-{month:02}-01" for year, month in zip(*rng.integers(1, 12, (2, documents)), strict=True)
    ]
    baselines, predictions, truth = synthetic(
        sizes=(5, 10), seeds=SEEDS, random_sets=1, singles=2, estimators=SYNTHETIC_ESTIMATORS
    )
    baselines = baselines.assign(
        p=[p[m][1 - s % 2] for m, s in zip(baselines["metric"], baselines["seed"], strict=True)],
        partitions=12870,
        exact=True,
    )
    predictions, truth = map(with_ppmi, (predictions, truth))
    scores, explanations = {}, {}
    for metric in setup["metrics"]:
        means = rng.standard_t(2, documents) / 100
        means[-documents // 4 :] = 0
        noise = np.where(np.arange(documents) % 3 == 0, 1.5, 0.3)[:, None]  # of every third document nothing is sure
        deltas = means[:, None] * rng.normal(1, noise, (documents, SEEDS))
        biases = baselines.loc[baselines["metric"] == metric, "bias"]
        scores[metric] = with_interval(score_table(deltas, table, np.ones(documents, dtype=int)), biases)
        explanations[metric] = explanation(scores[metric], deltas, rng, texts // 2, long_line)
        explanations[metric]["shifts"] = shifts(metric, len(explanations[metric]["documents"]))
    order = scores["weat1"].sort_values("rank").index.to_numpy()
    members = {("weat1", "decrease-10"): order[:10], ("weat1", "increase-5"): order[-5:]}
    members |= {("shared", "random-5-1"): rng.permutation(documents)[:5], ("weat1", "single-decrease-1"): order[:1]}
    made = Tables(
        setup="<b>hostile</b>",
        settings=setup,
        corpus={"tokens": 12345, "vocabulary": 678, "metrics": {name: {"missing": ["hers"]} for name in scores}},
        documents=table,
        scores=scores,
        explanations=explanations,
        baselines=baselines,
        null=NULL,
        standard_errors=ERRORS,
        choices=dict.fromkeys(scores, CHOICES),
        metadata={name: by_metadata(each, table.columns, resamples=100) for name, each in scores.items()},
    )
    if trace:
        return made
    return made._replace(
        sets=evaluation.set_means(baselines, predictions, truth),
        correlation=evaluation.correlation(baselines, predictions, truth, resamples=50),
        single=evaluation.single_documents(baselines, predictions, truth),
        paper=pd.DataFrame({"what": ["<i>documents</i>"], "paper, Wiki": ["29,344"], "ours": ["60"]}),
        members=members,
    )


NULL = pd.DataFrame(
    {"metric": "weat1", "seed": range(1, SEEDS + 1), "word_sets": 2000, "low": -0.9, "high": 1.0, "closer": 99.9}
)
NULL.loc[3, "closer"] = 90.4
ERRORS = pd.DataFrame(
    {
        "metric": list(P),
        "seeds_std": 0.049,
        "seeds_error": 0.022,
        "documents_error": 0.351,
        "analytic_error": [0.44, np.nan],
        "left_out": [np.nan, "<i>her</i>"],
    }
)
CHOICES = pd.DataFrame(
    [
        ("all", 2, 30, 0.02, 0.0011, 0.0022),
        ("one side", 2, 30, 0.02, 0.0033, 0.0044),
        ("all", 5, 30, 0.05, 0.01, 0.03),
        ("strongest", 5, 2, 0.3, 0.02, 0.06),
    ],
    columns=choices.COLUMNS,
)


def shifts(metric: str, documents: int) -> dict:
    """How documents move the words of a metric: three words each, by real metrics in generated vectors."""
    rng = np.random.default_rng(documents)
    words = CONFIG["metrics"][metric]
    every = sorted({word for key in "STAB" for word in words[key]})
    measured = metric_of(metric, words, {word: k for k, word in enumerate(every)})
    vectors = [rng.normal(0, 0.4, (len(every), 7)).astype(np.float32) for _ in range(SEEDS)]
    moved = Shifts(np.arange(documents + 1) * 3, rng.integers(len(every), size=3 * documents), np.empty(0))
    by = [rng.normal(0, 0.05, (3 * documents, 7)) for _ in range(SEEDS)]
    return choices.for_page(measured.sets, vectors, moved, [choices.quantise(each) for each in by])


def with_ppmi(frame: pd.DataFrame) -> pd.DataFrame:
    """The sets that lower the score once more, as if PPMI had chosen them."""
    copy = frame[frame["kind"] == "decrease"]
    copy = copy.assign(set="ppmi-" + copy["set"], kind="ppmi")
    return pd.concat([frame, copy], ignore_index=True)


SYNTHETIC_ESTIMATORS = (("influence", 0.85, 0.04), ("relearn", 1.0, 0.01), ("sum", 2.0, 0.1))


def explanation(scores: pd.DataFrame, deltas: np.ndarray, rng, count: int, long_line: int) -> dict:
    explained = []
    for k, row in enumerate(most_influential(scores, count).tolist()):
        text = f"{HOSTILE[k % len(HOSTILE)]}\n\nScience and Poetry; him & her.\n{HOSTILE[(k + 3) % len(HOSTILE)]}"
        if k == 0:
            text += "y" * long_line
        if k == 1:
            text += " Science, poetry, him and her." * 20  # more words than are marked at first
        _, places = known_tokens(text, WORDS, Tokenizer())
        shown = passages(text, places, rng.normal(0, 0.001, len(places)))
        explained.append(
            {
                "id": scores["id"][row],
                "deltas": [significant(delta) for delta in deltas[row]],
                "first_order": significant(shown.numbers.sum()),
                "parts": shown.parts,
                "values": [significant(value) for value in shown.numbers],
                "left_out": shown.left_out,
                "pairs": [["him", "science", 0.002], ["<b>her</b>", "poetry", 0.001], ["her", "science", -0.003]],
            }
        )
    return {"documents": explained, "pairs": [["him", "science", 0.02], ["<b>her</b>", "poetry", -0.01]]}


def write_page(folder: Path, made: Tables | None = None, **settings) -> Path:
    """A page opened with file://, and what it needs beside it; of the given tables, or of those that settings say."""
    figure = folder / "baseline.png"
    folder.mkdir(parents=True, exist_ok=True)
    figure.write_bytes(PNG)
    figure.with_suffix(".pdf").write_bytes(b"%PDF-1.4\n")
    place = folder / "report"
    place.mkdir()
    figures = [figure, figure.with_suffix(".pdf")]
    if settings.get("trace"):
        figures = []
    page.write(made or tables(**settings), figures, place / "index.html", place / "data", place / "figures")
    return place / "index.html"


# one grey pixel
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010800000000"
    "3a7e9b550000000a49444154789c63680000008200817d5ee8c50000000049454e44ae426082"
)
