"""The word sets of published work: complete, usable as they are, and never in the way of a configuration."""

from pathlib import Path

import pytest
import yaml

from origins import config
from origins.metrics.definitions import KINDS, metric
from origins.metrics.library import FILE, coverage, entries, library, words_of

SHIPPED = config.load(Path(__file__).parents[3] / "config.yaml")


def resolved(**metrics):
    """The metrics of a setup that names the whole library, and some of its own."""
    setups = {"mine": {"corpus": {"kind": "starter"}, "metrics": [*library(), *metrics.keys() - library().keys()]}}
    return config.resolve(config.merge(SHIPPED, {"run": "mine", "setups": setups, "metrics": metrics}))["mine"]


def test_a_setup_can_name_every_metric_of_the_library():
    setup = resolved()
    too_long = {"xweat7_de": {"infinitesimalrechnung"}}
    for name, definition in library().items():
        for key in definition.keys() - {"kind"}:
            lost = set(definition[key]) - set(setup["metrics"][name][key])
            assert lost == (too_long.get(name, set()) if key == "S" else set())
    for name, definition in library().items():
        measured = metric(name, definition, {word: k for k, word in enumerate(words_of(definition))})
        assert type(measured) is KINDS[definition["kind"]]
        assert not measured.missing


def test_definitions_pass_the_schema_of_a_configuration():
    config.resolve(SHIPPED | {"metrics": SHIPPED["metrics"] | library()})


def test_no_list_has_a_word_twice_and_all_are_in_lower_case():
    for name, definition in library().items():
        for key in KINDS[definition["kind"]].SETS:
            words = definition[key]
            assert len(words) == len(set(words)) >= 6, (name, key)
            assert [word.lower() for word in words] == words
    assert all(entry.about and entry.source and len(entry.language) == 2 for entry in entries().values())


def test_the_two_sides_of_a_test_of_caliskan_have_one_size():
    """Also without the names that they left out, as many on either side."""
    sizes = {1: (25, 25), 2: (25, 25), 3: (32, 25), 4: (16, 25), 5: (16, 8), 6: (8, 8), 7: (8, 8), 8: (8, 8),
             9: (6, 7), 10: (8, 8)}  # fmt: skip
    for number, (targets, attributes) in sizes.items():
        definition = library()[f"caliskan{number}"]
        assert [len(definition[key]) for key in "STAB"] == [targets, targets, attributes, attributes]


def test_the_metrics_of_the_paper_are_of_the_words_of_caliskan():
    ours, theirs = SHIPPED["metrics"], library()
    assert ours["weat2"] == theirs["caliskan2"]
    assert [ours["weat1"][key] for key in "ST"] == [theirs["caliskan8"][key] for key in "ST"]
    assert [ours["weat1"][key] for key in "AB"] == [theirs["caliskan7"][key] for key in "AB"]
    assert [ours["career"][key] for key in "ST"] == [theirs["caliskan6"][key] for key in "AB"]
    assert theirs["ect1"]["S"] == ours["weat1"]["S"] + ours["weat1"]["T"]
    assert theirs["rnsb5"]["S"] == theirs["caliskan5"]["S"] + theirs["caliskan5"]["T"]
    assert [theirs["rnsb5"][key] for key in "AB"] == [theirs["caliskan5"][key] for key in "AB"]


def test_the_library_takes_no_name_of_config_yaml_and_gives_way_to_ones_own():
    assert not library().keys() & SHIPPED["metrics"].keys()
    mine = {"kind": "rnd", "S": ["uno", "dos"], "A": ["tres", "cuatro"], "B": ["cinco", "seis"]}
    metrics = resolved(caliskan7=mine)["metrics"]
    assert metrics["caliskan7"] == mine
    assert metrics["caliskan8"] == library()["caliskan8"]


def test_a_name_close_to_one_of_the_library_gets_a_hint():
    setups = {"mine": {"corpus": {"kind": "starter"}, "metrics": ["caliskan11"]}}
    with pytest.raises(config.OriginsError, match=r'"caliskan11" is not a metric. Did you mean "caliskan1'):
        config.resolve(config.merge(SHIPPED, {"run": "mine", "setups": setups}))


def test_yaml_reads_every_word_as_text():
    content = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    assert all(isinstance(word, str) for entry in content.values() for key in "SAB" for word in entry[key])


RIPA = {"kind": "ripa", "S": ["art", "law", "war"], "A": ["he", "son", "man"], "B": ["she", "daughter", "woman"]}


def test_coverage_says_what_is_missing_and_what_is_rarest():
    counts = {"art": 7, "law": 30, "he": 900, "she": 500, "son": 9, "daughter": 8, "man": 50, "the": 1}
    found = coverage(RIPA, counts)
    assert found == (9, 7, ("war", "woman"), "art", 7, "")
    del counts["son"]
    found = coverage(RIPA, counts, "mine")
    assert found.missing == ("war", "son", "woman")
    assert found.problem.startswith("metrics.mine.A with B has only 1 pair in the vocabulary")


def test_coverage_of_a_corpus_in_another_language_is_nothing():
    found = coverage(library()["xweat7_ru"], {"the": 3})
    assert (found.found, found.rarest, found.least) == (0, "", 0)
    assert found.words == len(found.missing) == 30
    assert "has no word in the vocabulary" in found.problem
