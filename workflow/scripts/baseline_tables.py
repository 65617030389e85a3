import pandas as pd

from origins.analysis.baselines import baseline_table
from origins.files.csvfile import read_csv, write_csv
from origins.files.tables import write_table
from origins.runtime.job import job

with job(snakemake) as run:
    bias, analogies, losses = (
        pd.concat(map(read_csv, files), ignore_index=True)
        for files in (run.input.bias, run.input.analogies, run.input.losses)
    )
    write_csv(bias, run.output.bias)
    write_csv(analogies, run.output.analogies)
    write_csv(losses, run.output.losses)
    write_table(
        baseline_table(bias),
        run.output.baseline,
        markdown=run.output.markdown,
        latex=run.output.latex,
    )
