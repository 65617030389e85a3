import pandas as pd

from origins.cooccurrence.subtract import subtract
from origins.corpus.id_lists import load_ids
from origins.experiment.sets import DocumentSet
from origins.files.csvfile import write_csv
from origins.influence.scoring import Setting
from origins.representations import ppmi
from origins.runtime.job import job

with job(snakemake) as run:
    files = run.input.cooccurrence, run.input.tokens, run.input.vocabulary
    X, corpus, metric, *_ = Setting.load(*files, run.wildcards.metric, run.params.definition, run.threads)
    ids = pd.read_parquet(run.input.table, columns=["id"])["id"]
    rows = [{"set": "baseline", "kind": "baseline", "size": 0, "bias": ppmi.bias(X, metric)}]
    for file in run.input.sets:
        chosen = DocumentSet.parse(file.stem)
        without = subtract(X, corpus, load_ids(file, ids), threads=run.threads)
        rows.append({"set": file.stem, "kind": chosen.kind, "size": chosen.size, "bias": ppmi.bias(without, metric)})
    table = pd.DataFrame(rows).assign(metric=run.wildcards.metric, seed=1)  # nothing random here, so one seed
    write_csv(table[["metric", "set", "kind", "size", "seed", "bias"]], run.output[0])
