import pandas as pd

from origins.files.csvfile import write_csv
from origins.influence.scoring import Setting
from origins.representations import ppmi, ppmi_authors
from origins.runtime.job import job

with job(snakemake) as run:
    files = run.input.cooccurrence, run.input.tokens, run.input.vocabulary
    X, corpus, metric, *_ = Setting.load(*files, run.wildcards.metric, run.params.definition, run.threads)
    exact = pd.read_parquet(run.input.exact)["delta_mean"].to_numpy()
    authors = ppmi_authors.documents(X, corpus, metric, threads=run.threads)
    table = ppmi_authors.overlap(exact, authors, run.params.sizes)
    biases = {"bias": ppmi.bias(X, metric), "authors_bias": ppmi_authors.bias(X, corpus, metric)}
    write_csv(table.assign(**biases), run.output[0])
