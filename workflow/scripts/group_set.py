import pandas as pd

from origins.corpus.id_lists import save_ids
from origins.experiment.groups import group
from origins.runtime.job import job

with job(snakemake) as run:
    documents = pd.read_parquet(run.input.table)
    save_ids(run.output[0], group(run.wildcards.group, documents, run.params.where), documents["id"])
