import pandas as pd

from origins.analysis.lds import linear_datamodeling_score
from origins.files.csvfile import read_csv, write_csv
from origins.runtime.job import job

with job(snakemake) as run:
    baselines = read_csv(run.input.baselines)[["metric", "seed", "bias"]]
    predictions = pd.concat(map(read_csv, run.input.predictions), ignore_index=True)
    scores, differences = linear_datamodeling_score(baselines, predictions, read_csv(run.input.retrains))
    write_csv(scores, run.output.scores)
    write_csv(differences, run.output.differences)
