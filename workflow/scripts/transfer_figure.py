from origins.figures import style
from origins.figures.transfer import transfer
from origins.files.csvfile import read_csv
from origins.runtime.job import job

with job(snakemake) as run:
    metric = run.wildcards.metric
    table = read_csv(run.input.table).query("metric == @metric")
    style.save(transfer(table, metric=metric, setup=run.wildcards.setup), run.output.pdf, run.output.png)
