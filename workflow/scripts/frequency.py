import pandas as pd

from origins.analysis.frequency import frequency_fit, frequency_table
from origins.files.csvfile import read_csv, write_csv
from origins.runtime.job import job

with job(snakemake) as run:
    table = frequency_table(read_csv(run.input.table))
    fit = {"metric": run.wildcards.metric} | frequency_fit(table)
    write_csv(table, run.output.table)
    write_csv(pd.DataFrame([fit]), run.output.fit)
