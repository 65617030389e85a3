from pathlib import Path

from origins.cooccurrence.matrix import Cooccurrence
from origins.corpus.tokens import load_vocabulary
from origins.files.fingerprints import fingerprint
from origins.glove.embedding import Embedding
from origins.glove.trainer import GloVe
from origins.runtime.job import job

with job(snakemake) as run:
    X = Cooccurrence.load(run.input.cooccurrence)
    seed = int(run.wildcards.seed)
    model = GloVe(**run.params.glove, seed=seed, threads=run.threads)
    learned = model.fit(X, checkpoint=Path(run.params.checkpoint))
    Embedding(
        **vars(learned),
        seed=seed,
        settings=run.params.glove,
        corpus_fingerprint=X.fingerprint,
        vocabulary_fingerprint=fingerprint(*load_vocabulary(run.input.vocabulary).index),
    ).save(run.output[0])
