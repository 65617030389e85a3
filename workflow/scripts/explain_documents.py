import gzip
import json

import pandas as pd

from origins.corpus.tokenizer import Tokenizer
from origins.files.csvfile import write_csv
from origins.influence import scoring
from origins.report import choices
from origins.report.explain import explain, most_influential
from origins.runtime.job import job

with job(snakemake) as run:
    files = run.input.cooccurrence, run.input.tokens, run.input.vocabulary
    setting = scoring.Setting.load(*files, run.wildcards.metric, run.params.definition, run.threads)
    scores = pd.read_parquet(run.input.scores, columns=["id", "delta_mean", "rank"])
    tokenizer = Tokenizer.of(run.params.tokenizer)
    explanation = explain(setting, run.input.embeddings, scores, run.input.documents, tokenizer)
    documents = most_influential(scores)
    raising = int((scores["delta_mean"].iloc[documents] > 0).sum())
    made = choices.measure(setting, run.input.embeddings, documents, raising)
    write_csv(made.errors, run.output.choices)
    explanation["shifts"] = made.shifts
    with gzip.GzipFile(run.output.explanations, "wb", mtime=0) as file:
        file.write(json.dumps(explanation, ensure_ascii=False).encode())
