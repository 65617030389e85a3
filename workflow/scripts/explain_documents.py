import gzip
import json

import pandas as pd

from origins.influence import scoring
from origins.report.explain import explain
from origins.runtime.job import job

with job(snakemake) as run:
    files = run.input.cooccurrence, run.input.tokens, run.input.vocabulary
    setting = scoring.Setting.load(*files, run.wildcards.metric, run.params.definition, run.threads)
    scores = pd.read_parquet(run.input.scores, columns=["id", "delta_mean", "rank"])
    letters = run.params.min_letters, run.params.max_letters
    explanation = explain(setting, run.input.embeddings, scores, run.input.documents, letters)
    with gzip.GzipFile(run.output[0], "wb", mtime=0) as file:
        file.write(json.dumps(explanation, ensure_ascii=False).encode())
