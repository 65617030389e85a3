from pathlib import Path

import pandas as pd

from origins.corpus.id_lists import load_ids
from origins.files.csvfile import write_csv
from origins.glove.embedding import Embedding
from origins.glove.recording import record
from origins.glove.trainer import GloVe
from origins.influence import replaying, scoring
from origins.runtime.job import job

with job(snakemake) as run:
    files = run.input.cooccurrence, run.input.tokens, run.input.vocabulary
    ids = pd.read_parquet(run.input.table, columns=["id"])["id"]
    sets = {file: load_ids(file, ids) for file in map(Path, run.input.sets)}
    embedding, trajectory, documents, small = Embedding.load(run.input.embedding), None, [], []
    for (name, definition), scores in zip(run.params.metrics.items(), run.input.scores, strict=True):
        setting = scoring.Setting.load(*files, name, definition, run.threads)
        if trajectory is None:
            glove = GloVe(**run.params.glove, seed=embedding.seed, threads=run.threads)
            _, trajectory = record(glove, setting.X)
        chosen = replaying.most_influential(pd.read_parquet(scores), run.params.documents)
        own = {file.stem: rows for file, rows in sets.items() if file.parts[-2] in (name, "shared")}
        table, predictions = replaying.replay(setting, embedding, trajectory, chosen, own)
        documents.append(table.assign(metric=name, id=ids.iloc[chosen].to_numpy()))
        small.append(predictions.assign(metric=name))
    write_csv(pd.concat(documents)[["metric", "id", "seed", "relearn", "replay"]], run.output.documents)
    write_csv(pd.concat(small)[["metric", "estimator", "set", "seed", "bias"]], run.output.sets)
