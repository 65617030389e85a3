from pathlib import Path

from origins.files.csvfile import write_csv
from origins.metrics.pretrained import pretrained_table
from origins.runtime.job import job

with job(snakemake) as run:
    files = {name: Path(file) for name, file in run.params.files.items()}
    write_csv(pretrained_table(files, run.params.metrics), run.output[0])
