import pandas as pd

from origins.analysis.documents import secondary_table
from origins.corpus.tokens import TokenStore, load_vocabulary, word_ids
from origins.experiment.sets import PAPER
from origins.files.csvfile import write_csv
from origins.influence.scoring import ranked_by
from origins.metrics import metric
from origins.runtime.job import job

with job(snakemake) as run:
    name = run.wildcards.metric
    vocabulary = load_vocabulary(run.input.vocabulary)
    measured = metric(name, run.params.definition, word_ids(vocabulary))
    scores = ranked_by(pd.read_parquet(run.input.scores), PAPER)
    table = secondary_table(scores, TokenStore.load(run.input.tokens), measured, vocabulary)
    table.insert(0, "metric", name)
    write_csv(table, run.output[0])
