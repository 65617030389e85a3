import pandas as pd

from origins.analysis.metadata import units_of
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
        table = pd.read_parquet(scores)
        units = units_of(table, run.params.resample_by)
        rows.append(standard_errors(name, biases, table["delta_mean"], analytic, setting.vocabulary, units))
    write_csv(pd.DataFrame(rows), run.output[0])
