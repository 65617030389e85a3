import pandas as pd

from origins.analysis import crossed
from origins.files.csvfile import write_csv
from origins.runtime.job import job

with job(snakemake) as run:
    scores = {name: pd.read_parquet(file) for name, file in zip(run.params.metrics, run.input.scores, strict=True)}
    write_csv(crossed.pairs(scores), run.output.pairs)
    write_csv(crossed.documents(scores), run.output.documents)
