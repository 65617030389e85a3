import json
from pathlib import Path

import pandas as pd

from origins.analysis.baselines import baseline_table
from origins.files.csvfile import write_csv
from origins.report.comparison import summary_markdown, summary_table
from origins.report.paper_rows import rows_of
from origins.runtime.job import job

with job(snakemake) as run:

    def by_metric(files: list[Path]) -> pd.DataFrame | None:
        """One table of all metrics; the file's name ends with that of its metric."""
        tables = [pd.read_csv(file).assign(metric=name) for name, file in zip(run.params.metrics, files, strict=False)]
        return pd.concat(tables, ignore_index=True) if tables else None

    analogies = pd.read_csv(run.input.analogies)
    secondary, influential = by_metric(run.input.secondary), by_metric(run.input.influential)
    rows = rows_of(
        {
            "settings": run.params.settings,
            "corpus": json.loads(run.input.corpus.read_text()),
            "analogies": analogies.loc[analogies["section"] == "total", "accuracy"],
            "baselines": baseline_table(pd.read_csv(run.input.baselines)),
            "figures": run.params.metrics,
            "correlation": pd.read_csv(run.input.correlation),
            "sets": pd.read_csv(run.input.sets),
            "welch": (pd.read_csv(run.input.welch), pd.read_csv(run.input.welch_counts)),
            "perturbed_analogies": {
                "GloVe": pd.read_csv(run.input.perturbed_analogies),
                "word2vec": pd.read_csv(run.input.word2vec_analogies),
            },
            "ppmi": pd.read_csv(run.input.ppmi),
            "word_sets": pd.read_csv(run.input.word_sets) if run.input.word_sets else None,
            "transfer": pd.read_csv(run.input.transfer),
            "projection": by_metric(run.input.projection),
            "frequency": by_metric(run.input.frequency),
            "documents": secondary.assign(delta_percent=influential["delta_percent"]),
        }
    )
    write_csv(summary_table(run.wildcards.setup, rows), run.output.table)
    run.output.page.write_text(summary_markdown(run.wildcards.setup, rows))
