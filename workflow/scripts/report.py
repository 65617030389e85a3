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

    def optional(name):
        file = getattr(run.input, name, None)
        return read_csv(file) if file else None

    # before anything is retrained, the rule gives no sets, correlation, single, paper and members
    tables = Tables(
        setup=run.wildcards.setup,
        settings=run.params.settings,
        corpus=json.loads(run.input.corpus.read_text()),
        documents=documents,
        scores=by_metric(run.input.scores, pd.read_parquet),
        explanations=by_metric(run.input.explanations, read_json),
        baselines=read_csv(run.input.baselines),
        null=read_csv(run.input.null),
        standard_errors=read_csv(run.input.standard_errors),
        sets=optional("sets"),
        correlation=optional("correlation"),
        single=optional("single"),
        paper=optional("paper"),
        members={
            (file.parent.name, file.stem): load_ids(file, documents["id"]) for file in getattr(run.input, "members", [])
        },
        choices=by_metric(run.input.choices, read_csv),
        metadata=by_metric(run.input.metadata, read_csv),
        pretrained=optional("pretrained"),
    )
    page.write(tables, run.input.figures, run.output.index, run.output.data, run.output.figures)
    page.write_single(tables, run.output.single)
