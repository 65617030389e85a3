import pandas as pd

from origins.influence.scoring import Setting
from origins.representations import ppmi
from origins.runtime.job import job

with job(snakemake) as run:
    files = run.input.cooccurrence, run.input.tokens, run.input.vocabulary
    setting = Setting.load(*files, run.wildcards.metric, run.params.definition, run.threads)
    documents = pd.read_parquet(run.input.table, columns=["id", "title"])
    delta = ppmi.documents(setting.X, setting.corpus, setting.metric, threads=run.threads)
    documents.assign(delta_mean=delta).to_parquet(run.output[0], index=False)
