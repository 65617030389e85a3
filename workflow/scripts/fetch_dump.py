from origins.corpus import download
from origins.runtime.job import job

with job(snakemake) as run:
    corpus = run.params.corpus
    download.fetch(corpus["url"], run.output.dump, sha1=corpus.get("sha1"), sha256=corpus.get("sha256"))
