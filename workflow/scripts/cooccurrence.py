from origins.cooccurrence import matrix as cooccurrence
from origins.corpus.tokens import TokenStore
from origins.runtime.job import job

with job(snakemake) as run:
    corpus = TokenStore.load(run.input.tokens)
    cooccurrence.count(
        corpus,
        run.output[0],
        window=run.params.window,
        memory_mb=run.resources.working_mb,
        threads=run.threads,
    )
