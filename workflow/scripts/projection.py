from origins.analysis.projection import attribute_pairs, projection_table
from origins.corpus.tokens import load_vocabulary, word_ids
from origins.experiment.vectors import by_set
from origins.files.csvfile import write_csv
from origins.metrics.definitions import metric
from origins.runtime.job import job

with job(snakemake) as run:
    vocabulary = load_vocabulary(run.input.vocabulary)
    ids = word_ids(vocabulary)
    measured = metric(run.wildcards.metric, run.params.definition, ids)
    words = list(vocabulary.index[measured.words])
    (baselines,) = by_set(run.input.baselines, words).values()
    conditions = {"baseline": baselines, **by_set(run.input.retrains, words)}
    pairs = attribute_pairs(measured, run.params.definition, ids)
    write_csv(projection_table(conditions, measured, pairs, vocabulary), run.output[0])
