import json

import pandas as pd

from origins import config, summary
from origins.cooccurrence import Cooccurrence
from origins.tokens import load_vocabulary
from origins.workflow import job

with job(snakemake) as run:
    table = pd.read_parquet(run.input.table, columns=["tokens"])
    vocabulary = load_vocabulary(run.input.vocabulary)
    X = Cooccurrence.load(run.input.cooccurrence)
    config.check_sizes(f"setups.{run.wildcards.setup}", run.params.perturbation, documents=len(table))
    numbers = summary.summarize(table, vocabulary, X, run.params.metrics)
    run.output[0].write_text(json.dumps(numbers, indent=1) + "\n")
