import pandas as pd

from origins.analysis.groups import group_table
from origins.corpus.id_lists import load_ids
from origins.files.csvfile import read_csv, write_csv
from origins.runtime.job import job

with job(snakemake) as run:
    documents = pd.read_parquet(run.input.table, columns=["id", "tokens"])
    rows = {file.stem: load_ids(file, documents["id"]) for file in run.input.sets}
    sizes = {name: (len(chosen), int(documents["tokens"].iloc[chosen].sum())) for name, chosen in rows.items()}
    predictions = pd.concat(map(read_csv, run.input.predictions), ignore_index=True)
    retrains = read_csv(run.input.retrains)
    write_csv(group_table(read_csv(run.input.baselines), predictions, retrains, sizes), run.output[0])
