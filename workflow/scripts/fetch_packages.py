from origins.corpus import starter
from origins.runtime.job import job

with job(snakemake) as run:
    starter.fetch(run.output[0])
