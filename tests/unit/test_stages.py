"""The benchmark that compares the stages of real runs: its arithmetic, on folders of known times."""

import json
import math
import sys
from pathlib import Path

import pytest

from origins import config

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
import stages


def finished(folder, tokens, nonzeros, cpu, epochs=10):
    """The folder of a run: its size, its settings, a training, a retrain of two seeds, scores with 5 embeddings."""
    (folder / "corpus").mkdir(parents=True)
    size = {"documents": 100, "tokens": tokens, "vocabulary": 1000, "nonzeros": nonzeros, "metrics": {}}
    (folder / "corpus" / "summary.json").write_text(json.dumps(size))
    settings = config.load(config.DEFAULT) | {"run": ["starter"]}
    settings = config.merge(settings, {"setups": {"starter": {"glove": {"epochs": epochs, "seeds": 5}}}})
    resolved = config.resolve(settings)["starter"]
    resolved["perturbation"] |= {"seeds_per_job": 2, "retrain_seeds": 4}
    config.remember({folder.name: resolved}, folder.parent)
    for rule, name, seconds, memory in (
        ("train_baseline", "train_baseline_1", cpu, 500),
        ("retrain", "retrain/weat1_increase-10_1", 2 * cpu, 900),
        ("score_documents", "score_documents_weat1", 50, 300),
    ):
        for kind, text in (
            ("benchmarks", f"s\tmax_rss\tcpu_time\n9\t{memory}\t1\n"),
            ("logs", f"now {rule} took {seconds} seconds of CPU time\n"),
        ):
            file = folder / kind / f"{name}.{'tsv' if kind == 'benchmarks' else 'log'}"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
    return folder


def test_costs_are_of_one_epoch_or_embedding_and_growth_is_their_exponent(tmp_path):
    small = stages.Run.load(finished(tmp_path / "small", 10**6, 2 * 10**6, cpu=10))
    large = stages.Run.load(finished(tmp_path / "large", 10**8, 8 * 10**6, cpu=40, epochs=5))
    assert stages.cost(small, "train_baseline") == pytest.approx(1)
    assert stages.cost(small, "retrain") == pytest.approx(1)  # two seeds in one job
    assert stages.cost(small, "score_documents") == pytest.approx(10)
    assert math.isnan(stages.cost(small, "word2vec"))
    page = stages.page([large, small])
    assert page.index("| small |") < page.index("| large |")
    assert "| `train_baseline`, an epoch, per non-zero | 500 | 1,000 | 1.50 |" in page  # 1 s of 2 M; 8 s of 8 M
    assert "| `score_documents`, an embedding, per token | 10,000 | 100 | 0.00 |" in page.replace("-0.00", "0.00")
    assert "0.94 GB (`retrain` of " in page


@pytest.mark.parametrize("power", [0.5, 1, 1.3])
def test_the_exponent_of_a_power_law_is_found(power):
    sizes = [3.0, 13.0, 117.0]
    assert stages.exponent(sizes, [0.2 * size**power for size in sizes]) == pytest.approx(power)
    assert math.isnan(stages.exponent([5.0], [1.0]))
    assert math.isnan(stages.exponent([5.0, 7.0], [1.0, math.nan]))
