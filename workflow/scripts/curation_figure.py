from origins.figures import style
from origins.figures.curation import curation
from origins.files.csvfile import read_csv
from origins.runtime.job import job

with job(snakemake) as run:
    names = {"metric": run.wildcards.metric, "setup": run.wildcards.setup}
    style.save(curation(read_csv(run.input.table), read_csv(run.input.ways), **names), *run.output.curation)
