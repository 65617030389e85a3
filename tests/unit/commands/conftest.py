"""The results of a small run, made without Snakemake: what the commands find in results/<setup>."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from small_run import DOCUMENTS, SEEDS, embedding, settings
from strategies import encoded

from origins import config
from origins.__main__ import main
from origins.cooccurrence import matrix
from origins.corpus.document import Document
from origins.corpus.tokens import Selection, load_vocabulary
from origins.files.fingerprints import fingerprint


@pytest.fixture(scope="session")
def made(tmp_path_factory) -> Path:
    """The results folder; do not change it."""
    results = tmp_path_factory.mktemp("commands") / "results"
    folder = results / "mine"
    rng = np.random.default_rng(0)
    weat1 = settings()["mine"]["metrics"]["weat1"]
    words = [word for key in "STAB" for word in weat1[key]] + ["the", "of", "and"]
    texts = [" ".join(rng.choice(words, 60)) for _ in range(DOCUMENTS)]
    documents = [Document(f"d{k}", f"Document {k}", text, {}) for k, text in enumerate(texts)]
    corpus = encoded(documents, folder / "corpus", Selection())
    matrix.count(corpus, folder / "cooccurrence", window=8)
    vocabulary = fingerprint(*load_vocabulary(folder / "corpus" / "vocabulary.csv").index)
    (folder / "baseline").mkdir()
    for seed in range(1, SEEDS + 1):
        embedding(corpus.words, seed, corpus.fingerprint, vocabulary).save(folder / f"baseline/embedding-{seed}.npz")
    config.remember(settings(), results)
    return results


@pytest.fixture
def results(made, tmp_path) -> Path:
    """A copy of one's own."""
    return Path(shutil.copytree(made, tmp_path / "results"))


@pytest.fixture
def origins(results, capsys, monkeypatch, tmp_path):
    """Run a command as on the command line; returns its exit code and all it says."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> tuple[int, str]:
        try:
            main(list(map(str, arguments)))
        except SystemExit as exit:
            said = capsys.readouterr()
            if isinstance(exit.code, str):
                return 1, said.out + exit.code
            return int(exit.code or 0), said.out + said.err
        return 0, "".join(capsys.readouterr())

    return run
