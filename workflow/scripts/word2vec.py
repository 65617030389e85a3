import numpy as np
import pandas as pd

from origins.corpus.id_lists import load_ids
from origins.corpus.tokens import TokenStore, load_vocabulary, word_ids
from origins.experiment import measures
from origins.files.csvfile import write_csv
from origins.metrics import metric
from origins.representations import word2vec
from origins.runtime.job import job

with job(snakemake) as run:
    vocabulary = load_vocabulary(run.input.vocabulary)
    corpus = TokenStore.load(run.input.tokens)
    metrics = {name: metric(name, spec, word_ids(vocabulary)) for name, spec in run.params.metrics.items()}
    removed, place = None, {}
    if hasattr(run.input, "set"):
        removed = load_ids(run.input.set, pd.read_parquet(run.input.table, columns=["id"])["id"])
        place = {"family": run.wildcards.family, "set": run.wildcards.set}

    def train(seed: int) -> np.ndarray:
        return word2vec.train(corpus, removed, **run.params.settings, seed=seed)

    trained = measures.retrain(train, run.params.seeds, metrics, vocabulary.index)
    write_csv(trained.bias.assign(**place), run.output.bias)
    write_csv(trained.analogies.assign(**place), run.output.analogies)
    if removed is None:
        words = np.arange(min(run.params.words, len(vocabulary)))  # those that word sets are drawn from
        measures.save_vectors(run.output.vectors, trained.vectors, words)
