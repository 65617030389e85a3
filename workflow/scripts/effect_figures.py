from origins.experiment.sets import BEST, DIRECTIONS, PAPER
from origins.figures import style
from origins.figures.effects import effect_by_set, effect_means
from origins.files.csvfile import read_csv
from origins.runtime.job import job

with job(snakemake) as run:
    names = {"metric": run.wildcards.metric, "setup": run.wildcards.setup}
    sets = read_csv(run.input.sets).query("metric == @names['metric']")
    targeted, random = sets[sets["kind"].isin(DIRECTIONS)], sets[sets["kind"] == "random"]
    figures = {
        "means": effect_means(targeted[targeted["estimator"] == PAPER], **names),
        "means_relearn": effect_means(targeted[targeted["estimator"] == BEST], **names),
        "targeted": effect_by_set(targeted[targeted["estimator"] == PAPER], **names),
        "targeted_relearn": effect_by_set(targeted[targeted["estimator"] == BEST], **names),
        "random": effect_by_set(random[random["estimator"] == PAPER], **names),
    }
    for name, figure in figures.items():
        style.save(figure, getattr(run.output, f"{name}_pdf"), getattr(run.output, f"{name}_png"))
