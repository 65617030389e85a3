import pandas as pd

from origins.figures import style
from origins.figures.training import convergence
from origins.runtime.job import job

with job(snakemake) as run:
    figure = convergence(pd.read_csv(run.input[0]), setup=run.wildcards.setup)
    style.save(figure, run.output.pdf, run.output.png)
