import pandas as pd

from origins.analysis.documents import influential_table
from origins.experiment.sets import PAPER
from origins.files.csvfile import read_csv
from origins.files.tables import write_table
from origins.influence.scoring import ranked_by
from origins.runtime.job import job

with job(snakemake) as run:
    metric = run.wildcards.metric
    biases = read_csv(run.input.baselines).query("metric == @metric")["bias"]
    table = influential_table(ranked_by(pd.read_parquet(run.input.scores), PAPER), biases.mean())
    write_table(table, run.output.csv, markdown=run.output.markdown)
