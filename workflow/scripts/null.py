import pandas as pd

from origins.analysis.null import null_table
from origins.corpus.tokens import load_vocabulary, word_ids
from origins.experiment.measures import with_seed
from origins.files.csvfile import write_csv
from origins.glove.embedding import load_vectors
from origins.metrics.definitions import metric
from origins.runtime.job import job

with job(snakemake) as run:
    ids = word_ids(load_vocabulary(run.input.vocabulary))
    metrics = {name: metric(name, definition, ids) for name, definition in run.params.metrics.items()}
    tables = [null_table(load_vectors(file), metrics, **run.params.drawing) for file in run.input.embeddings]
    write_csv(pd.concat(with_seed(table, seed) for seed, table in enumerate(tables, 1)), run.output[0])
