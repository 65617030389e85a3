import json

import pandas as pd

from origins.comparison import summary_markdown, summary_rows, summary_table
from origins.csvfile import write_csv
from origins.workflow import job

with job(snakemake) as run:
    results = {
        "corpus": json.loads(run.input.corpus.read_text()),
        "baselines": pd.read_csv(run.input.baselines),
        "analogies": pd.read_csv(run.input.analogies).query("section == 'total'")["accuracy"],
        "correlation": pd.read_csv(run.input.correlation),
        "welch": pd.read_csv(run.input.welch),
        "perturbed_analogies": pd.read_csv(run.input.perturbed_analogies),
    }
    rows = summary_rows(results)
    write_csv(summary_table(run.wildcards.setup, rows), run.output.table)
    run.output.page.write_text(summary_markdown(run.wildcards.setup, rows))
