import pandas as pd

from origins.experiment import curation
from origins.files.csvfile import write_csv
from origins.influence import greedy
from origins.influence.estimators import ESTIMATORS
from origins.influence.names import BEST
from origins.influence.scoring import Setting
from origins.runtime.job import job

with job(snakemake) as run:
    files = run.input.cooccurrence, run.input.tokens, run.input.vocabulary
    setting = Setting.load(*files, run.wildcards.metric, run.params.definition, run.threads)
    estimators = [ESTIMATORS[BEST](each, run.threads) for each in setting.baselines(run.input.embeddings)]
    ppmi = pd.read_parquet(run.input.ppmi) if run.input.ppmi else None
    chosen = run.params.curation
    down = greedy.direction(estimators, chosen["target"])
    table = curation.ways_to(
        chosen["target"],
        estimators,
        curation.orders(pd.read_parquet(run.input.scores), ppmi, down),
        pd.read_parquet(run.input.table),
        step=chosen["step"],
        furthest=max(chosen["shares"]),
        most=chosen["most"],
    )
    write_csv(table, run.output[0])
