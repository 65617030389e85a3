import json
from pathlib import Path

import pandas as pd

from origins.analysis.baselines import baseline_table
from origins.files.csvfile import read_csv, write_csv
from origins.report.comparison import summary_markdown, summary_table
from origins.report.paper_rows import rows_of
from origins.runtime.job import job

with job(snakemake) as run:

    def by_metric(files: list[Path]) -> pd.DataFrame | None:
        """One table of all metrics; the file's name ends with that of its metric."""
        tables = [read_csv(file).assign(metric=name) for name, file in zip(run.params.metrics, files, strict=False)]
        return pd.concat(tables, ignore_index=True) if tables else None

    analogies = read_csv(run.input.analogies)
    secondary, influential = by_metric(run.input.secondary), by_metric(run.input.influential)
    rows = rows_of(
        {
            "settings": run.params.settings,
            "corpus": json.loads(run.input.corpus.read_text()),
            "analogies": analogies.loc[analogies["section"] == "total", "accuracy"],
            "baselines": baseline_table(read_csv(run.input.baselines)),
            "figures": run.params.metrics,
            "correlation": read_csv(run.input.correlation),
            "sets": read_csv(run.input.sets),
            "welch": (read_csv(run.input.welch), read_csv(run.input.welch_counts)),
            "perturbed_analogies": {
                "GloVe": read_csv(run.input.perturbed_analogies),
                "word2vec": read_csv(run.input.word2vec_analogies),
            },
            "ppmi": read_csv(run.input.ppmi),
            "word_sets": read_csv(run.input.word_sets) if run.input.word_sets else None,
            "transfer": read_csv(run.input.transfer),
            "projection": by_metric(run.input.projection),
            "frequency": by_metric(run.input.frequency),
            "documents": secondary.assign(delta_percent=influential["delta_percent"]),
        }
    )
    write_csv(summary_table(run.wildcards.setup, rows), run.output.table)
    run.output.page.write_text(summary_markdown(run.wildcards.setup, rows))
