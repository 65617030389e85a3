"""Writes wefe.json: effect sizes of the package WEFE on random vectors. Not part of the tests; run by hand in a
virtual environment of its own, as WEFE is no dependency of ours:

    python -m venv wefe && wefe/bin/pip install wefe==1.0.1 && wefe/bin/python make_wefe.py
"""

import json
from importlib.metadata import version
from pathlib import Path

import numpy as np
from gensim.models import KeyedVectors
from wefe.metrics import WEAT
from wefe.query import Query
from wefe.word_embedding_model import WordEmbeddingModel

WORDS = [f"w{i:02d}" for i in range(30)]
SIZES = [(8, 8, 7, 7), (5, 9, 3, 6), (2, 2, 2, 2), (6, 6, 9, 9)]  # of S, T, A, B

rng = np.random.default_rng(20190611)
vectors = np.round(rng.normal(size=(30, 8)) * 64) / 64  # multiples of 1/64: exact in decimals
vectors += np.sign(vectors.sum(axis=1, keepdims=True)) / 4  # a common direction, so that the effects differ in size

model = KeyedVectors(vector_size=8, dtype=np.float64)
model.add_vectors(WORDS, vectors)
cases = []
for sizes in SIZES:
    S, T, A, B = np.split(rng.permutation(WORDS)[: sum(sizes)], np.cumsum(sizes)[:-1])
    query = Query([S.tolist(), T.tolist()], [A.tolist(), B.tolist()])
    result = WEAT().run_query(query, WordEmbeddingModel(model), return_effect_size=True)
    sets = {"S": S.tolist(), "T": T.tolist(), "A": A.tolist(), "B": B.tolist()}
    cases.append({**sets, "effect_size": float(result["effect_size"])})

golden = {"wefe": version("wefe"), "vectors": dict(zip(WORDS, vectors.tolist(), strict=True)), "cases": cases}
Path(__file__).with_name("wefe.json").write_text(json.dumps(golden, indent=1) + "\n")
