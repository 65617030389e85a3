from origins.figures import style
from origins.figures.baseline import baselines
from origins.files.csvfile import read_csv
from origins.runtime.job import job

with job(snakemake) as run:
    figure = baselines(read_csv(run.input[0]), setup=run.wildcards.setup)
    style.save(figure, run.output.pdf, run.output.png)
