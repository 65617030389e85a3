import gzip
import json

import pandas as pd

from origins.corpus.id_lists import load_ids
from origins.files.csvfile import read_csv
from origins.report import page
from origins.report.data import Tables
from origins.runtime.job import job

with job(snakemake) as run:
    metrics = run.params.settings["metrics"]
    documents = pd.read_parquet(run.input.table)

    def by_metric(files, read):
        return {metric: read(file) for metric, file in zip(metrics, files, strict=True)}

    def read_json(file):
        with gzip.open(file) as lines:
            return json.load(lines)

    tables = Tables(
        setup=run.wildcards.setup,
        settings=run.params.settings,
        corpus=json.loads(run.input.corpus.read_text()),
        documents=documents,
        scores=by_metric(run.input.scores, pd.read_parquet),
        explanations=by_metric(run.input.explanations, read_json),
        histograms=by_metric(run.input.histograms, read_csv),
        influential=by_metric(run.input.influential, read_csv),
        baselines=read_csv(run.input.baselines),
        sets=read_csv(run.input.sets),
        correlation=read_csv(run.input.correlation),
        single=read_csv(run.input.single),
        paper=read_csv(run.input.paper),
        members={(file.parent.name, file.stem): load_ids(file, documents["id"]) for file in run.input.members},
    )
    page.write(tables, run.input.figures, run.output.index, run.output.data, run.output.figures)
