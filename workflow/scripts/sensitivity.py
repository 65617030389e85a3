import pandas as pd

from origins.corpus.tokens import load_vocabulary, word_ids
from origins.experiment.measures import baseline_vectors, vectors_by_set
from origins.figures import style
from origins.figures.sensitivity import sensitivity
from origins.files.csvfile import write_csv
from origins.metrics import metric
from origins.runtime.job import job
from origins.sensitivity import frequency_fit, sensitivity_table

with job(snakemake) as run:
    vocabulary = load_vocabulary(run.input.vocabulary)
    measured = metric(run.wildcards.metric, run.params.definition, word_ids(vocabulary))
    baselines = baseline_vectors(run.input.embeddings, measured.words)
    table = sensitivity_table(baselines, vectors_by_set(run.input.vectors, measured.words), measured, vocabulary)
    fit = {"metric": run.wildcards.metric, "n": len(table)} | frequency_fit(table)._asdict()
    write_csv(table, run.output.csv)
    write_csv(pd.DataFrame([fit]), run.output.fit)
    figure = sensitivity(table, metric=run.wildcards.metric, setup=run.wildcards.setup)
    style.save(figure, run.output.pdf, run.output.png)
