from origins import cooccurrence
from origins.tokens import TokenStore
from origins.workflow import job

with job(snakemake) as run:
    corpus = TokenStore.load(run.input.tokens)
    cooccurrence.count(
        corpus,
        run.output[0],
        window=run.params.window,
        memory_mb=run.resources.working_mb,
        threads=run.threads,
    )
