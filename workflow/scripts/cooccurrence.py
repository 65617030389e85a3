from origins import config
from origins.cooccurrence import matrix as cooccurrence
from origins.corpus.tokens import TokenStore
from origins.experiment import suitability
from origins.runtime.job import job

with job(snakemake) as run:
    setup = run.wildcards.setup
    # not parameters: a setting that suits the corpus is no reason to count again
    suitability.check(setup, config.resolve(snakemake.config)[setup], run.input.table, run.input.vocabulary)
    corpus = TokenStore.load(run.input.tokens)
    cooccurrence.count(
        corpus,
        run.output[0],
        window=run.params.window,
        memory_mb=run.resources.working_mb,
        threads=run.threads,
    )
