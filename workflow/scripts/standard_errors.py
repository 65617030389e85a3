import pandas as pd

from origins.analysis.standard_errors import standard_errors
from origins.files.csvfile import read_csv, write_csv
from origins.influence.analytic import analytic_error
from origins.influence.scoring import Setting
from origins.runtime.job import job

with job(snakemake) as run:
    files = run.input.cooccurrence, run.input.tokens, run.input.vocabulary
    baselines = read_csv(run.input.baselines)
    rows = []
    for (name, definition), scores in zip(run.params.metrics.items(), run.input.scores, strict=True):
        setting = Setting.load(*files, name, definition, run.threads)
        analytic = [analytic_error(baseline) for baseline in setting.baselines(run.input.embeddings)]
        biases = baselines.loc[baselines["metric"] == name, "bias"]
        delta = pd.read_parquet(scores, columns=["delta_mean"])["delta_mean"]
        rows.append(standard_errors(name, biases, delta, analytic, setting.vocabulary))
    write_csv(pd.DataFrame(rows), run.output[0])
