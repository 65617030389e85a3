"""The repository keeps its own rules: format, lint, types, one set of versions, and make's two commands."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent


def run(*command: str, **options) -> subprocess.CompletedProcess:
    options = {"cwd": ROOT, "text": True, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT} | options
    return subprocess.run(command, **options)


def versions(file: str) -> dict[str, str]:
    return dict(re.findall(r"^([\w.-]+)==([^\s;]+)", (ROOT / "envs" / file).read_text(), re.MULTILINE))


def direct_dependencies() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return [re.match(r"[\w-]+", requirement).group() for requirement in project["dependencies"]]


@pytest.mark.parametrize(
    "command",
    [
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        ["snakefmt", "--check", "Snakefile", "workflow"],
        ["snakemake", "--lint"],
        ["mypy"],
    ],
    ids=" ".join,
)
def test_code_is_formatted_and_passes_lint_and_type_checks(command):
    result = run(str(BIN / command[0]), *command[1:])
    assert result.returncode == 0, result.stdout


def test_the_lock_pins_every_dependency_with_hashes_and_names_no_index():
    for file in ("requirements.txt", "requirements-slurm.txt", "requirements-test.txt"):
        text = (ROOT / "envs" / file).read_text()
        entries = re.split(r"\n(?=\S)", text.strip())
        assert all("==" in entry and "--hash=sha256:" in entry for entry in entries), file
        assert "://" not in text
    assert set(direct_dependencies()) <= set(versions("requirements.txt"))


@pytest.mark.parametrize("more", ["slurm", "test"])
def test_other_environments_are_the_environment_and_more(more):
    assert versions("requirements.txt").items() <= versions(f"requirements-{more}.txt").items()


def test_the_conda_environment_has_the_versions_of_the_lock():
    conda_names = {"matplotlib": "matplotlib-base", "snakemake": "snakemake-minimal"}
    listed = yaml.safe_load((ROOT / "envs" / "origins.yaml").read_text())["dependencies"]
    pinned = dict(entry.split("=") for entry in listed if re.fullmatch(r"[\w-]+=[^=<>]+", entry))
    lock = versions("requirements.txt")
    assert pinned == {conda_names.get(name, name): lock[name] for name in direct_dependencies()}


def test_the_version_is_the_same_everywhere():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert yaml.safe_load((ROOT / "CITATION.cff").read_text())["version"] == version
    assert f'__version__ = "{version}"' in (ROOT / "src" / "origins" / "__init__.py").read_text()
    assert f"## {version}" in (ROOT / "CHANGELOG.md").read_text()


def test_every_supported_python_is_tested_by_what_decides_whether_a_change_lands():
    job = yaml.safe_load((ROOT / ".github" / "workflows" / "test.yml").read_text())["jobs"]["test"]
    oldest = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"].removeprefix(">=")
    assert job["strategy"]["matrix"]["python"] == [oldest, "3.12", "3.13"]
    assert job["steps"][-1]["run"] == ".ci/run"
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_the_image_copies_only_what_is_there_and_all_that_a_run_needs():
    lines = (ROOT / "envs" / "Dockerfile").read_text().splitlines()
    copied = {name for line in lines if line.startswith("COPY ") for name in line.split()[1:-1]}
    assert all((ROOT / name).exists() for name in copied)
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert {*wheel["force-include"], "src", "Makefile", "envs/requirements.txt"} == copied


def test_a_missing_or_old_python_is_said_in_one_sentence(tmp_path):
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\nexit 1\n")  # answers as Python 3.10 does to the question whether it is recent
    old.chmod(0o755)
    for file in ("Makefile", "envs"):
        source = ROOT / file
        shutil.copytree(source, tmp_path / file) if source.is_dir() else shutil.copy(source, tmp_path / file)
    result = run("make", "reproduce", f"PYTHON={old} no-such-python", cwd=tmp_path)
    assert result.returncode != 0
    assert f"origins: no Python 3.11 or later found (tried: {old} no-such-python)" in result.stdout
    assert not (tmp_path / ".venv").exists()


def planned(*options: str, target: str = "reproduce") -> str:
    """What make would run, on one line."""
    outside = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    return " ".join(run("make", "-n", target, *options, env=outside).stdout.split())


def test_make_hands_its_options_to_snakemake():
    command = "snakemake --logger origins --cores 4 --config run=wiki --configfile mine.yaml --"
    commands = planned("SETUP=wiki", "CORES=4", "CONFIG=mine.yaml")
    assert f"{command} trace" in commands
    assert f"{command} all" in commands
    assert "--logger" not in planned("VERBOSE=1")


def test_make_runs_a_profile_with_its_settings_beneath_ones_own():
    settings = "--configfile profiles/slurm/settings.yaml mine.yaml"
    commands = planned("PROFILE=slurm", "CONFIG=mine.yaml")
    assert f"snakemake --logger origins --profile profiles/slurm {settings} -- all" in commands


@pytest.mark.parametrize("options", [(), ("SETUP=wiki",), ("CONFIG=mine.yaml",), ("SETUP=wiki", "CONFIG=mine.yaml")])
def test_make_separates_what_it_asks_for_from_the_options_of_snakemake(options):
    """Snakemake's --config and --configfile take all words up to the next option."""
    assert planned(*options).endswith(" -- all")


def test_a_corpus_is_traced_on_the_cores_that_make_names():
    command = planned("CORPUS=my reviews.csv", "CORES=1", "OPTIONS=--text-field body", target="trace")
    assert command.endswith('-m origins trace "my reviews.csv" --cores 1 --text-field body')
    assert planned("CORPUS=reviews.csv", target="trace").endswith('-m origins trace "reviews.csv"')


@pytest.mark.parametrize(
    ("target", "options"),
    [("reproduce", ()), ("figures", ()), ("trace", ("SETUP=wiki",)), ("trace", ("CONFIG=mine.yaml",))],
)
def test_make_refuses_a_corpus_that_it_would_ignore(target, options):
    said = planned("CORPUS=reviews.csv", *options, target=target)
    assert "origins: CORPUS goes with `make trace` and without CONFIG, SETUP and PROFILE" in said
    assert "snakemake" not in said
