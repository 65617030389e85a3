from origins.corpus import download
from origins.runtime.job import job

with job(snakemake) as run:
    source = run.params.source
    download.fetch(source["url"], run.output.dump, sha1=source["sha1"], sha256=source["sha256"])
