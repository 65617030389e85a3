from origins.experiment.measures import retrain_table
from origins.files.csvfile import write_csv
from origins.runtime.job import job

with job(snakemake) as run:
    write_csv(retrain_table(run.input.vectors, run.params.metrics), run.output[0])
