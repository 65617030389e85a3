"""YAML as people, and attackers, write it."""

import pytest

from origins.errors import OriginsError
from origins.files.yamlfile import load_mapping


def load(tmp_path, text):
    (tmp_path / "x.yaml").write_text(text)
    return load_mapping(tmp_path / "x.yaml")


def test_a_mapping_is_read_with_its_anchors(tmp_path):
    assert load(tmp_path, "a: &x {b: 1}\nc: *x\nd: {<<: *x, e: 2}\n") == {
        "a": {"b": 1},
        "c": {"b": 1},
        "d": {"b": 1, "e": 2},
    }
    assert load(tmp_path, "# nothing\n") == {}
    assert load(tmp_path, "day: 2024-13-45\n") == {"day": "2024-13-45"}  # text, as no setting is a date


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a: 1\nb: 2\na: 3\n", 'x.yaml:3: the key "a" is already on line 1; remove one.'),
        ("a: {b: 1, b: 1}\n", 'x.yaml:1: the key "b" is already on line 1; remove one.'),
        ("a: &a [*a]\n", "x.yaml:1: the anchor contains itself"),
        ("a: &a {b: {c: *a}}\n", "the anchor contains itself"),
        ("1: a\n", 'x.yaml:1: the key 1 must be text; put it in quotes: "1".'),
        ("on: a\n", 'the key on must be text; put it in quotes: "on".'),
        ("? [a]\n: b\n", "x.yaml:1: a key must be text."),
        ("- a\n", 'x.yaml must be a mapping with keys such as "run" and "setups".'),
        ("text\n", "must be a mapping"),
        ("a: [1\n", "not valid YAML"),
        ("a: b: c\n", "not valid YAML"),
        ("a: !!python/object:os.system {}\n", "not valid YAML"),
        ("a: !!int x\n", "not valid YAML"),
        ("a: *b\n", "not valid YAML"),
        ("a: 1\n---\nb: 2\n", "not valid YAML"),
        ("a: \x00\n", "not valid YAML"),
        ("a: " + "1" * 5000 + "\n", "not valid YAML"),
        ("a: " + "[" * 100 + "]" * 100 + "\n", "nested too deeply"),
        ("a: " + "[" * 5000 + "]" * 5000 + "\n", "nested too deeply"),
    ],
)
def test_what_cannot_be_meant_is_one_sentence(tmp_path, text, sentence):
    with pytest.raises(OriginsError) as error:
        load(tmp_path, text)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


def test_anchors_that_multiply_are_refused_before_they_are_written_out(tmp_path):
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{k}: &a{k} [{', '.join([f'*a{k - 1}'] * 10)}]" for k in range(1, 12)]
    with pytest.raises(OriginsError, match=r"more than 20,000 values with its anchors written out"):
        load(tmp_path, "\n".join(lines) + "\n")
