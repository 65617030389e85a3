"""HTML that hostile text cannot leave: corpus titles and texts may hold tags, quotes, scripts and direction marks."""

import base64
import hashlib
import html
import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

# control characters but for tab and new line, and marks that turn the direction of what follows
HIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
ENDS_SCRIPT = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def text(value: object) -> str:
    """Text as HTML shows it, between tags and inside quotes."""
    return html.escape(visible(str(value)), quote=True)


def visible(value: str) -> str:
    """Without what cannot be seen and yet does something."""
    return HIDDEN.sub("", value)


def script_json(value: Any) -> str:
    """JSON that is safe inside a script element, as data or as a JavaScript value."""
    encoded = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return re.sub("[<>&\u2028\u2029]", lambda match: ENDS_SCRIPT[match.group()], encoded)


def source_hash(content: str) -> str:
    """How a Content-Security-Policy names an inline script or style."""
    digest = hashlib.sha256(content.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def table(
    header: Sequence[str], rows: Iterable[Sequence[object]], numeric: Sequence[int] = (), caption: str = ""
) -> str:
    """A table of plain cells in a box that scrolls sideways; columns in `numeric` are set to the right."""

    def line(tag: str, cells: Sequence[object]) -> str:
        marks = [' class="number"' if column in numeric else "" for column in range(len(cells))]
        scope = ' scope="col"' if tag == "th" else ""
        return "".join(f"<{tag}{scope}{mark}>{text(cell)}</{tag}>" for mark, cell in zip(marks, cells, strict=True))

    body = "".join(f"<tr>{line('td', row)}</tr>\n" for row in rows)
    title = f"<caption>{text(caption)}</caption>" if caption else ""
    # a box that scrolls must be within reach of the keyboard
    label = f'tabindex="0" role="region" aria-label="{text(caption or "table")}"'
    return (
        f'<div class="table" {label}><table>{title}<thead><tr>{line("th", header)}</tr></thead>\n'
        f"<tbody>{body}</tbody></table></div>"
    )
