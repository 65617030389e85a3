import pandas as pd

from origins.files.csvfile import read_csv, write_csv
from origins.influence.replaying import over_seeds
from origins.runtime.job import job

with job(snakemake) as run:
    documents = pd.read_parquet(run.input.table, columns=["id", "title"])
    table = over_seeds(pd.concat(map(read_csv, run.input.documents)))
    write_csv(table.merge(documents, on="id", how="left", validate="m:1"), run.output[0])
