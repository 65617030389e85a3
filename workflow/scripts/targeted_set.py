import pandas as pd

from origins.corpus.id_lists import save_ids
from origins.experiment import perturbation
from origins.experiment.sets import PPMI, DocumentSet
from origins.influence.scoring import ranked_by
from origins.runtime.job import job

with job(snakemake) as run:
    chosen = DocumentSet.parse(run.wildcards.set)
    scores = pd.read_parquet(run.input.scores)
    if chosen.chosen_by != PPMI:  # which has a table of its own
        scores = ranked_by(scores, chosen.chosen_by)
    documents = perturbation.perturbation_set(chosen, len(scores), scores["delta_mean"].to_numpy())
    save_ids(run.output[0], documents, scores["id"])
