from origins.figures import style
from origins.figures.baseline import baselines
from origins.figures.training import convergence
from origins.files.csvfile import read_csv
from origins.runtime.job import job

with job(snakemake) as run:
    setup = run.wildcards.setup
    style.save(baselines(read_csv(run.input.bias), setup=setup), *run.output.baseline)
    style.save(convergence(read_csv(run.input.convergence), setup=setup), *run.output.convergence)
