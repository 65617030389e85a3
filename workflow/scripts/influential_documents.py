import pandas as pd

from origins.comparison import influential_table
from origins.tables import write_table
from origins.workflow import job

with job(snakemake) as run:
    table = influential_table(pd.read_parquet(run.input.scores))
    write_table(table, run.output.csv, markdown=run.output.markdown)
