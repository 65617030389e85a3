import pandas as pd

from origins.figures import style
from origins.figures.effects import single_documents
from origins.workflow import job

with job(snakemake) as run:
    metric = run.wildcards.metric
    table = pd.read_csv(run.input.table).query("metric == @metric")
    style.save(single_documents(table, metric=metric, setup=run.wildcards.setup), run.output.pdf, run.output.png)
