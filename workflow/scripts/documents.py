from pathlib import Path

from origins.corpus import sources, store
from origins.runtime.job import job

with job(snakemake) as run:
    documents = sources.read(run.params.kind, Path(run.params.source), processes=run.threads)
    store.write(documents, run.output[0], drop_duplicates=run.params.drop_duplicates)
