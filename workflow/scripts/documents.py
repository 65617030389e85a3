from pathlib import Path

from origins.corpus import readers, store
from origins.runtime.job import job

with job(snakemake) as run:
    documents = readers.read(
        Path(run.params.source),
        **run.params.reading,
        processes=run.threads,
    )
    store.write(documents, run.output[0], drop_duplicates=run.params.drop_duplicates)
