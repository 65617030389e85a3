from origins.files.csvfile import write_csv
from origins.metrics.pretrained import pretrained_table
from origins.runtime.job import job

with job(snakemake) as run:
    files = dict(zip(run.params.names, run.input.vectors, strict=True))
    write_csv(pretrained_table(files, run.params.metrics), run.output[0])
