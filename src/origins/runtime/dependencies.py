"""Which code a workflow script runs: the modules of this package that it imports, directly or through others.

Rules have a digest of that code as a parameter, so that they run again when, and only when, what their code does has
changed. The digest is taken over syntax trees without docstrings: comments, layout and wording do not count. Nor does
plumbing, which affects how a job runs but cannot change a number that it writes.
"""

import ast
import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
PLUMBING = frozenset(
    {
        PACKAGE / "__init__.py",  # the version
        PACKAGE / "errors.py",
        PACKAGE / "config.py",  # settings reach a rule as parameters, which count by themselves
        PACKAGE / "experiment" / "suitability.py",
        *(PACKAGE / "runtime" / f"{name}.py" for name in ("dependencies", "job", "locks", "machine", "parallel")),
    }
)


def code_of(script: Path) -> list[Path]:
    """The script and every file of this package that running its imports would load, without plumbing."""
    found: set[Path] = set()
    waiting = [Path(script)]
    while waiting:
        file = waiting.pop()
        if file not in found and file not in PLUMBING:
            found.add(file)
            waiting.extend(imports(file))
    return sorted(found)


def all_code() -> list[Path]:
    """Every file of this package."""
    return sorted(PACKAGE.rglob("*.py"))


def digest(files: Iterable[Path]) -> str:
    """A short digest of what some files do: syntax trees without docstrings for Python, contents for other files."""
    state = hashlib.sha256()
    for file in files:
        state.update(_digest_of(file.read_bytes(), file.suffix == ".py"))
    return state.hexdigest()[:16]


@cache
def _digest_of(content: bytes, python: bool) -> bytes:
    """Of one file, parsed only once though many scripts import it."""
    return hashlib.sha256(_meaning(content) if python else content).digest()


@cache
def imports(file: Path) -> tuple[Path, ...]:
    """The files of this package that a file imports itself."""
    files: list[Path] = []
    for node in ast.walk(ast.parse(file.read_text(), str(file))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                files.extend(_files_of(alias.name))
        elif isinstance(node, ast.ImportFrom) and node.module:
            files.extend(_files_of(node.module))
            for alias in node.names:  # a name may be a module of its own
                files.extend(_files_of(f"{node.module}.{alias.name}"))
    return tuple(files)


def _meaning(source: bytes) -> bytes:
    """The syntax tree as text, without docstrings and line numbers, the same in every version of Python."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(
            node, clean=False
        ):
            node.body = node.body[1:]
    return _written(tree).encode()


def _written(node: object) -> str:
    """A syntax tree without empty fields, of which versions of Python have more or fewer."""
    if isinstance(node, list):
        return f"[{', '.join(map(_written, node))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    fields = (f"{name}={_written(value)}" for name, value in ast.iter_fields(node) if value is not None and value != [])
    return f"{type(node).__name__}({', '.join(fields)})"


def _files_of(module: str) -> Iterator[Path]:
    """The files that `import module` executes: those of its packages, then its own."""
    first, *rest = module.split(".")
    if first != PACKAGE.name:
        return
    place = PACKAGE
    yield place / "__init__.py"
    for name in rest:
        if (place / name / "__init__.py").exists():
            place /= name
            yield place / "__init__.py"
        elif (place / f"{name}.py").exists():
            yield place / f"{name}.py"
            return
        else:
            return
