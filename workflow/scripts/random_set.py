import pandas as pd

from origins.corpus.id_lists import save_ids
from origins.experiment import perturbation
from origins.experiment.sets import DocumentSet
from origins.runtime.job import job

with job(snakemake) as run:
    ids = pd.read_parquet(run.input.table, columns=["id"])["id"]
    documents = perturbation.perturbation_set(DocumentSet.parse(run.wildcards.set), len(ids))
    save_ids(run.output[0], documents, ids)
