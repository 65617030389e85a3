import pandas as pd

from origins.cooccurrence.matrix import Cooccurrence
from origins.corpus.tokens import TokenStore, load_vocabulary, word_ids
from origins.files.csvfile import write_csv
from origins.metrics.definitions import metric
from origins.representations import ppmi, ppmi_authors
from origins.runtime.job import job

with job(snakemake) as run:
    X, corpus = Cooccurrence.load(run.input.cooccurrence), TokenStore.load(run.input.tokens)
    measured = metric(run.wildcards.metric, run.params.definition, word_ids(load_vocabulary(run.input.vocabulary)))
    exact = pd.read_parquet(run.input.exact)["delta_mean"].to_numpy()
    authors = ppmi_authors.documents(X, corpus, measured, threads=run.threads)
    table = ppmi_authors.overlap(exact, authors, run.params.sizes)
    biases = {"bias": ppmi.bias(X, measured), "authors_bias": ppmi_authors.bias(X, corpus, measured)}
    write_csv(table.assign(**biases), run.output[0])
