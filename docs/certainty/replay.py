"""How well `relearn` and `replay` predict what retraining without one document gives.

    python docs/certainty/replay.py results/simplewiki-2021-60 docs/certainty/replay_truth.csv out.csv

The results need corpus, cooccurrence and the baselines of the seeds that the truth names. The truth has one retrained
document per row: metric, set, id, seed, true_delta.
"""

import sys
from pathlib import Path

import pandas as pd

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

from origins import config
from origins.files.csvfile import read_csv, write_csv
from origins.glove.embedding import Embedding
from origins.glove.recording import record
from origins.glove.trainer import GloVe
from origins.influence import replaying
from origins.influence.scoring import Setting

SETTINGS = ("dimension", "epochs", "learning_rate", "x_max", "alpha")


def compare(results: Path, truth: pd.DataFrame, threads: int = 2) -> pd.DataFrame:
    """The truth, with what both estimators predict from the baseline of the same seed."""
    ids = pd.read_parquet(results / "corpus" / "documents.parquet", columns=["id"])["id"]
    row_of = {str(id): row for row, id in enumerate(ids)}
    files = results / "cooccurrence", results / "corpus" / "tokens", results / "corpus" / "vocabulary.csv"
    definitions = config.load(config.DEFAULT)["metrics"]
    parts = []
    for seed, of_seed in truth.groupby("seed", sort=False):
        embedding = Embedding.load(results / "baseline" / f"embedding-{seed}.npz")
        trajectory = None
        for name, rows in of_seed.groupby("metric", sort=False):
            setting = Setting.load(*files, name, definitions[name], threads)
            if trajectory is None:
                glove = GloVe(**{key: embedding.settings[key] for key in SETTINGS}, seed=seed, threads=threads)
                _, trajectory = record(glove, setting.X)
            documents = [row_of[id] for id in rows["id"].astype(str)]
            predicted, _ = replaying.replay(setting, embedding, trajectory, documents, {})
            parts.append(rows.reset_index(drop=True).assign(relearn=predicted["relearn"], replay=predicted["replay"]))
    return pd.concat(parts, ignore_index=True)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    results, truth, out = map(Path, sys.argv[1:])
    write_csv(compare(results, read_csv(truth)), out)
