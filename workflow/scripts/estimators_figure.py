import pandas as pd

from origins.figures import style
from origins.figures.estimators import estimators
from origins.runtime.job import job

with job(snakemake) as run:
    figure = estimators(pd.read_csv(run.input.table), setup=run.wildcards.setup)
    style.save(figure, *run.output.estimators)
