from pathlib import Path

import pytest

from origins.runtime import dependencies
from origins.runtime.dependencies import PACKAGE, digest

SCRIPTS = Path(__file__).parents[3] / "workflow" / "scripts"

# A room may import itself and the rooms before it, never one behind it.
ROOMS = (
    "files", "runtime", "corpus", "cooccurrence", "glove", "metrics", "influence", "representations", "experiment",
    "analysis", "figures", "report", "study", "commands",
)  # fmt: skip
FOR_EVERYONE = {"__init__.py", "errors.py"}
FOR_COMMANDS = {"config.py"}  # the other rooms get their settings as arguments


def names(files):
    return {str(file.relative_to(PACKAGE)) for file in files if file.is_relative_to(PACKAGE)}


def test_a_room_imports_only_rooms_before_it():
    for file in dependencies.all_code():
        room = file.relative_to(PACKAGE).parts[0]
        if room not in ROOMS:
            continue
        allowed = FOR_EVERYONE | (FOR_COMMANDS if room in ("study", "commands") else set())
        for imported in names(dependencies.imports(file)) - allowed:
            other = imported.split("/")[0]
            assert other in ROOMS, f"{file}: {imported} is of no room"
            assert ROOMS.index(other) <= ROOMS.index(room), f"{file}: {imported} is of a later room"


def test_every_module_has_a_room_but_the_few_that_everyone_needs():
    loose = {path.name for path in PACKAGE.glob("*.py")}
    assert loose == {*FOR_EVERYONE, *FOR_COMMANDS, "__main__.py"}
    assert {path.parent.name for path in PACKAGE.glob("*/__init__.py")} == set(ROOMS)


def test_a_script_depends_on_itself_and_on_modules_imported_through_others(tmp_path):
    script = tmp_path / "script.py"
    script.write_text("from origins.cooccurrence import matrix\nimport numpy\n")
    files = dependencies.code_of(script)
    assert script in files
    found = names(files)
    assert {"cooccurrence/matrix.py", "cooccurrence/kernels.py", "corpus/tokens.py", "corpus/__init__.py"} <= found
    assert not found & {"config.py", "corpus/nitf.py", "runtime/job.py"}


def test_every_way_of_importing_is_followed(tmp_path):
    for number, line in enumerate(
        (
            "import origins.files.npy",
            "import origins.files.npy as writer",
            "from origins.files import npy",
            "from origins.files.npy import NpyWriter",
            "def late():\n    from origins.files import npy",
            "if True:\n    import origins.files.npy",
        )
    ):
        script = tmp_path / f"{number}.py"
        script.write_text(line + "\n")
        assert names(dependencies.code_of(script)) == {"files/__init__.py", "files/npy.py"}, line


@pytest.mark.parametrize(
    ("script", "unrelated"),
    [
        ("cooccurrence", {"corpus/wikimedia.py", "corpus/starter.py", "experiment/corpus_summary.py", "config.py"}),
        ("retrain", {"experiment/sets.py", "analysis/evaluation.py", "metrics/weat.py", "metrics/definitions.py"}),
        ("measure_baseline", {"experiment/sets.py", "experiment/perturbation.py", "influence/kernels.py"}),
        ("train_baseline", {"metrics/weat.py", "metrics/analogies.py", "files/csvfile.py", "experiment/measures.py"}),
        ("score_documents", {"experiment/sets.py", "representations/ppmi.py", "glove/kernels.py"}),
        ("ppmi_documents", {"glove/kernels.py", "glove/trainer.py", "influence/estimators.py"}),
    ],
)
def test_a_rule_does_not_depend_on_what_it_does_not_use(script, unrelated):
    found = names(dependencies.code_of(SCRIPTS / f"{script}.py"))
    assert found
    assert not found & unrelated


SOURCE = '''"""What it is."""

RATE = 0.05  # why


def double(x):
    """Twice."""
    return x + x


class Thing:
    """A thing."""

    size = 1
'''


def digest_of(tmp_path, source, name="module.py"):
    file = tmp_path / name
    file.write_text(source)
    return digest([file])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("What it is.", "What it was."),
        ("  # why", ""),
        ('    """Twice."""\n', ""),
        ("A thing.", "Another text,\n    of two lines."),
        ("x + x", "(x +\n            x)"),
        ("\n\n\n", "\n\n"),
        ('"""What it is."""', "'What it is.'"),
    ],
)
def test_words_and_layout_do_not_change_the_digest(tmp_path, before, after):
    assert before in SOURCE
    assert digest_of(tmp_path, SOURCE.replace(before, after)) == digest_of(tmp_path, SOURCE)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("0.05", "0.06"),
        ("x + x", "x * x"),
        ("x + x", "x + x + 0"),
        ("double", "twice"),
        ("size = 1", "size = '1'"),
        ("    return x + x", "    'not a docstring' if x else 'either'\n    return x + x"),
    ],
)
def test_anything_that_code_does_changes_the_digest(tmp_path, before, after):
    assert before in SOURCE
    assert digest_of(tmp_path, SOURCE.replace(before, after)) != digest_of(tmp_path, SOURCE)


def test_a_file_that_many_scripts_import_is_parsed_once(tmp_path, monkeypatch):
    parsed = []
    monkeypatch.setattr(dependencies, "_meaning", lambda content: parsed.append(content) or content)
    assert digest_of(tmp_path, "seldom = 1") == digest_of(tmp_path, "seldom = 1")
    assert len(parsed) == 1


def test_the_digest_changes_with_any_file_and_any_byte_of_what_is_not_python(tmp_path):
    a, b = tmp_path / "a.py", tmp_path / "b.css"
    a.write_text("1")
    b.write_text("/* 2 */")
    before = digest([a, b])
    assert digest([a, b]) == before
    b.write_text("/* 3 */")
    assert digest([a, b]) != before


def test_plumbing_does_not_make_a_rule_run_again():
    found = dependencies.code_of(SCRIPTS / "retrain.py")
    assert not set(found) & dependencies.PLUMBING
    assert all(file.exists() for file in dependencies.PLUMBING)
