import pandas as pd

from origins.analysis.bootstrap import compare
from origins.cooccurrence.resample import draw
from origins.experiment.measures import retrain_table
from origins.files.csvfile import read_csv, write_csv
from origins.runtime.job import job

with job(snakemake) as run:
    resamples = retrain_table(run.input.vectors, run.params.metrics)
    resamples = resamples.assign(number=resamples["set"].astype(int)).drop(columns=["family", "set"])
    scores = {name: pd.read_parquet(file) for name, file in zip(run.params.metrics, run.input.scores, strict=True)}
    times = {number: draw(len(next(iter(scores.values()))), number) for number in resamples["number"].unique()}
    resamples, table = compare(read_csv(run.input.errors), read_csv(run.input.baselines), scores, resamples, times)
    write_csv(resamples, run.output.resamples)
    write_csv(table, run.output.table)
