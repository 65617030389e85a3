import pandas as pd

from origins.cooccurrence.matrix import Cooccurrence
from origins.corpus.tokens import TokenStore, load_vocabulary, word_ids
from origins.metrics.definitions import metric
from origins.representations import ppmi
from origins.runtime.job import job

with job(snakemake) as run:
    X, corpus = Cooccurrence.load(run.input.cooccurrence), TokenStore.load(run.input.tokens)
    measured = metric(run.wildcards.metric, run.params.definition, word_ids(load_vocabulary(run.input.vocabulary)))
    documents = pd.read_parquet(run.input.table, columns=["id", "title"])
    delta = ppmi.documents(X, corpus, measured, threads=run.threads)
    documents.assign(delta_mean=delta).to_parquet(run.output[0], index=False)
