import pandas as pd

from origins import config
from origins.corpus.id_lists import load_ids
from origins.corpus.tokens import TokenStore, load_vocabulary
from origins.experiment import suitability
from origins.experiment.vectors import KeptVectors
from origins.files.csvfile import write_csv
from origins.metrics.analogies import top1
from origins.representations import word2vec
from origins.runtime.job import job

with job(snakemake) as run:
    setup = run.wildcards.setup
    suitability.check(setup, config.resolve(snakemake.config)[setup], run.input.table, run.input.vocabulary)
    words = list(load_vocabulary(run.input.vocabulary).index)
    corpus = TokenStore.load(run.input.tokens)
    removed, place = None, {}
    if hasattr(run.input, "set"):
        removed = load_ids(run.input.set, pd.read_parquet(run.input.table, columns=["id"])["id"])
        place = {"family": run.wildcards.family, "set": run.wildcards.set}
    embeddings, analogies = {}, []
    for seed in run.params.seeds:
        embeddings[seed] = word2vec.train(corpus, removed, **run.params.settings, seed=seed)
        analogies.append(top1(words, embeddings[seed]).assign(seed=seed, **place))
    # of the corpus itself also the frequent words, from which word sets are drawn
    frequent = words[: run.params.frequent] if removed is None else []
    asked = run.params.words
    kept = KeptVectors.choose(words, embeddings, [*asked, *frequent] if asked else [])
    KeptVectors(kept.words, kept.by_seed, asked).save(run.output.vectors)  # a later run asks for the same again
    write_csv(pd.concat(analogies), run.output.analogies)
