import numpy as np

from origins.analysis import word_sets
from origins.cooccurrence.matrix import Cooccurrence
from origins.corpus.tokens import load_vocabulary, word_ids
from origins.experiment.measures import load_vectors
from origins.files.csvfile import write_csv
from origins.glove.embedding import Embedding
from origins.representations import ppmi
from origins.runtime.job import job

with job(snakemake) as run:
    sets, sizes = word_sets.load(run.input.word_sets, word_ids(load_vocabulary(run.input.vocabulary)))
    words = np.arange(sets.max() + 1)
    rows = ppmi.ppmi_rows(Cooccurrence.load(run.input.cooccurrence), words)
    in_ppmi = [ppmi.effect_size(rows, *each) for each in zip(*word_sets.split(sets, sizes), strict=True)]
    in_glove = [word_sets.effect_sizes(Embedding.load(file).W, sets, sizes) for file in run.input.embeddings]
    vectors = load_vectors(run.input.word2vec, words).values()
    in_word2vec = [word_sets.effect_sizes(W, sets, sizes) for W in vectors]
    table, agreement = word_sets.compare(np.array(in_glove), ppmi=np.array(in_ppmi), word2vec=np.array(in_word2vec))
    agreement.insert(0, "metric", run.wildcards.metric)
    write_csv(table, run.output.sizes)
    write_csv(agreement, run.output.agreement)
