from origins.corpus.id_lists import save_ids
from origins.experiment.curation import curated_set
from origins.experiment.sets import DocumentSet
from origins.files.csvfile import read_csv
from origins.runtime.job import job

with job(snakemake) as run:
    removed = curated_set(read_csv(run.input.ways), DocumentSet.parse(run.wildcards.set))
    save_ids(run.output[0], range(len(removed)), removed["id"].tolist())
