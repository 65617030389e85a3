import pandas as pd

from origins.csvfile import write_csv
from origins.tables import write_table
from origins.transfer import ppmi_comparison, ranking_comparison
from origins.workflow import job

with job(snakemake) as run:
    measured = pd.read_csv(run.input.baselines), pd.read_csv(run.input.truth)
    write_table(ppmi_comparison(*measured), run.output.csv, markdown=run.output.markdown, latex=run.output.latex)
    write_csv(ranking_comparison(*measured), run.output.rankings)
