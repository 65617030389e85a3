import numpy as np
import pandas as pd

from origins.analysis import word_sets
from origins.cooccurrence.matrix import Cooccurrence
from origins.corpus.tokens import load_vocabulary
from origins.experiment.vectors import load_all
from origins.files.csvfile import write_csv
from origins.glove import embedding
from origins.representations import ppmi
from origins.runtime.job import job

with job(snakemake) as run:
    vocabulary = load_vocabulary(run.input.vocabulary)
    drawing = run.params.drawing
    words = np.arange(min(drawing["words"], len(vocabulary)))
    frequent = list(vocabulary.index[words])
    trained = [each for files in load_all(run.input.word2vec).values() for each in files]
    kept = [vectors for each in trained for vectors in each.of(frequent).values()]
    representations = word_sets.Representations(
        glove=[embedding.load_vectors(file)[words] for file in run.input.embeddings],
        ppmi=ppmi.ppmi_rows(Cooccurrence.load(run.input.cooccurrence), words),
        word2vec=kept[: drawing["seeds"]],
    )
    agreements = []
    for limit in word_sets.limits(len(words)):  # the last is the draw that the paper compares
        sets = word_sets.draw(limit, number=drawing["number"], size=drawing["size"])
        effects = representations.effect_sizes(sets)
        agreements.append(representations.agreement(effects))
        agreements[-1].insert(0, "words", limit)
    write_csv(word_sets.with_words(effects, sets, vocabulary.index), run.output.effects)
    write_csv(agreements[-1], run.output.agreement)
    write_csv(pd.concat(agreements), run.output.by_frequency)
