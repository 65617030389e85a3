import json

import pandas as pd

from origins.cooccurrence.matrix import Cooccurrence
from origins.corpus.tokens import load_vocabulary
from origins.experiment import corpus_summary as summary
from origins.experiment import suitability
from origins.runtime.job import job

with job(snakemake) as run:
    table = pd.read_parquet(run.input.table, columns=["tokens"])
    vocabulary = load_vocabulary(run.input.vocabulary)
    X = Cooccurrence.load(run.input.cooccurrence)
    suitability.check_sizes(f"setups.{run.wildcards.setup}", run.params.perturbation, documents=len(table))
    numbers = summary.summarize(table, vocabulary, X, run.params.metrics)
    run.output[0].write_text(json.dumps(numbers, indent=1) + "\n")
