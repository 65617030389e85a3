"""The New York Times Annotated Corpus (LDC2008T19): data/YYYY/MM.tgz of NITF XML, or the same tree unpacked."""

import io
import logging
import re
import tarfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from origins.corpus.archives import CHUNK, opened, xml_elements
from origins.corpus.document import Document, checked_id
from origins.errors import OriginsError
from origins.files.given import refuse_ways_out
from origins.runtime.parallel import process_map

log = logging.getLogger(__name__)
ARTICLE_LIMIT = 64 << 20


def read(path: Path, processes: int = 1) -> Iterator[Document]:
    """The articles of the corpus, month by month. Articles without full text are left out and counted in the log."""
    articles, left_out = 0, 0
    for documents, without_text in process_map(_read_month, _months(path), processes):
        yield from documents
        articles += len(documents)
        left_out += without_text
    log.info("%s: %d articles, %d more left out because they have no full text", path, articles, left_out)


def _months(path: Path) -> list[Path]:
    """Each month's archive, or its folder if there is no archive."""
    if not path.is_dir():
        raise OriginsError(f"{path} is not a folder. Give the folder of LDC2008T19 that holds data/YYYY/MM.tgz.")
    data = path / "data" if (path / "data").is_dir() else path
    months: dict[tuple[str, str], Path] = {}
    for month in sorted(data.glob("[0-9][0-9][0-9][0-9]/[0-9][0-9]*")):
        if re.fullmatch(r"\d\d\.tgz", month.name) or (re.fullmatch(r"\d\d", month.name) and month.is_dir()):
            months[month.parent.name, month.name[:2]] = month  # MM.tgz sorts after MM, so the archive wins
    if not months:
        raise OriginsError(f"{path} has no data/YYYY/MM.tgz. Give the folder of LDC2008T19 that holds them.")
    return [months[key] for key in sorted(months)]


def _read_month(month: Path) -> tuple[list[Document], int]:
    found = [_document(name, content) for name, content in (_unpacked if month.is_dir() else _members)(month)]
    documents = [document for document in found if document is not None]
    return documents, len(found) - len(documents)


def _unpacked(month: Path) -> Iterator[tuple[str, bytes]]:
    files = sorted(month.rglob("*.xml"))
    refuse_ways_out(month, files)
    for file in files:
        with opened(file) as stream:
            yield str(file), stream.read()


def _members(archive: Path) -> Iterator[tuple[str, bytes]]:
    """The XML files of an archive in its order, in memory only: nothing is ever extracted to disk."""
    with opened(archive) as stream:
        try:
            with tarfile.open(fileobj=stream, mode="r|") as tar:
                for member in tar:
                    name = f"{archive}:{member.name}"
                    inner = PurePosixPath(member.name)
                    if inner.is_absolute() or ".." in inner.parts:
                        raise OriginsError(f"{name} points outside its archive. It may be malicious and is rejected.")
                    if not member.isreg() or inner.suffix != ".xml":
                        continue
                    if member.size > ARTICLE_LIMIT:
                        raise OriginsError(
                            f"{name} has {member.size} bytes, too many for an article. Check the archive."
                        )
                    content = tar.extractfile(member)
                    assert content is not None  # as it is for regular files
                    yield name, content.read()
        except tarfile.TarError as error:
            raise OriginsError(f"{archive} is corrupt or truncated ({error}). Copy it again.") from error
        while stream.read(CHUNK):  # tar stops at its end mark; only the end of the stream proves that it is complete
            pass


def _document(name: str, content: bytes) -> Document | None:
    """One article. As in the authors' code, an article that begins with "LEAD:" loses its first and last line."""
    (article,) = xml_elements(io.BytesIO(content), "nitf", root="nitf", name=name)
    block = article.find("body/body.content/block[@class='full_text']")
    lines = [] if block is None else "".join(block.itertext()).strip().split("\n")
    if lines and lines[0].startswith("LEAD:"):
        lines = lines[1:-1]
    text = "\n".join(filter(None, map(_one_line, lines)))
    if not text:
        return None
    headline, number = article.find("body/body.head/hedline/hl1"), article.find("head/docdata/doc-id")
    published, desk = article.find("head/pubdata"), article.find("head/meta[@name='dsk']")
    metadata = {}
    if published is not None and re.match(r"\d{8}", date := published.get("date.publication", "")):
        metadata["date"] = f"{date[:4]}-{date[4:6]}-{date[6:8]}"
    if desk is not None and (name_of_desk := desk.get("content")):
        metadata["desk"] = name_of_desk
    identifier = number.get("id-string") if number is not None else None
    title = "" if headline is None else _one_line("".join(headline.itertext()))
    return Document(checked_id(identifier or PurePosixPath(name).stem, name), title, text, metadata)


def _one_line(text: str) -> str:
    return " ".join(text.split())
