import pandas as pd

from origins import perturbation
from origins.workflow import job

with job(snakemake) as run:
    scores = pd.read_parquet(run.input.scores, columns=["id", "delta_mean"])
    documents = perturbation.perturbation_set(run.wildcards.set, len(scores), scores["delta_mean"].to_numpy())
    perturbation.save_set(run.output[0], documents, scores["id"])
