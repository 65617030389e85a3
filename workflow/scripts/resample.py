from origins.cooccurrence.matrix import count
from origins.cooccurrence.resample import draw, resample
from origins.corpus.tokens import TokenStore, load_vocabulary
from origins.experiment.vectors import KeptVectors
from origins.glove.trainer import GloVe
from origins.runtime.job import job

with job(snakemake) as run:
    words = list(load_vocabulary(run.input.vocabulary).index)
    corpus = TokenStore.load(run.input.tokens)
    drawn = resample(corpus, draw(len(corpus), int(run.wildcards.number)))
    X = count(
        drawn,
        run.output.cooccurrence,
        window=run.params.window,
        memory_mb=run.resources.working_mb,
        threads=run.threads,
    )
    embeddings = {seed: GloVe(**run.params.glove, seed=seed, threads=run.threads).fit(X).W for seed in run.params.seeds}
    KeptVectors.choose(words, embeddings, run.params.words).save(run.output.vectors)
