from origins.analysis.projection import projection_means
from origins.figures import style
from origins.figures.frequency import frequency
from origins.figures.projection import projections
from origins.figures.transfer import transfer
from origins.files.csvfile import read_csv
from origins.runtime.job import job

with job(snakemake) as run:
    metric = run.wildcards.metric
    names = {"metric": metric, "setup": run.wildcards.setup}
    moved = read_csv(run.input.transfer).query("metric == @metric")
    style.save(transfer(moved, **names), *run.output.transfer)
    means = projection_means(read_csv(run.input.projection))
    style.save(projections(means, run.params.definition, **names), *run.output.projection)
    words = read_csv(run.input.frequency)
    fit = read_csv(run.input.fit).iloc[0].to_dict()
    style.save(frequency(words, fit, run.params.definition, **names), *run.output.frequency)
