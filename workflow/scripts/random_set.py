import pandas as pd

from origins import perturbation
from origins.workflow import job

with job(snakemake) as run:
    ids = pd.read_parquet(run.input.table, columns=["id"])["id"]
    perturbation.save_set(run.output[0], perturbation.perturbation_set(run.wildcards.set, len(ids)), ids)
