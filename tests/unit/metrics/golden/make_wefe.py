"""Writes wefe.json: biases by the package WEFE on random vectors. Not part of the tests; run by hand in a
virtual environment of its own, as WEFE is no dependency of ours:

    python -m venv wefe && wefe/bin/pip install wefe==1.0.1 && wefe/bin/python make_wefe.py
"""

import json
from importlib.metadata import version
from pathlib import Path

import numpy as np
from gensim.models import KeyedVectors
from wefe.metrics import ECT, MAC, RIPA, RND, RNSB, WEAT
from wefe.query import Query
from wefe.word_embedding_model import WordEmbeddingModel

WORDS = [f"w{i:02d}" for i in range(30)]
SIZES = [(8, 8, 7, 7), (5, 9, 3, 6), (2, 2, 2, 2), (6, 6, 9, 9)]  # of S, T, A, B

rng = np.random.default_rng(20190611)
vectors = np.round(rng.normal(size=(30, 8)) * 64) / 64  # multiples of 1/64: exact in decimals
vectors += np.sign(vectors.sum(axis=1, keepdims=True)) / 4  # a common direction, so that the effects differ in size

keyed = KeyedVectors(vector_size=8, dtype=np.float64)
keyed.add_vectors(WORDS, vectors)
model = WordEmbeddingModel(keyed)
cases = []
for sizes in SIZES:
    S, T, A, B = (each.tolist() for each in np.split(rng.permutation(WORDS)[: sum(sizes)], np.cumsum(sizes)[:-1]))
    case = {"S": S, "T": T, "A": A, "B": B}
    result = WEAT().run_query(Query([S, T], [A, B]), model, return_effect_size=True)
    case["effect_size"] = float(result["effect_size"])
    if len(A) == len(B):  # else WEFE pairs some of the words only
        case["ripa"] = float(RIPA().run_query(Query([A, B], [S]), model)["result"])
    case["rnd"] = float(RND().run_query(Query([A, B], [S]), model)["result"])
    case["mac"] = float(MAC().run_query(Query([S], [A, B]), model)["result"])
    case["ect"] = float(ECT().run_query(Query([A, B], [S]), model)["result"])
    # WEFE joins the target sets; by default it holds back words at random and stops at a tolerance of 1e-4
    solver = {"solver": "liblinear", "tol": 1e-13, "max_iter": 100_000}
    queried = RNSB().run_query(Query([S[:1], S[1:]], [A, B]), model, estimator_params=solver, holdout=False)
    case["rnsb"] = float(queried["result"])
    cases.append(case)

golden = {"wefe": version("wefe"), "vectors": dict(zip(WORDS, vectors.tolist(), strict=True)), "cases": cases}
Path(__file__).with_name("wefe.json").write_text(json.dumps(golden, indent=1) + "\n")
