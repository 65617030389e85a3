import json
from pathlib import Path

import pandas as pd

from origins.comparison import summary_markdown, summary_rows, summary_table
from origins.csvfile import write_csv
from origins.workflow import job

with job(snakemake) as run:

    def by_metric(files: list[Path]) -> pd.DataFrame | None:
        return pd.concat(map(pd.read_csv, files), ignore_index=True) if files else None

    results = {
        "corpus": json.loads(run.input.corpus.read_text()),
        "baselines": pd.read_csv(run.input.baselines),
        "analogies": pd.read_csv(run.input.analogies).query("section == 'total'")["accuracy"],
        "correlation": pd.read_csv(run.input.correlation),
        "welch": pd.read_csv(run.input.welch),
        "perturbed_analogies": pd.read_csv(run.input.perturbed_analogies),
        "ppmi": pd.read_csv(run.input.ppmi),
        "transfer": pd.read_csv(run.input.transfer),
        "word_sets": by_metric(run.input.word_sets),
        "sensitivity": by_metric(run.input.sensitivity),
        "secondary": by_metric(run.input.secondary),
    }
    rows = summary_rows(results)
    write_csv(summary_table(run.wildcards.setup, rows), run.output.table)
    run.output.page.write_text(summary_markdown(run.wildcards.setup, rows))
