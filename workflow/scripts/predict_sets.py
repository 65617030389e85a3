import pandas as pd

from origins.corpus.id_lists import load_ids
from origins.files.csvfile import write_csv
from origins.influence import scoring
from origins.runtime.job import job

with job(snakemake) as run:
    files = run.input.cooccurrence, run.input.tokens, run.input.vocabulary
    setting = scoring.Setting.load(*files, run.wildcards.metric, run.params.definition, run.threads)
    ids = pd.read_parquet(run.input.table, columns=["id"])["id"]
    sets = {file.stem: load_ids(file, ids) for file in run.input.sets}
    predictions = scoring.predict_sets(setting, run.input.embeddings, sets, run.params.summed)
    predictions.insert(0, "metric", run.wildcards.metric)
    write_csv(predictions, run.output[0])
