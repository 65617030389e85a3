from origins.corpus import tokens
from origins.runtime.job import job

with job(snakemake) as run:
    selection = tokens.Selection(**run.params.selection)
    tokens.encode(
        run.input.documents,
        run.output.tokens,
        run.output.vocabulary,
        run.output.table,
        selection=selection,
        processes=run.threads,
    )
