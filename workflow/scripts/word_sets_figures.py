from origins.figures import style
from origins.figures.transfer import word_set_agreement
from origins.files.csvfile import read_csv
from origins.runtime.job import job

with job(snakemake) as run:
    effects = read_csv(run.input.effects)
    for agreement in read_csv(run.input.agreement).to_dict("records"):
        figure = word_set_agreement(effects, agreement, setup=run.wildcards.setup)
        name = f"word_sets_{agreement['representation']}"
        style.save(figure, getattr(run.output, f"{name}_pdf"), getattr(run.output, f"{name}_png"))
