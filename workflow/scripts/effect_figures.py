from origins.experiment.sets import BEST, DIRECTIONS, PAPER
from origins.figures import style
from origins.figures.effects import effect_by_set, effect_means
from origins.files.csvfile import read_csv
from origins.runtime.job import job

with job(snakemake) as run:
    names = {"metric": run.wildcards.metric, "setup": run.wildcards.setup}
    sets = read_csv(run.input.sets).query("metric == @names['metric']")
    targeted, random = sets[sets["kind"].isin(DIRECTIONS)], sets[sets["kind"] == "random"]
    figures = [
        effect_means(targeted[targeted["estimator"] == PAPER], **names),
        effect_means(targeted[targeted["estimator"] == BEST], **names),
        effect_by_set(targeted[targeted["estimator"] == PAPER], **names),
        effect_by_set(targeted[targeted["estimator"] == BEST], **names),
        effect_by_set(random[random["estimator"] == PAPER], **names),
    ]
    for figure, pdf, png in zip(figures, run.output.figures[::2], run.output.figures[1::2], strict=True):
        style.save(figure, pdf, png)
