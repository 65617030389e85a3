import pandas as pd

from origins.cooccurrence.matrix import Cooccurrence
from origins.cooccurrence.subtract import subtract
from origins.corpus.id_lists import load_ids
from origins.corpus.tokens import TokenStore, load_vocabulary, word_ids
from origins.experiment.sets import DocumentSet
from origins.files.csvfile import write_csv
from origins.metrics.definitions import metric
from origins.representations import ppmi
from origins.runtime.job import job

with job(snakemake) as run:
    X, corpus = Cooccurrence.load(run.input.cooccurrence), TokenStore.load(run.input.tokens)
    measured = metric(run.wildcards.metric, run.params.definition, word_ids(load_vocabulary(run.input.vocabulary)))
    ids = pd.read_parquet(run.input.table, columns=["id"])["id"]
    rows = [{"set": "baseline", "kind": "baseline", "size": 0, "bias": ppmi.bias(X, measured)}]
    for file in run.input.sets:
        chosen = DocumentSet.parse(file.stem)
        without = subtract(X, corpus, load_ids(file, ids), threads=run.threads)
        rows.append({"set": file.stem, "kind": chosen.kind, "size": chosen.size, "bias": ppmi.bias(without, measured)})
    table = pd.DataFrame(rows).assign(metric=run.wildcards.metric, seed=1)  # nothing random here, so one seed
    write_csv(table[["metric", "set", "kind", "size", "seed", "bias"]], run.output[0])
