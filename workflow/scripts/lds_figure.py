from origins.figures import style
from origins.figures.lds import lds
from origins.files.csvfile import read_csv
from origins.runtime.job import job

with job(snakemake) as run:
    style.save(lds(read_csv(run.input.table), setup=run.wildcards.setup), *run.output.lds)
