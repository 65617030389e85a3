import pandas as pd

from origins.figures import style
from origins.figures.histogram import histogram
from origins.figures.metadata import metadata
from origins.runtime.job import job

with job(snakemake) as run:
    names = {"metric": run.wildcards.metric, "setup": run.wildcards.setup}
    style.save(histogram(pd.read_csv(run.input.histogram), **names), *run.output.histogram)
    style.save(metadata(pd.read_csv(run.input.metadata), **names), *run.output.metadata)
