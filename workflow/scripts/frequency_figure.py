import pandas as pd

from origins.figures import style
from origins.figures.frequency import frequency
from origins.runtime.job import job

with job(snakemake) as run:
    # "null" is a word; one retrain has no deviation
    table = pd.read_csv(run.input.table, keep_default_na=False, na_values={"change_std": [""]})
    fit = pd.read_csv(run.input.fit).iloc[0].to_dict()
    figure = frequency(table, fit, metric=run.wildcards.metric, setup=run.wildcards.setup)
    style.save(figure, run.output.pdf, run.output.png)
