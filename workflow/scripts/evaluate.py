import pandas as pd

from origins.analysis import evaluation, significance
from origins.files.csvfile import read_csv, write_csv
from origins.runtime.job import job

with job(snakemake) as run:
    baselines = read_csv(run.input.baselines)[["metric", "seed", "bias"]]
    predictions = evaluation.with_kinds(
        pd.concat(map(read_csv, [*run.input.predictions, *run.input.replayed]), ignore_index=True)
    )
    truth = evaluation.truth_table(read_csv(run.input.retrains))
    write_csv(truth, run.output.truth)
    truth = evaluation.of_equal_seeds(truth, run.params.seeds)
    measured = baselines, predictions, truth
    write_csv(evaluation.set_means(*measured), run.output.sets)
    write_csv(evaluation.correlation(*measured), run.output.correlation)
    write_csv(evaluation.single_documents(*measured), run.output.single)
    tests = significance.welch(baselines, truth)
    write_csv(tests, run.output.welch)
    write_csv(significance.counts(tests), run.output.counts)

    accuracy = read_csv(run.input.baseline_analogies).query("section == 'total'")[["seed", "accuracy"]]
    retrained = pd.concat(map(read_csv, run.input.analogies)).query("section == 'total'")
    retrained = evaluation.truth_table(retrained.assign(metric=retrained["family"]), "accuracy")
    retrained = evaluation.of_equal_seeds(retrained, run.params.seeds)
    write_csv(significance.analogies(accuracy, retrained), run.output.analogies)
