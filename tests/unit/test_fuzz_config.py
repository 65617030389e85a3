"""Mutated settings: each is accepted, and then makes sense, or refused with one sentence."""

import copy
import itertools
import math
import random

import fuzz
import pytest
import yaml

from origins import config
from origins.corpus.tokens import tokenize
from origins.errors import OriginsError

CASES = 250


@pytest.fixture(scope="module")
def shipped():
    """The setup `starter`, written out in full: every change counts, as no default stands in for it."""
    whole = config.load(config.DEFAULT)
    setup = config.merge(whole["defaults"], whole["setups"]["starter"])
    metrics = {name: whole["metrics"][name] for name in (*setup["metrics"], *setup["further_metrics"])}
    return {"run": ["starter"], "defaults": {}, "setups": {"starter": setup}, "metrics": metrics}


def places(tree, path=()):
    """Every key and index of a tree, down to the words of a metric."""
    if len(path) == 5:
        return
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, branch in items:
        yield (*path, key)
        yield from places(branch, (*path, key))


def at(tree, path):
    for key in path:
        tree = tree[key]
    return tree


def mutated(tree, rng):
    """A copy with one to three changes, half of them of a setting: replaced, removed, renamed, copied from another."""
    tree = copy.deepcopy(tree)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        everywhere = list(places(tree))
        settings = [path for path in everywhere if path[0] == "setups" and len(path) > 2]
        path = rng.choice(settings if settings and rng.random() < 0.5 else everywhere)
        branch, last = at(tree, path[:-1]), path[-1]
        match rng.randrange(8):
            case 0 | 1:
                branch[last] = fuzz.value(rng)
            case 2 | 3 if isinstance(branch[last], int | float):
                branch[last] = rng.choice(fuzz.NUMBERS)
            case 2 | 3 if isinstance(branch[last], str):
                branch[last] = rng.choice(fuzz.WORDS)
            case 4:
                del branch[last]
            case 5 if isinstance(branch, dict):
                branch[rng.choice([*fuzz.WORDS, str(last).upper(), 1, None])] = branch.pop(last)
            case _:  # what stands beside it
                branch[last] = branch[rng.choice(list(branch) if isinstance(branch, dict) else range(len(branch)))]
    return tree


def check_sense(setups):
    """What no accepted setting may violate."""

    def numbers(tree):
        if isinstance(tree, dict | list):
            for each in tree.values() if isinstance(tree, dict) else tree:
                yield from numbers(each)
        elif isinstance(tree, int | float) and not isinstance(tree, bool):
            yield tree

    for name, setup in setups.items():
        assert isinstance(name, str)
        assert 0 < len(name) <= 60
        assert name.isascii()
        assert name.replace("-", "").replace("_", "").isalnum()
        curation = setup["curation"] | {"target": abs(setup["curation"]["target"])}  # a bias may be negative
        assert all(math.isfinite(each) and 0 <= each <= 10**12 for each in numbers(setup | {"curation": curation}))
        for key in ("epochs", "dimension", "seeds"):
            assert type(setup["glove"][key]) is int
        assert 1 <= setup["cooccurrence"]["window"] <= 20
        for definition in (setup["metrics"] | setup["further_metrics"]).values():
            for one, other in ("ST", "AB"):
                assert (
                    one not in definition or other not in definition or set(definition[one]) != set(definition[other])
                )
            letters = setup["corpus"]["min_letters"], setup["corpus"]["max_letters"]
            for words in definition.values():
                assert isinstance(words, str) or all(tokenize(word, *letters) == [word] for word in words)


def outcome(tree):
    """None if the settings are accepted, or the sentence."""
    try:
        setups = config.resolve(tree)
    except OriginsError as error:
        sentence = str(error)
        assert "\n" not in sentence
        assert 10 < len(sentence) < 500, sentence
        assert sentence.startswith("config: ")
        return sentence
    check_sense(setups)
    return None


def test_fuzz_mutated_settings_make_sense_or_are_refused_in_one_sentence(shipped):
    refused = 0
    for seed in fuzz.seeds(CASES):
        tree = mutated(shipped, random.Random(seed))
        with fuzz.bounded(seed):
            refused += outcome(tree) is not None
    assert 0.2 < refused / len(fuzz.seeds(CASES)) < 1  # the mutations bite, but not all


def test_fuzz_every_number_in_the_place_of_every_number_makes_sense_or_is_refused(shipped):
    numbers = [path for path in places(shipped) if type(at(shipped, path)) in (int, float)]
    assert len(numbers) > 25
    for path in numbers:
        for number in (float("nan"), float("inf"), 0, -1, 3.0, 2.5, 1e300, 10**30):
            tree = copy.deepcopy(shipped)
            at(tree, path[:-1])[path[-1]] = number
            with fuzz.bounded((path, number)):
                outcome(tree)


def test_fuzz_every_set_in_the_place_of_every_other_makes_sense_or_is_refused(shipped):
    for name, definition in shipped["metrics"].items():
        sets = [key for key in definition if key != "kind"]
        for one, other in itertools.permutations(sets, 2):
            tree = copy.deepcopy(shipped)
            tree["metrics"][name][one] = definition[other][::-1]
            with fuzz.bounded((name, one, other)):
                outcome(tree)


def test_fuzz_settings_that_went_through_a_file_end_the_same_way(shipped, tmp_path):
    file = tmp_path / "mine.yaml"
    for seed in fuzz.seeds(60):
        rng = random.Random(10**6 + seed)
        text = yaml.safe_dump(shipped)
        for _ in range(rng.choice([1, 2, 5])):
            place = rng.randrange(len(text))
            junk = rng.choice(
                [
                    "\t",
                    ":",
                    "- ",
                    "&a ",
                    "*a",
                    "{",
                    "]",
                    "'",
                    "\n",
                    "  ",
                    "!!int ",
                    "\x07",
                    "é",
                    "? ",
                    "<<: ",
                    "run: x\n",
                ]
            )
            text = text[:place] + junk + text[place + rng.choice([0, 0, 1, 9]) :]
        file.write_text(text)
        with fuzz.bounded(seed):
            try:
                outcome(config.merge(shipped, config.load(file)))
            except OriginsError as error:
                assert "\n" not in str(error)


def test_fuzz_bytes_that_are_no_yaml_are_one_sentence(shipped, tmp_path):
    file = tmp_path / "mine.yaml"
    for seed in fuzz.seeds(60):
        rng = random.Random(seed)
        file.write_bytes(rng.randbytes(rng.choice([1, 10, 300])))
        with fuzz.bounded(seed):
            try:
                outcome(config.merge(shipped, config.load(file)))
            except OriginsError as error:
                assert "\n" not in str(error)
