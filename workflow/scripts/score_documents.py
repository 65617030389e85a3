import pandas as pd

from origins import scoring
from origins.cooccurrence import Cooccurrence
from origins.csvfile import write_csv
from origins.metrics import metric
from origins.tokens import TokenStore, load_vocabulary, word_ids
from origins.workflow import job

with job(snakemake) as run:
    vocabulary = load_vocabulary(run.input.vocabulary)
    setting = scoring.Setting(
        X=Cooccurrence.load(run.input.cooccurrence),
        corpus=TokenStore.load(run.input.tokens),
        metric=metric(run.wildcards.metric, run.params.definition, word_ids(vocabulary)),
        threads=run.threads,
    )
    scored = scoring.score_corpus(setting, run.input.embeddings, pd.read_parquet(run.input.table), vocabulary.index)
    scored.scores.to_parquet(run.output.parquet, index=False)
    write_csv(scored.scores, run.output.csv)
    write_csv(scored.pairs, run.output.pairs)
    write_csv(scored.singular_words, run.output.singular)
    write_csv(scoring.reranked(scored.scores), run.output.reranked)
