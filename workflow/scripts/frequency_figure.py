from origins.figures import style
from origins.figures.frequency import frequency
from origins.files.csvfile import read_csv
from origins.runtime.job import job

with job(snakemake) as run:
    table = read_csv(run.input.table)
    fit = read_csv(run.input.fit).iloc[0].to_dict()
    figure = frequency(table, fit, metric=run.wildcards.metric, setup=run.wildcards.setup)
    style.save(figure, run.output.pdf, run.output.png)
