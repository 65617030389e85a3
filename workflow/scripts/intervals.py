import pandas as pd

from origins.analysis.intervals import coverage, measured
from origins.experiment.calibration import sample
from origins.experiment.measures import retrain_table
from origins.experiment.sets import DocumentSet
from origins.files.csvfile import read_csv, write_csv
from origins.runtime.job import job

with job(snakemake) as run:
    scores = {name: pd.read_parquet(file) for name, file in zip(run.params.metrics, run.input.scores, strict=True)}
    delta = [scores[name]["delta_mean"].to_numpy() for name in run.params.drawn_by]
    names = [file.parent.name for file in run.input.vectors if file.stem == "1"]
    places = [DocumentSet.parse(name).number - 1 for name in names]
    drawn = sample(delta).iloc[places].assign(set=names)
    baselines = read_csv(run.input.baselines)[["metric", "seed", "bias"]]
    table = measured(scores, baselines, retrain_table(run.input.vectors, run.params.metrics), drawn)
    write_csv(table, run.output.documents)
    write_csv(coverage(table), run.output.coverage)
