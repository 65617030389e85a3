from origins.figures import style
from origins.figures.histogram import histogram
from origins.figures.metadata import metadata
from origins.files.csvfile import read_csv
from origins.runtime.job import job

with job(snakemake) as run:
    names = {"metric": run.wildcards.metric, "setup": run.wildcards.setup}
    bins = read_csv(run.input.histogram)
    style.save(histogram(bins, **names, baselines=run.params.baselines), *run.output.histogram)
    style.save(metadata(read_csv(run.input.metadata), **names), *run.output.metadata)
