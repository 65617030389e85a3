from pathlib import Path

from origins import verification
from origins.workflow import job

with job(snakemake):
    for setup in snakemake.params.setups:
        verification.write_reference(Path("results", setup), Path(snakemake.params.reference.format(setup=setup)))
