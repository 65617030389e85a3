from origins.figures import style
from origins.figures.transfer import word_set_agreement
from origins.files.csvfile import read_csv
from origins.runtime.job import job

with job(snakemake) as run:
    effects = read_csv(run.input.effects)
    agreements = read_csv(run.input.agreement).to_dict("records")
    files = zip(run.output.figures[::2], run.output.figures[1::2], strict=True)
    for agreement, (pdf, png) in zip(agreements, files, strict=True):
        style.save(word_set_agreement(effects, agreement, setup=run.wildcards.setup), pdf, png)
