"""The wheel holds all that is needed to run, wherever it is installed."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# the environment without anything that points to this checkout
ELSEWHERE = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def run(*command: str | Path, cwd: Path) -> str:
    result = subprocess.run(
        command, cwd=cwd, env=ELSEWHERE, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert result.returncode == 0, result.stdout
    return result.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """The programs of a new environment with the wheel; all else it takes from this one."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    run(*pip, "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT, cwd=folder)
    (wheel,) = folder.glob("origins-*.whl")
    run(sys.executable, "-m", "venv", "--without-pip", folder / "venv", cwd=folder)
    programs = folder / "venv" / "bin"
    run(*pip, "--python", programs / "python", "install", "--quiet", "--no-deps", wheel, cwd=folder)
    (packages,) = (folder / "venv" / "lib").glob("python*/site-packages")
    (packages / "others.pth").write_text(sysconfig.get_path("purelib") + "\n")  # does not follow that folder's own .pth
    return programs


def test_the_command_runs(installed, tmp_path):
    assert "score" in run(installed / "origins", "--help", cwd=tmp_path)
    assert run(installed / "python", "-c", "import snakemake_logger_plugin_origins", cwd=tmp_path) == ""


def test_the_default_config_is_found_and_valid_outside_the_checkout(installed, tmp_path):
    code = "from origins import config; config.resolve(config.load(config.DEFAULT)); print(config.DEFAULT)"
    path = Path(run(installed / "python", "-c", code, cwd=tmp_path).strip())
    assert path.is_relative_to(installed.parent)
    assert path.read_bytes() == (ROOT / "config.yaml").read_bytes()


def test_the_workflow_plans_everything_outside_the_checkout(installed, tmp_path):
    code = "from origins import config; print(config.project())"
    snakefile = Path(run(installed / "python", "-c", code, cwd=tmp_path).strip(), "Snakefile")
    command = "-m", "snakemake", "--dry-run", "--snakefile", snakefile, "--config", "run=starter"
    plan = run(installed / "python", *command, cwd=tmp_path)
    assert "rule train_baseline:" in plan
    assert "rule report:" in plan
    assert str(ROOT / "src") not in plan


def test_rules_run_outside_the_checkout(installed, tmp_path):
    (tmp_path / "news.csv").write_text(
        "body\n" + "".join(f"он читает {word}\n" for word in ("газету", "книгу", "письмо", "сказку", "роман"))
    )
    said = run(installed / "origins", "metrics", "news.csv", "--text-field", "body", cwd=tmp_path)
    assert "Too few of their words occur to measure weat1, " in said  # the documents were read, and the words counted
