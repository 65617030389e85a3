"""The project before and after its first run on a small generated corpus."""

import pytest
from projects import Project, make_project


@pytest.fixture
def fresh(tmp_path) -> Project:
    """The project before its first run."""
    return make_project(tmp_path / "project")


@pytest.fixture(scope="session")
def finished(tmp_path_factory) -> Project:
    """The project after its first run. Do not change it: `finished.copy(...)` is yours."""
    project = make_project(tmp_path_factory.mktemp("finished") / "project")
    project.snakemake("--cores", "2", "--configfile", "mine.yaml")
    return project
