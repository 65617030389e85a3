"""Errors of a JSON schema in our own words: one sentence that names the key and the bound."""

import difflib
import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator, validators
from jsonschema.exceptions import ValidationError, best_match

LONGEST_NAME = 60  # of a setup or metric; names become folders
FORMS = {
    "url": "be the http:// or https:// address of a dump (.xml, .bz2 or .gz), without blanks and braces",
    "sha1": "be 40 hexadecimal digits in lower case",
    "sha256": "be 64 hexadecimal digits in lower case",
}

TYPES = {
    "integer": "a whole number",
    "number": "a number",
    "string": "text",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "null",
}


def problem(schema: Mapping[str, Any], values: object) -> str | None:
    """What is wrong with some values, in one sentence; None if nothing is."""
    try:
        error = best_match(_Validator(schema).iter_errors(values))
        return _sentence(error) if error else None
    except (RecursionError, ValueError):  # Python does not print numbers of thousands of digits
        return "nested too deeply, or with numbers too large; simplify it."


def _is_integer(_: object, value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)  # JSON schemas take 3.0 for one, Python does not


def _is_number(_: object, value: object) -> bool:
    return _is_integer(_, value) or (isinstance(value, float) and math.isfinite(value))


def _unique_items(_: object, wanted: bool, value: object, __: object) -> Iterator[ValidationError]:
    """As the schema library, but in linear time whatever the items are."""
    if wanted and isinstance(value, list) and len({repr(item) for item in value}) < len(value):
        yield ValidationError("an item occurs twice")


_Validator = validators.extend(
    Draft202012Validator,
    {"uniqueItems": _unique_items},
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine_many({"integer": _is_integer, "number": _is_number}),
)


def _sentence(error: ValidationError) -> str:
    """What is wrong with which key, in words."""
    key = _key(error.absolute_path)
    value: Any = error.instance
    wanted: Any = error.validator_value
    schema: Any = error.schema
    match error.validator:
        case _ if "propertyNames" in error.absolute_schema_path:
            return (
                f"{key}: the name {show(value)} must be at most {LONGEST_NAME} letters from a to z, digits, - and _, "
                "and begin with a letter or digit."
            )
        case "additionalProperties":
            known = schema["properties"]
            unknown = next(name for name in value if name not in known)
            return f"{_key([*error.absolute_path, unknown])} is not a known key.{hint(str(unknown), known)}"
        case "required":
            return f'{key or "the file"} needs "{next(name for name in wanted if name not in value)}".'
        case "type":
            types = [wanted] if isinstance(wanted, str) else wanted
            # Snakemake reads all that is inside --config name='{...}' as text
            unread = isinstance(value, str) and re.fullmatch(r"[-+.\deE]+|true|false|null", value)
            note = " Numbers inside --config '{...}' come as text: use a --configfile." if unread else ""
            return f"{key} must be {' or '.join(TYPES[name] for name in types)}, not {show(value)}.{note}"
        case "enum":
            return f"{key} must be one of {', '.join(wanted)}, not {show(value)}.{hint(show(value)[1:-1], wanted)}"
        case "minimum":
            return f"{key} must be at least {wanted:,}, not {show(value)}."
        case "maximum":
            return f"{key} must be at most {wanted:,}, not {show(value)}."
        case "minItems" | "minProperties":
            return f"{key} must have at least {wanted} entries, not {len(value)}."
        case "maxItems" | "maxProperties":
            return f"{key} must have at most {wanted:,} entries, not {len(value):,}."
        case "contains":
            return f"{key} must name {wanted['const']}."
        case "uniqueItems":
            counts = Counter(map(repr, value))
            return f"{key} names {show(next(item for item in value if counts[repr(item)] > 1))} twice."
        case "pattern" if error.absolute_path[-1] in FORMS:
            return f"{key} must {FORMS[error.absolute_path[-1]]}, not {show(value)}."
        case "minLength":
            return f"{key} must not be empty."
        case "maxLength":
            return f"{key} must have at most {wanted:,} characters, not {len(value):,}."
    return f"{key}: {show(value)} is not allowed."


def _key(path: Iterable[Any]) -> str:
    """setups.mine.glove.epochs, metrics.weat1.S[3]"""
    parts = [part if isinstance(part, int) or re.fullmatch(r"[\w-]{1,60}", str(part)) else show(part) for part in path]
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts).removeprefix(".")


def hint(name: str, known: Iterable[str]) -> str:
    """The known name that was perhaps meant."""
    close = difflib.get_close_matches(name[:100], list(known), n=1)
    return f' Did you mean "{close[0]}"?' if close else ""


def show(value: Any) -> str:
    """A value as in the file, shortened."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = f"a {type(value).__name__}"  # an object of Python, or a number of thousands of digits
    return text if len(text) <= 40 else text[:37] + "..."
