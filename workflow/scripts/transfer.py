import pandas as pd

from origins.analysis import significance, transfer
from origins.analysis.evaluation import truth_table
from origins.files.csvfile import read_csv, write_csv
from origins.runtime.job import job

with job(snakemake) as run:

    def read(files) -> pd.DataFrame:
        return pd.concat(map(read_csv, files), ignore_index=True)

    glove = read_csv(run.input.baselines)
    word2vec = read_csv(run.input.word2vec)
    of_corpus = word2vec["set"] == "baseline"
    baselines = {"glove": glove, "word2vec": word2vec[of_corpus]}
    truth, retrains = read_csv(run.input.truth), read_csv(run.input.retrains)
    # the same seeds for every set, as in the other tables
    truth, retrains = (table[table["seed"] <= run.params.seeds] for table in (truth, retrains))
    truths = {"glove": truth, "word2vec": truth_table(word2vec[~of_corpus])}
    if run.input.ppmi:
        ppmi = read(run.input.ppmi)
        is_baseline = ppmi["set"] == "baseline"
        baselines["ppmi"], truths["ppmi"] = ppmi[is_baseline], ppmi[~is_baseline]
    write_csv(transfer.transfer_table(baselines, truths), run.output.transfer)
    write_csv(transfer.other_metrics(glove, retrains, run.params.further), run.output.other)

    accuracy = read(run.input.word2vec_baseline_analogies).query("section == 'total'")[["seed", "accuracy"]]
    retrained = read(run.input.word2vec_analogies).query("section == 'total'")
    retrained = truth_table(retrained.assign(metric=retrained["family"]), "accuracy")
    write_csv(significance.analogies(accuracy, retrained), run.output.analogies)
