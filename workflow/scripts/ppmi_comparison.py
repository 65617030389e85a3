from origins.analysis.transfer import ppmi_comparison, ranking_comparison
from origins.files.csvfile import read_csv, write_csv
from origins.files.tables import write_table
from origins.runtime.job import job

with job(snakemake) as run:
    measured = read_csv(run.input.baselines), read_csv(run.input.truth)
    write_table(ppmi_comparison(*measured), run.output.csv, markdown=run.output.markdown, latex=run.output.latex)
    write_csv(ranking_comparison(*measured), run.output.rankings)
