import pandas as pd

from origins.csvfile import write_csv
from origins.metrics import metric
from origins.secondary import secondary_table
from origins.tokens import TokenStore, load_vocabulary, word_ids
from origins.workflow import job

with job(snakemake) as run:
    name = run.wildcards.metric
    measured = metric(name, run.params.definition, word_ids(load_vocabulary(run.input.vocabulary)))
    table = secondary_table(pd.read_parquet(run.input.scores), TokenStore.load(run.input.tokens), measured)
    table.insert(0, "metric", name)
    write_csv(table, run.output[0])
