"""Which files a workflow script depends on: the modules of this package that it imports, directly or through others.

Rules have a digest of these files as a parameter: they run again when, and only when, code that they use has changed.
"""

import ast
import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent


def code_of(script: Path) -> list[Path]:
    """The script and every file of this package that running its imports would load, in a fixed order."""
    found: set[Path] = set()
    waiting = [Path(script)]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting.extend(_imports(file))
    return sorted(found)


def all_code() -> list[Path]:
    """Every file of this package."""
    return sorted(PACKAGE.rglob("*.py"))


def digest(files: list[Path]) -> str:
    """A short name for the present content of some files."""
    state = hashlib.sha256()
    for file in files:
        state.update(hashlib.sha256(file.read_bytes()).digest())
    return state.hexdigest()[:16]


@cache
def _imports(file: Path) -> tuple[Path, ...]:
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


def _files_of(module: str) -> Iterator[Path]:
    """The files that `import module` executes: the package's on the way, then the module's."""
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
