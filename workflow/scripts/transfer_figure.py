import pandas as pd

from origins.figures import style
from origins.figures.transfer import transfer
from origins.runtime.job import job

with job(snakemake) as run:
    metric = run.wildcards.metric
    table = pd.read_csv(run.input.table).query("metric == @metric")
    style.save(transfer(table, metric=metric, setup=run.wildcards.setup), run.output.pdf, run.output.png)
