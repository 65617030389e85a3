import pandas as pd

from origins.analysis.documents import influential_table, secondary_table
from origins.analysis.evaluation import delta_histogram
from origins.analysis.metadata import by_metadata
from origins.corpus.tokens import TokenStore, load_vocabulary, word_ids
from origins.files.csvfile import read_csv, write_csv
from origins.files.tables import write_table
from origins.influence.names import PAPER
from origins.influence.scoring import ranked_by
from origins.metrics.definitions import metric
from origins.runtime.job import job

with job(snakemake) as run:
    name = run.wildcards.metric
    biases = read_csv(run.input.baselines).query("metric == @name")["bias"]
    vocabulary = load_vocabulary(run.input.vocabulary)
    measured = metric(name, run.params.definition, word_ids(vocabulary))
    ours = pd.read_parquet(run.input.scores)
    scores = ranked_by(ours, PAPER)  # what is compared with the paper
    write_table(influential_table(scores, biases.mean()), run.output.influential, markdown=run.output.markdown)
    secondary = secondary_table(scores, TokenStore.load(run.input.tokens), measured, vocabulary)
    write_csv(secondary.assign(metric=name), run.output.secondary)
    write_csv(delta_histogram(scores["delta_mean"], biases), run.output.histogram)
    columns = pd.read_parquet(run.input.table).columns
    write_csv(by_metadata(ours, columns, **run.params.metadata), run.output.metadata)
