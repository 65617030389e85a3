import pandas as pd

from origins.analysis.projection import projection_means
from origins.figures import style
from origins.figures.projection import projections
from origins.runtime.job import job

with job(snakemake) as run:
    means = projection_means(pd.read_csv(run.input.table, keep_default_na=False))  # "null" is a word
    figure = projections(means, run.params.definition, metric=run.wildcards.metric, setup=run.wildcards.setup)
    style.save(figure, run.output.pdf, run.output.png)
