import numpy as np
import pandas as pd
import pytest
from frames import synthetic

from origins.analysis import transfer


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


def comparable():
    """Three baselines around −2; sets of 10 and 30 documents move each seed by 0.1 and 0.3, PPMI's half as far."""
    seeds = [1, 2, 3]
    baselines = pd.DataFrame({"metric": "weat1", "seed": seeds, "bias": [-2.2, -2.0, -1.8]})
    rows = [
        ("weat1", f"{kind}-{size}", kind, size, seed, bias + sign * size / 100)
        for kind, sign in (("decrease", -1), ("increase", 1))
        for size in (10, 30)
        for seed, bias in zip(seeds, baselines["bias"], strict=True)
    ]
    truth = pd.DataFrame(rows, columns=["metric", "set", "kind", "size", "seed", "bias"])
    halved = truth.assign(set="ppmi-" + truth["set"], kind="ppmi")
    halved["bias"] = (halved["bias"] + halved["seed"].map(baselines.set_index("seed")["bias"])) / 2
    return baselines, truth, halved


def test_the_comparison_with_ppmi_is_the_papers_table_by_hand():
    baselines, truth, halved = comparable()
    table = transfer.ppmi_comparison(baselines, pd.concat([truth, halved]))
    assert list(zip(table["objective"], table["documents"], strict=True)) == [
        ("correct", 30),
        ("correct", 10),
        ("aggravate", 10),
        ("aggravate", 30),
    ]
    # the sign is that of the change, in percent of the size of a bias of 2, whatever its sign
    np.testing.assert_allclose(table["influence_change"], [-15, -5, 5, 15])
    np.testing.assert_allclose(table["ppmi_change"], [-7.5, -2.5, 2.5, 7.5])
    assert (table[["ppmi_retrains", "influence_retrains", "baselines"]] == 3).all(axis=None)


def test_the_papers_change_is_unpaired_and_the_paired_one_stands_beside_it():
    baselines, truth, halved = comparable()
    few = halved[halved["seed"] < 3]  # seeds 1 and 2, whose own baselines average −2.1
    table = transfer.ppmi_comparison(baselines, pd.concat([truth, few])).set_index(["objective", "documents"])
    row = table.loc[("correct", 10)]
    # unpaired: (−2.15 − −2) / 2 and (−2.2 − −2) / 2; paired: −0.05 / 2 and −0.1 / 2
    assert (row["ppmi_change"], row["influence_change"]) == (pytest.approx(-7.5), pytest.approx(-10))
    assert (row["ppmi_paired_change"], row["influence_paired_change"]) == (pytest.approx(-2.5), pytest.approx(-5))
    assert (row["ppmi_retrains"], row["influence_retrains"]) == (2, 2)  # the seeds that both have


def test_rankings_are_compared_over_the_seeds_that_all_of_them_have():
    baselines, truth, halved = comparable()
    ours = halved.assign(set=halved["set"].str.replace("ppmi", "relearn"), kind="relearn")
    ours = ours[ours["set"] == "relearn-decrease-10"].query("seed != 2")
    table = transfer.ranking_comparison(baselines, pd.concat([truth, halved, ours]))
    rows = table.set_index(["objective", "documents", "chosen_by"])
    assert rows.loc[("correct", 10)]["retrains"].tolist() == [2, 2, 2]
    assert rows.loc[("correct", 30)]["retrains"].tolist() == [3, 3]
    assert rows.loc[("correct", 10, "relearn"), "paired_change"] == pytest.approx(-2.5)


def test_a_setup_without_ppmi_sets_has_an_empty_comparison():
    table = transfer.ppmi_comparison(*frames())
    assert table.empty
    assert "ppmi_change" in table
    assert len(transfer.ranking_comparison(*frames())) == 16


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
