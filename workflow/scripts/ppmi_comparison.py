import pandas as pd

from origins.tables import write_table
from origins.transfer import ppmi_comparison
from origins.workflow import job

with job(snakemake) as run:
    table = ppmi_comparison(pd.read_csv(run.input.baselines), pd.read_csv(run.input.truth), run.wildcards.setup)
    write_table(table, run.output.csv, markdown=run.output.markdown, latex=run.output.latex)
