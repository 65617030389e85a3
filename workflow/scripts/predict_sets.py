import pandas as pd

from origins import perturbation, scoring
from origins.cooccurrence import Cooccurrence
from origins.csvfile import write_csv
from origins.metrics import metric
from origins.tokens import TokenStore, load_vocabulary, word_ids
from origins.workflow import job

with job(snakemake) as run:
    name, vocabulary = run.wildcards.metric, load_vocabulary(run.input.vocabulary)
    ids = pd.read_parquet(run.input.table, columns=["id"])["id"]
    setting = scoring.Setting(
        X=Cooccurrence.load(run.input.cooccurrence),
        corpus=TokenStore.load(run.input.tokens),
        metric=metric(name, run.params.definition, word_ids(vocabulary)),
        threads=run.threads,
    )
    sets = {file.stem: perturbation.load_set(file, ids) for file in run.input.sets}
    predictions = scoring.predict_sets(setting, run.input.embeddings, sets)
    predictions.insert(0, "metric", name)
    write_csv(predictions, run.output[0])
