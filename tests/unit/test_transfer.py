import numpy as np
import pandas as pd
import pytest
from frames import synthetic

from origins import paper, transfer


def frames(**settings):
    baselines, _, truth = synthetic(**settings)
    return baselines, truth


def test_every_representation_has_its_baseline_and_its_sets_with_their_spread():
    baselines, truth = frames(metrics=["weat1"])
    ppmi = pd.DataFrame({"metric": "weat1", "seed": 1, "bias": [0.5]})
    moved = truth[truth["seed"] == 1].assign(bias=0.4)
    table = transfer.transfer_table({"glove": baselines, "ppmi": ppmi}, {"glove": truth, "ppmi": moved})
    assert list(table["representation"].unique()) == ["glove", "ppmi"]
    assert not table["kind"].isin(["single", "ppmi"]).any()

    glove = table[table["representation"] == "glove"].set_index("set")
    assert glove.loc["baseline", "mean"] == pytest.approx(baselines["bias"].mean())
    assert glove.loc["baseline", "std"] == pytest.approx(baselines["bias"].std())
    runs = truth[truth["set"] == "decrease-30"].set_index("seed")["bias"]
    paired = baselines.set_index("seed")["bias"][runs.index] - runs
    assert glove.loc["decrease-30", "mean"] == pytest.approx(runs.mean())
    assert glove.loc["decrease-30", "delta_mean"] == pytest.approx(paired.mean())
    assert glove.loc["decrease-30", "delta_std"] == pytest.approx(paired.std())
    assert glove.loc["decrease-30", "runs"] == 5

    alone = table[table["representation"] == "ppmi"].set_index("set")
    assert np.isnan(alone.loc["decrease-30", "std"])
    assert alone.loc["decrease-30", "delta_mean"] == pytest.approx(0.1)


def test_metrics_without_sets_are_left_out_of_the_transfer():
    baselines, truth = frames()
    table = transfer.transfer_table({"glove": baselines}, {"glove": truth[truth["metric"] == "weat2"]})
    assert set(table["metric"]) == {"weat2"}


def with_ppmi_sets(truth, share):
    """PPMI's sets have a share of the effect of ours, on a baseline of 1."""
    chosen = truth[truth["kind"].isin(["decrease", "increase"])]
    return pd.concat(
        [truth, chosen.assign(set="ppmi-" + chosen["set"], kind="ppmi", bias=1 + share * (chosen["bias"] - 1))]
    )


def test_the_comparison_with_ppmi_is_the_papers_table():
    seeds = [1, 2, 3]
    baselines = pd.DataFrame({"metric": "weat1", "seed": seeds, "bias": [-2.1, -2.0, -1.9]})
    rows = [
        ("weat1", f"{kind}-{size}", kind, size, seed, bias + sign * size / 100)
        for kind, sign in (("decrease", -1), ("increase", 1))
        for size in (10, 30)
        for seed, bias in zip(seeds, baselines["bias"], strict=True)
    ]
    truth = pd.DataFrame(rows, columns=["metric", "set", "kind", "size", "seed", "bias"])
    halved = truth.assign(set="ppmi-" + truth["set"], kind="ppmi")
    halved["bias"] = (halved["bias"] + halved["seed"].map(baselines.set_index("seed")["bias"])) / 2
    table = transfer.ppmi_comparison(baselines, pd.concat([truth, halved[halved["seed"] < 3]]), "wiki")
    assert list(zip(table["objective"], table["documents"], strict=True)) == [
        ("correct", 30),
        ("correct", 10),
        ("aggravate", 10),
        ("aggravate", 30),
    ]
    # the sign is that of the change, in percent of the size of a bias of 2, whatever its sign
    np.testing.assert_allclose(table["influence_change"], [-15, -5, 5, 15])
    np.testing.assert_allclose(table["ppmi_change"], [-7.5, -2.5, 2.5, 7.5])
    assert list(table["ppmi_retrains"]) == [2] * 4
    assert list(table["influence_retrains"]) == [3] * 4
    reported = {(paper.OBJECTIVES[kind], size): (ppmi, ours) for kind, size, ppmi, ours in paper.PPMI_COMPARISON}
    for row in table.itertuples():
        assert (row.paper_ppmi_change, row.paper_influence_change) == reported[row.objective, row.documents]


def test_the_papers_percentages_stand_beside_its_own_setup_only():
    baselines, truth = frames()
    table = transfer.ppmi_comparison(baselines, with_ppmi_sets(truth, 0.2), "starter")
    assert table["paper_ppmi_change"].isna().all()
    assert list(table["metric"].unique()) == ["weat1", "weat2"]
    assert len(table) == 16


def test_a_setup_without_ppmi_sets_has_an_empty_comparison():
    table = transfer.ppmi_comparison(*frames(), "starter")
    assert table.empty
    assert "ppmi_change" in table


def test_other_metrics_are_judged_by_the_targeted_sets_of_the_experiment():
    baselines = pd.DataFrame({"metric": "ripa1", "seed": [1, 2, 3], "bias": [0.1, 0.2, 0.3]})
    rows = [
        (family, name, measured, seed, bias)
        for family, name, shift in (
            ("weat1", "decrease-10", 0.05),
            ("weat1", "single-decrease-1", 9),
            ("weat1", "ppmi-decrease-10", 9),
            ("shared", "random-10-1", 9),
        )
        for measured, start in (("ripa1", 0.1), ("weat1", 7))
        for seed, bias in ((1, start - shift), (2, start + 0.1 - shift))
    ]
    retrains = pd.DataFrame(rows, columns=["family", "set", "metric", "seed", "bias"])
    table = transfer.other_metrics(baselines, retrains, ["ripa1"])
    assert list(table["set"]) == ["decrease-10"]
    assert table.loc[0, "set_of"] == "weat1"
    assert table.loc[0, "delta_mean"] == pytest.approx(0.05)
    assert table.loc[0, "pairs"] == 2
    assert table.loc[0, "spread"] == pytest.approx(0.1)
    assert transfer.other_metrics(baselines, retrains, []).empty
