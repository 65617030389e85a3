import pandas as pd

from origins.corpus.id_lists import save_ids
from origins.experiment.calibration import sample
from origins.experiment.sets import DocumentSet
from origins.runtime.job import job

with job(snakemake) as run:
    scores = [pd.read_parquet(file, columns=["id", "delta_mean"]) for file in run.input.scores]
    drawn = sample([each["delta_mean"].to_numpy() for each in scores])
    place = DocumentSet.parse(run.wildcards.set).number - 1
    save_ids(run.output[0], drawn["row"].to_numpy()[place : place + 1], scores[0]["id"])
