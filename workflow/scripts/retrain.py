from pathlib import Path

import numpy as np
import pandas as pd

from origins.cooccurrence.matrix import Cooccurrence
from origins.cooccurrence.subtract import subtract
from origins.corpus.tokens import TokenStore, load_vocabulary, word_ids
from origins.experiment import measures, perturbation
from origins.files.csvfile import write_csv
from origins.glove import GloVe
from origins.metrics import metric
from origins.runtime.job import job

with job(snakemake) as run:
    vocabulary = load_vocabulary(run.input.vocabulary)
    ids = pd.read_parquet(run.input.table, columns=["id"])["id"]
    metrics = {name: metric(name, spec, word_ids(vocabulary)) for name, spec in run.params.metrics.items()}
    X = subtract(
        Cooccurrence.load(run.input.cooccurrence),
        TokenStore.load(run.input.tokens),
        perturbation.load_set(run.input.set, ids),
        threads=run.threads,
    )

    def train(seed: int) -> np.ndarray:
        glove = GloVe(**run.params.glove, seed=seed, threads=run.threads)
        return glove.fit(X, checkpoint=Path(run.params.checkpoint)).W

    retrained = measures.retrain(train, run.params.seeds, metrics, vocabulary.index)
    place = {"family": run.wildcards.family, "set": run.wildcards.set}
    write_csv(retrained.bias.assign(**place), run.output.bias)
    write_csv(retrained.analogies.assign(**place), run.output.analogies)
    words = None if run.params.keep_vectors else np.unique(np.concatenate([each.words for each in metrics.values()]))
    measures.save_vectors(run.output.vectors, retrained.vectors, words)
