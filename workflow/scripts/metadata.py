import pandas as pd

from origins.analysis.metadata import by_metadata
from origins.figures import style
from origins.figures.metadata import metadata
from origins.files.csvfile import write_csv
from origins.runtime.job import job

with job(snakemake) as run:
    table = by_metadata(pd.read_parquet(run.input.scores), pd.read_parquet(run.input.table).columns)
    write_csv(table, run.output.csv)
    figure = metadata(table, metric=run.wildcards.metric, setup=run.wildcards.setup)
    style.save(figure, run.output.pdf, run.output.png)
