import pandas as pd

from origins.figures import style
from origins.figures.transfer import word_set_agreement
from origins.runtime.job import job

with job(snakemake) as run:
    table = pd.read_csv(run.input.table)
    files = zip(run.output.figures[::2], run.output.figures[1::2], strict=True)
    for other, (pdf, png) in zip(["ppmi", "word2vec"], files, strict=True):
        style.save(word_set_agreement(table, other=other, setup=run.wildcards.setup), pdf, png)
