"""The paper's tables with our numbers beside its own, and the one page that sets them all side by side."""

from collections.abc import Iterable, Sequence

import pandas as pd

from origins.files.tables import markdown_table
from origins.report.paper_row import NYT_ONLY, Row

SETUPS = {"wiki": "paper, Wiki", "nyt": "paper, NYT"}


def summary_table(setup: str, rows: Iterable[Row], configfiles: Sequence[str] = ()) -> pd.DataFrame:
    """Every reported result of the paper beside ours, with what is behind it and the file and command that make it."""
    given = f" --configfile {' '.join(configfiles)}" if configfiles else ""
    return pd.DataFrame(
        [
            {
                "where": row.where,
                "what": row.what,
                **{name: row.paper.get(key, "") for key, name in SETUPS.items()},
                f"ours, {setup}": row.ours,
                "paper's runs": row.paper_runs,
                "our runs": row.runs,
                "file": row.file,
                "command": f"snakemake --cores all{given} --config run={setup} -- results/{setup}/{row.file}"
                if row.file
                else row.command,
                "note": "; ".join(
                    filter(None, (row.note, NYT_ONLY if row.file and list(row.paper) == ["nyt"] else ""))
                ),
            }
            for row in rows
        ]
    )


def summary_markdown(setup: str, rows: Iterable[Row]) -> str:
    """The same as one page to read, without the commands."""
    table = summary_table(setup, rows).drop(columns="command")
    if setup in SETUPS:
        why = "This is one of the paper's setups; the paper's other column is for its other corpus."
    else:
        why = (
            f"The corpus of `{setup}` is not one of the paper's: other texts give another baseline bias, and in less "
            "text each document weighs more. What should agree is how well predictions match the retrained bias."
        )
    return (
        f"# {setup}: the paper's results and ours\n\n{why} The paper's New York Times corpus is licensed "
        "(LDC2008T19) and not part of this project: without it, that column has no counterpart.\n\n"
        "Δ = B(w) − B(w̃), the bias that documents add; `decrease` sets hold the documents with the largest Δ by the "
        "paper's estimator, whose removal lowers the bias. *Unpaired*: means over all baselines against means over the "
        "retrains, as in the paper. *Paired*: baselines and retrains of the same seeds. ± is one sample standard "
        "deviation over seeds. `tables/paper.csv` has the same rows with the command that makes each.\n\n"
        f"{markdown_table(table)}"
    )
