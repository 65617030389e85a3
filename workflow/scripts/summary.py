import json

import pandas as pd

from origins.comparison import summary_markdown, summary_rows
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
    page = summary_markdown(run.wildcards.setup, summary_rows(results))
    run.output[0].write_text(page)
