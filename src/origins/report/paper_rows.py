"""Every number, table and figure of the paper, in its order, with ours beside it.

Each function takes results of one setup as the tables have them and returns rows; `ROWS` names the result it takes. The
paper's values stand only beside what the paper itself did: its estimator, its sets, its unpaired means.
"""

from collections.abc import Callable, Mapping
from typing import Any

from origins.report import paper, paper_accuracy, paper_setup, paper_transfer
from origins.report.paper_row import Row


def claims(metric: str) -> list[Row]:
    """What the paper says without a number that a run could give."""
    return [
        Row(
            "Section 4.2",
            "inverse-Hessian-vector products over all parameters (LiSSA) are too slow",
            "benchmark",
            "",
            dict.fromkeys(paper.CORPORA, "too slow"),
            note="measured in docs/performance.md",
            command="python benchmarks/lissa.py results/<setup>",
        ),
        Row(
            "Appendix A",
            "bias gradient",
            "table",
            f"tables/pairs_{metric}.csv",
            note="the estimator `gradient` in the rows of r² uses it",
        ),
        Row(
            "Section 5.5",
            "titles that fit the theme of the bias",
            "not measured",
            f"tables/influential_{metric}.csv",
            {"nyt": "all but 2 or 3 of 50"},
            note="a human judgement; the list is in the file",
        ),
    ]


ROWS: dict[str, Callable[[Any], list[Row]]] = {
    "settings": paper_setup.setting_rows,
    "corpus": paper_setup.corpus_rows,
    "analogies": paper_setup.analogy_rows,
    "baselines": paper_setup.baseline_rows,
    "figures": paper_setup.figure_rows,
    "histogram": paper_accuracy.histogram_rows,
    "correlation": paper_accuracy.correlation_rows,
    "sets": paper_accuracy.set_rows,
    "welch": paper_accuracy.welch_rows,
    "perturbed_analogies": paper_accuracy.perturbed_analogy_rows,
    "ppmi": paper_transfer.ppmi_rows,
    "ppmi_overlap": paper_transfer.ppmi_overlap_rows,
    "word_sets": paper_transfer.word_set_rows,
    "transfer": paper_transfer.transfer_rows,
    "projection": paper_transfer.projection_rows,
    "frequency": paper_transfer.frequency_rows,
    "documents": paper_transfer.document_rows,
}


def rows_of(results: Mapping[str, Any]) -> list[Row]:
    """The rows of the results at hand, by the names of ROWS, in the paper's order; what is missing is left out."""
    rows = [row for name, rows_of in ROWS.items() if results.get(name) is not None for row in rows_of(results[name])]
    metrics = list(results["settings"]["metrics"])
    return [*rows, *claims("weat1" if "weat1" in metrics else metrics[0])]
