from origins.figures import style
from origins.figures.effects import single_documents
from origins.files.csvfile import read_csv
from origins.runtime.job import job

with job(snakemake) as run:
    metric = run.wildcards.metric
    # of one document, the sum of the paper's effects is the paper's effect
    table = read_csv(run.input.table).query("metric == @metric and estimator != 'sum'")
    style.save(single_documents(table, metric=metric, setup=run.wildcards.setup), run.output.pdf, run.output.png)
