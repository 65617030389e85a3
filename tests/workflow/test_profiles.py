"""Profiles other than those that are here: docs/cluster.md says to copy one."""

import shutil
import subprocess

import pytest
from projects import ROOT


@pytest.mark.parametrize(("executor", "lock"), [("slurm", "slurm"), ("cluster-generic", "run")])
def test_a_copy_of_a_profile_runs_in_the_environment_of_its_executor(tmp_path, executor, lock):
    for part in ("Makefile", "envs", "profiles"):
        source = ROOT / part
        shutil.copytree(source, tmp_path / part) if source.is_dir() else shutil.copy(source, tmp_path)
    profile = tmp_path / "profiles" / "mycluster"
    shutil.copytree(tmp_path / "profiles" / "slurm", profile)
    text = (profile / "config.yaml").read_text()
    (profile / "config.yaml").write_text(text.replace("executor: slurm", f"executor: {executor} # ours"))
    command = ["make", "-n", "trace", "PROFILE=mycluster"]
    run = subprocess.run(command, cwd=tmp_path, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert f"touch .venv/{lock}.done" in run.stdout
    assert "--profile profiles/mycluster" in run.stdout
