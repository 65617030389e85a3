from origins.experiment.sets import DIRECTIONS
from origins.figures import style
from origins.figures.effects import effect_by_set, effect_means, single_documents
from origins.files.csvfile import read_csv
from origins.influence.names import BEST, PAPER
from origins.runtime.job import job

with job(snakemake) as run:
    metric = run.wildcards.metric
    names = {"metric": metric, "setup": run.wildcards.setup}
    sets = read_csv(run.input.sets).query("metric == @metric")
    papers, ours = (sets[sets["estimator"] == name] for name in (PAPER, BEST))
    # the sum of the paper's effects of one document is the paper's effect
    single = read_csv(run.input.single).query("metric == @metric and estimator != 'sum'")
    for draw, table, files in (
        (effect_means, papers[papers["kind"].isin(DIRECTIONS)], run.output.means),
        (effect_means, ours[ours["kind"].isin(DIRECTIONS)], run.output.means_relearn),
        (effect_by_set, papers[papers["kind"].isin(DIRECTIONS)], run.output.targeted),
        (effect_by_set, ours[ours["kind"].isin(DIRECTIONS)], run.output.targeted_relearn),
        (effect_by_set, papers[papers["kind"] == "random"], run.output.random),
        (single_documents, single, run.output.single_documents),
    ):
        style.save(draw(table, **names), *files)
