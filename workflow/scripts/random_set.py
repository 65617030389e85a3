import pandas as pd

from origins.experiment import perturbation
from origins.experiment.sets import DocumentSet
from origins.runtime.job import job

with job(snakemake) as run:
    ids = pd.read_parquet(run.input.table, columns=["id"])["id"]
    documents = perturbation.perturbation_set(DocumentSet.parse(run.wildcards.set), len(ids))
    perturbation.save_set(run.output[0], documents, ids)
