from origins.analysis.projection import projection_means
from origins.figures import style
from origins.figures.projection import projections
from origins.files.csvfile import read_csv
from origins.runtime.job import job

with job(snakemake) as run:
    means = projection_means(read_csv(run.input.table))
    figure = projections(means, run.params.definition, metric=run.wildcards.metric, setup=run.wildcards.setup)
    style.save(figure, run.output.pdf, run.output.png)
