"""What rules ask for: the functions of resources.smk on files of known sizes, and the table in docs/cluster.md."""

import inspect
import json
import os
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

from origins import config

ROOT = Path(__file__).parents[2]
RULES = ROOT / "workflow" / "rules"
SETTINGS = config.load(ROOT / "config.yaml", ROOT / "profiles" / "slurm" / "settings.yaml")
SETUPS = {name: config.merge(SETTINGS["defaults"], setup) for name, setup in SETTINGS["setups"].items()}
PROFILE = yaml.safe_load((ROOT / "profiles" / "slurm" / "config.yaml").read_text())
WORDS, NONZEROS = 20_000, 9_000_000
BYTES = {"source": 300_000_000, "documents": 90_000_000, "tokens": 150_000_000, "embedding": 25_000_000}


class Named(dict):
    """Files or wildcards by name, as rules have them."""

    __getattr__ = dict.__getitem__


@pytest.fixture
def files(tmp_path):
    """The inputs of all rules, of the sizes above."""
    paths = {name: tmp_path / name for name in (*BYTES, "cooccurrence", "vocabulary")}
    for name in ("source", "documents", "embedding"):
        empty(paths[name], BYTES[name])
    paths["tokens"].mkdir()
    empty(paths["tokens"] / "ids.npy", BYTES["tokens"] - 1000)
    empty(paths["tokens"] / "offsets.npy", 1000)
    paths["cooccurrence"].mkdir()
    (paths["cooccurrence"] / "meta.json").write_text(json.dumps({"words": WORDS, "nonzeros": NONZEROS}))
    paths["vocabulary"].write_text("word,count\n" * WORDS)
    return paths


def empty(path, size):
    """A file that claims its size without taking the room."""
    with path.open("wb") as file:
        file.truncate(size)


def resources(setup, cores=8):
    """The functions of resources.smk, for one setup."""

    def setting(key):
        def lookup(wildcards):
            value = SETUPS[setup]
            for name in key.split("."):
                value = value[name]
            return value

        return lookup

    names = {"Path": Path, "os": os, "json": json, "setting": setting, "workflow": SimpleNamespace(cores=cores)}
    exec((RULES / "resources.smk").read_text(), names)
    return SimpleNamespace(**names)


def ask(function, files, setup="starter", *, threads=8, attempt=1, wildcards=()):
    """Call a function of resources.smk as Snakemake does, with those of its arguments that it names."""
    inputs = Named({name: str(path) for name, path in files.items()})
    inputs["embeddings"] = [inputs["embedding"]] * SETUPS[setup]["glove"]["seeds"]
    known = {
        "wildcards": Named({"setup": setup} | dict(wildcards)),
        "input": inputs,
        "threads": threads,
        "attempt": attempt,
    }
    return function(**{name: known[name] for name in inspect.signature(function).parameters})


def test_folders_count_with_all_their_files(files):
    megabytes = resources("starter").megabytes
    assert megabytes(files["tokens"]) == 150
    assert megabytes(files["tokens"], files["documents"]) == 240


def test_files_that_are_not_there_yet_are_asked_for_by_name(tmp_path):
    functions = resources("starter")
    for ask_for in (functions.megabytes, functions.size_of_matrix):
        with pytest.raises(FileNotFoundError) as error:
            ask_for(str(tmp_path / "later"))
        assert error.value.filename == str(tmp_path / "later")  # Snakemake waits only for what is an input


def test_a_training_gets_the_cores_that_others_leave():
    seeds = SETUPS["starter"]["glove"]["seeds"]
    assert seeds == 5

    def threads(cores):
        function = resources("starter", cores=cores).threads_of_training
        return [function(Named(setup="starter", seed=str(seed))) for seed in range(1, seeds + 1)]

    assert threads(None) == threads(1) == threads(5) == [1, 1, 1, 1, 1]
    assert threads(2) == [1, 1, 1, 1, 2]
    assert threads(3) == [1, 1, 1, 1, 1]  # two trainings for three cores
    assert threads(4) == [1, 1, 1, 1, 4]
    assert threads(21) == [4, 4, 4, 4, 4]


def test_a_batch_of_seeds_takes_their_time_together(files):
    minutes = resources("nyt").minutes_of_training
    one = ask(minutes, files, "nyt", threads=1)
    batch = ask(minutes, files, "nyt", threads=1, wildcards={"batch": "1"})
    assert batch - 15 == pytest.approx(SETUPS["nyt"]["perturbation"]["seeds_per_job"] * (one - 15), abs=5)


def test_a_retrain_without_half_the_corpus_has_room_for_its_pairs(files):
    memory = resources("starter").memory_of_training
    usual, *large = (
        ask(memory, files, wildcards={"batch": "1", "set": name})
        for name in ("random-30-1", "group-women", "leftout-50-1", "curated-adaptive-100")
    )
    assert [each - usual for each in large] == pytest.approx([6 * NONZEROS / 1e6] * 3, abs=1)


# The table: every term of a cell as bytes or minutes.

MEMORY = {
    r"([\d.]+) GB": lambda x, of: 1e9 * x,
    r"([\d.]+) GB per thread": lambda x, of: 1e9 * x * of["threads"],
    r"(\d+) bytes per non-zero": lambda x, of: x * NONZEROS,
    r"(\d+) \(D \+ (\d+)\) bytes per word": lambda x, y, of: x * (of["D"] + y) * WORDS,
    r"\((\d+) D × seeds per job \+ (\d+)\) bytes per word": lambda x, y, of: (
        (x * of["D"] * of["seeds per job"] + y) * WORDS
    ),
    r"(\d+) × all embeddings": lambda x, of: x * of["embeddings"] * BYTES["embedding"],
    r"(\d+) embeddings": lambda x, of: x * BYTES["embedding"],
    r"`cooccurrence.memory_mb`": lambda of: 1e6 * of["memory"],
    r"the (compressed text|tokens)": lambda name, of: of[name],
}
RUN_TIME = {
    r"(\d+) min": lambda x, of: x,
    r"1 min per (\d+) (MB|billion) of (.+)": lambda x, unit, product, of: (
        of_product(product, of) / (x * {"MB": 1e6, "billion": 1e9}[unit])
    ),
}


def of_product(text, of):
    """ "tokens × epochs", or "non-zeros ÷ threads"."""
    first, *rest = re.split(r" ([×÷]) ", text)
    value = of[first]
    for sign, name in zip(rest[::2], rest[1::2], strict=True):
        value = value * of[name] if sign == "×" else value / of[name]
    return value


def value_of(cell, terms, of):
    total = 0
    for term in re.split(r" \+ (?!\d+\))", cell):
        ((found, function),) = [
            (found, function) for pattern, function in terms.items() if (found := re.fullmatch(pattern, term))
        ] or pytest.fail(f"docs/cluster.md: {term!r} is no term that is known here")
        total += function(*(float(x) if re.fullmatch(r"[\d.]+", x) else x for x in found.groups()), of=of)
    return total


def declared():
    """What each rule says of threads, memory and run time, as text; the profile's word where it says nothing."""
    rules = {}
    for file in sorted(RULES.glob("*.smk")):
        for name, body in re.findall(r"^rule (\w+):\n((?:(?: .*)?\n)+)", file.read_text(), re.MULTILINE):
            found = {
                key: re.search(pattern, body, re.MULTILINE)
                for key, pattern in (
                    ("threads", r"^    threads: (.+)$"),
                    ("memory", r"^        mem_mb=(.+),$"),
                    ("time", r"^        runtime=(.+),$"),
                )
            }
            rules[name] = {key: match and match.group(1) for key, match in found.items()}
            rules[name]["threads"] = PROFILE["set-threads"].get(name, rules[name]["threads"] or 1)
    return rules


def table():
    """The rows of docs/cluster.md, by rule."""
    text = (ROOT / "docs" / "cluster.md").read_text()
    start = text.index("| rule | threads | memory | run time |")
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text[start:].split("\n\n")[0].splitlines()[2:]]
    return {name: row[1:] for row in rows for name in re.findall(r"`(\w+)`", row[0]) or [row[0]]}


def test_the_table_names_every_rule_with_needs_of_its_own():
    own = {name for name, said in declared().items() if said["memory"] or said["time"] or str(said["threads"]) != "1"}
    assert own == set(table()) - {"all others"}


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("rule", [*table()])
def test_the_table_says_what_rules_ask_for(files, rule, setup):
    said = declared().get(rule, {"threads": 1, "memory": None, "time": None})
    threads, memory, time = table()[rule]
    assert int(threads) == int(said["threads"])
    glove, perturbation = SETUPS[setup]["glove"], SETUPS[setup]["perturbation"]
    of = {
        "source": BYTES["source"],
        "compressed text": BYTES["documents"],
        "tokens": BYTES["tokens"],
        "non-zeros": NONZEROS,
        "D": glove["dimension"],
        "threads": int(threads),
        "embeddings": glove["seeds"],
        "memory": SETUPS[setup]["cooccurrence"]["memory_mb"],
        "seeds per job": perturbation["seeds_per_job"],
        "epochs": SETUPS[setup]["word2vec" if "word2vec" in rule else "glove"]["epochs"],
    }
    functions = vars(resources(setup))
    wildcards = {"batch": "1"} if rule == "retrain" else {}
    for cell, terms, source, default, size in (
        (memory, MEMORY, said["memory"], PROFILE["default-resources"]["mem_mb"], 1e6),
        (time, RUN_TIME, said["time"], PROFILE["default-resources"]["runtime"], 1),
    ):
        function = eval(source, functions) if source else eval(f"lambda attempt: {default}")
        asked = ask(function, files, setup, threads=int(threads), wildcards=wildcards)
        assert asked == pytest.approx(value_of(cell, terms, of) / size, abs=1), cell
        assert ask(function, files, setup, threads=int(threads), attempt=2, wildcards=wildcards) == 2 * asked
