from origins.figures import style
from origins.figures.training import convergence
from origins.files.csvfile import read_csv
from origins.runtime.job import job

with job(snakemake) as run:
    figure = convergence(read_csv(run.input[0]), setup=run.wildcards.setup)
    style.save(figure, run.output.pdf, run.output.png)
