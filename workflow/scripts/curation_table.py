import pandas as pd

from origins.analysis import curation
from origins.experiment.measures import retrain_table
from origins.files.csvfile import read_csv, write_csv
from origins.runtime.job import job

with job(snakemake) as run:
    metric = run.wildcards.metric
    baselines = read_csv(run.input.baselines).query("metric == @metric")[["seed", "bias"]]
    accuracy = read_csv(run.input.baseline_analogies).query("section == 'total'")[["seed", "accuracy"]]
    retrained = retrain_table(run.input.vectors, {metric: run.params.definition})[["set", "seed", "bias"]]
    answered = pd.concat(map(read_csv, run.input.analogies)).query("section == 'total'")[["set", "seed", "accuracy"]]
    ways = read_csv(run.input.ways)
    table = curation.curation_table(
        ways,
        run.params.target,
        baselines.merge(accuracy, on="seed", validate="1:1"),
        retrained.merge(answered, on=["set", "seed"], validate="1:1"),
        tokens=int(pd.read_parquet(run.input.documents, columns=["tokens"])["tokens"].sum()),
    )
    write_csv(table, run.output.table)
    write_csv(curation.answers(table, ways), run.output.answers)
