from pathlib import Path

from origins import dependencies

SCRIPTS = Path(__file__).parents[2] / "workflow" / "scripts"


def names(files):
    return {str(file.relative_to(dependencies.PACKAGE)) for file in files if file.is_relative_to(dependencies.PACKAGE)}


def test_a_script_depends_on_itself_and_on_modules_imported_through_others(tmp_path):
    script = tmp_path / "script.py"
    script.write_text("from origins import cooccurrence\nimport numpy\n")
    files = dependencies.code_of(script)
    assert script in files
    found = names(files)
    assert {"__init__.py", "cooccurrence.py", "cooccurrence_kernels.py", "tokens.py", "corpus/__init__.py"} <= found
    assert not found & {"config.py", "summary.py", "corpus/nitf.py", "workflow.py"}


def test_every_way_of_importing_is_followed(tmp_path):
    for line in (
        "import origins.npy",
        "import origins.npy as writer",
        "from origins import npy",
        "from origins.npy import NpyWriter",
        "def late():\n    from origins import npy",
        "if True:\n    import origins.npy",
    ):
        script = tmp_path / f"{abs(hash(line))}.py"
        script.write_text(line + "\n")
        assert names(dependencies.code_of(script)) == {"__init__.py", "npy.py"}, line


def test_the_count_does_not_depend_on_readers_of_corpora():
    found = names(dependencies.code_of(SCRIPTS / "cooccurrence.py"))
    assert "cooccurrence_kernels.py" in found
    assert not found & {"corpus/wikimedia.py", "corpus/starter.py", "summary.py", "config.py"}


def test_the_digest_changes_with_any_file(tmp_path):
    a, b = tmp_path / "a.py", tmp_path / "b.py"
    a.write_text("1")
    b.write_text("2")
    before = dependencies.digest([a, b])
    assert dependencies.digest([a, b]) == before
    b.write_text("3")
    assert dependencies.digest([a, b]) != before
