from origins.analysis import word_sets
from origins.corpus.tokens import load_vocabulary, word_ids
from origins.metrics import metric
from origins.runtime.job import job

with job(snakemake) as run:
    vocabulary = load_vocabulary(run.input.vocabulary)
    measured = metric(run.wildcards.metric, run.params.definition, word_ids(vocabulary))
    drawn = word_sets.draw(len(vocabulary), list(map(len, measured.sets)), **run.params.word_sets)
    word_sets.save(run.output[0], drawn, list(map(len, measured.sets)), vocabulary.index)
