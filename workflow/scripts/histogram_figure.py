import pandas as pd

from origins.analysis.evaluation import delta_histogram
from origins.experiment.sets import PAPER
from origins.figures import style
from origins.figures.histogram import histogram
from origins.files.csvfile import read_csv, write_csv
from origins.influence.scoring import ranked_by
from origins.runtime.job import job

with job(snakemake) as run:
    metric = run.wildcards.metric
    scores = ranked_by(pd.read_parquet(run.input.scores), PAPER)
    biases = read_csv(run.input.baselines).query("metric == @metric")["bias"]
    bins = delta_histogram(scores["delta_mean"], biases.mean())
    write_csv(bins, run.output.csv)
    style.save(histogram(bins, metric=metric, setup=run.wildcards.setup), run.output.pdf, run.output.png)
