from pathlib import Path

import pandas as pd

from origins.cooccurrence.matrix import Cooccurrence
from origins.cooccurrence.subtract import subtract
from origins.corpus.id_lists import load_ids
from origins.corpus.tokens import TokenStore, load_vocabulary
from origins.experiment.vectors import KeptVectors
from origins.files.csvfile import write_csv
from origins.glove.trainer import GloVe
from origins.metrics.analogies import top1
from origins.runtime.job import job

with job(snakemake) as run:
    words = list(load_vocabulary(run.input.vocabulary).index)
    removed = load_ids(run.input.set, pd.read_parquet(run.input.table, columns=["id"])["id"])
    corpus = TokenStore.load(run.input.tokens)
    X = subtract(Cooccurrence.load(run.input.cooccurrence), corpus, removed, threads=run.threads)
    embeddings, analogies = {}, []
    for seed in run.params.seeds:
        glove = GloVe(**run.params.glove, seed=seed, threads=run.threads)
        embeddings[seed] = glove.fit(X, checkpoint=Path(run.params.checkpoint)).W
        analogies.append(top1(words, embeddings[seed]).assign(seed=seed))
    KeptVectors.choose(words, embeddings, run.params.words).save(run.output.vectors)
    place = {"family": run.wildcards.family, "set": run.wildcards.set}
    write_csv(pd.concat(analogies).assign(**place), run.output.analogies)
