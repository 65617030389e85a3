"""YAML files written by people: keys occur once, nothing contains itself, and errors are one sentence."""

from pathlib import Path
from typing import Any

import yaml

from origins.errors import OriginsError
from origins.files.given import read_text

LARGEST = 20_000  # values, with repeated anchors written out
DEEPEST = 50  # levels


def load_mapping(path: str | Path) -> dict[str, Any]:
    """The mapping that a YAML file holds; an empty file is an empty one."""
    text = read_text(path, "a YAML file")
    try:
        loader = _Strict(text)
        try:
            node = loader.get_single_node()
            if node is None:
                return {}
            _check(node, path, {}, set())
            content = loader.construct_document(node)
        finally:
            loader.dispose()
    except RecursionError:
        raise OriginsError(f"{path} is nested too deeply; simplify it.") from None
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        raise OriginsError(f"{path}: not valid YAML ({' '.join(str(error).split())[:300]}).") from None
    if not isinstance(content, dict):
        raise OriginsError(f'{path} must be a mapping with keys such as "run" and "setups".')
    return content


class _Strict(yaml.SafeLoader):
    """Without dates: no setting is one, and 2024-13-01 would be an error without a line."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.yaml_implicit_resolvers = {
            first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
            for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
        }


def _check(node: yaml.Node, path: str | Path, sizes: dict[int, int], above: set[int]) -> int:
    """How many values a node holds; refuses a node inside itself, a key that occurs twice, and what grows too large."""
    place = f"{path}:{node.start_mark.line + 1}"
    if id(node) in above:
        raise OriginsError(f"{place}: the anchor contains itself; write the values out.")
    if len(above) > DEEPEST:
        raise OriginsError(f"{place}: nested too deeply; simplify it.")
    if id(node) in sizes:
        return sizes[id(node)]
    size = 1
    if isinstance(node, yaml.CollectionNode):
        above.add(id(node))
        parts = node.value
        if isinstance(node, yaml.MappingNode):
            _check_keys(node, path)
            parts = [part for pair in node.value for part in pair]
        size += sum(_check(part, path, sizes, above) for part in parts)
        above.remove(id(node))
    if size > LARGEST:
        raise OriginsError(f"{place}: more than {LARGEST:,} values with its anchors written out; simplify it.")
    sizes[id(node)] = size
    return size


def _check_keys(node: yaml.MappingNode, path: str | Path) -> None:
    lines: dict[str, int] = {}
    for key, _ in node.value:
        line = key.start_mark.line + 1
        if not isinstance(key, yaml.ScalarNode):
            raise OriginsError(f"{path}:{line}: a key must be text.")
        if key.tag == "tag:yaml.org,2002:merge":
            continue
        if key.tag != "tag:yaml.org,2002:str":
            raise OriginsError(
                f'{path}:{line}: the key {key.value[:60]} must be text; put it in quotes: "{key.value[:60]}".'
            )
        if key.value in lines:
            first = lines[key.value]
            raise OriginsError(f'{path}:{line}: the key "{key.value[:60]}" is already on line {first}; remove one.')
        lines[key.value] = line
