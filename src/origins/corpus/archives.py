"""Files from elsewhere: compressed streams and XML, with one-sentence errors when they are malformed."""

import bz2
import gzip
import html
import lzma
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from origins.errors import OriginsError
from origins.files.given import readable

OPENERS: dict[str, Callable[..., IO[Any]]] = {".gz": gzip.open, ".tgz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}
CHUNK = 1 << 18
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """The bytes of a file, decompressed according to its suffix; one-sentence errors for corrupt archives."""
    readable(path, "a file")
    try:
        with OPENERS.get(path.suffix, open)(path, "rb") as stream:
            yield stream
    except EOFError:
        raise OriginsError(f"{path} ends too early: the archive is truncated. Download or copy it again.") from None
    except (lzma.LZMAError, zlib.error, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise OriginsError(f"{path} cannot be read ({error.strerror}).") from error
        raise OriginsError(
            f"{path} is corrupt, or not a {path.suffix} file ({error}). Download or copy it again."
        ) from error


def xml_elements(stream: BinaryIO, tag: str, *, root: str, name: str) -> Iterator[Element]:
    """Every <tag> of an XML document whose outermost element is <root>, as soon as it is complete.

    Namespaces are dropped. Only the current element is in memory. Entity declarations are rejected (they can expand a
    small file without bound); an external DTD is never fetched.
    """
    ready: list[Element] = []
    builder: TreeBuilder | None = None
    depth = outer_depth = 0

    def start(full_name: str, attributes: dict[str, str]) -> None:
        nonlocal builder, depth, outer_depth
        local_name = full_name.rpartition("}")[2]
        if depth == 0 and local_name != root:
            raise OriginsError(f"{name} is not a <{root}> document: its outermost element is <{local_name[:60]}>.")
        if builder is None and local_name == tag:
            builder, outer_depth = TreeBuilder(), depth
        depth += 1
        if builder is not None:
            builder.start(local_name, attributes)

    def end(full_name: str) -> None:
        nonlocal builder, depth
        depth -= 1
        if builder is not None:
            builder.end(full_name.rpartition("}")[2])
            if depth == outer_depth:
                ready.append(builder.close())
                builder = None

    def text(data: str) -> None:
        if builder is not None:
            builder.data(data)

    def refuse(entity: str, *_) -> None:
        raise OriginsError(
            f'{name} declares the XML entity "{entity[:60]}". Such files can be malicious and are rejected.'
        )

    def skipped(entity: str, is_parameter: bool) -> None:
        if not is_parameter:  # with an external DTD, which we do not read, expat would drop &mdash;
            text(html.unescape(f"&{entity};"))

    parser = expat.ParserCreate(namespace_separator="}")
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, text
    parser.EntityDeclHandler = refuse
    parser.SkippedEntityHandler = skipped
    try:
        while chunk := stream.read(CHUNK):
            parser.Parse(chunk, False)
            yield from ready
            ready.clear()
        parser.Parse(b"", True)
        yield from ready  # newer versions of expat may hold elements back until the end
    except expat.ExpatError as error:
        raise OriginsError(
            f"{name} is not valid XML ({error}). It may be truncated or not a <{root}> document."
        ) from error
    except (ValueError, LookupError) as error:
        raise OriginsError(f"{name} is in an encoding that cannot be read ({error}). Save it as UTF-8.") from error
