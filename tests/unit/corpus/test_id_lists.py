import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from origins.corpus.id_lists import load_ids, save_ids
from origins.errors import OriginsError

sixty_examples = settings(max_examples=60)


@sixty_examples
@given(
    ids=st.lists(
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), min_size=1),
        min_size=1,
        unique=True,
    ),
    data=st.data(),
)
def test_a_set_comes_back_from_its_file(tmp_path, ids, data):
    ids[0] = ids[0].removeprefix("\ufeff") or "first"  # a byte order mark is not part of a first id
    rows = data.draw(st.lists(st.integers(0, len(ids) - 1), unique=True))
    save_ids(tmp_path / "set.txt", rows, [f"{id}-{k}" for k, id in enumerate(ids)])
    loaded = load_ids(tmp_path / "set.txt", [f"{id}-{k}" for k, id in enumerate(ids)])
    assert loaded.tolist() == rows


def test_a_list_written_on_windows_and_with_empty_lines_is_read(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_bytes("\ufeffb\r\n\r\na\r\n".encode())
    assert load_ids(path, ["a", "b", "c"]).tolist() == [1, 0]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"a\nwho\n", r"mine.txt:2: no document of the corpus has the id 'who'"),
        (b"a\nb\n\na\n", r"mine.txt:4: the id is already on line 1"),
        (b"\xff\xfe", r"mine.txt is not UTF-8 text"),
    ],
)
def test_a_list_that_cannot_be_read_is_refused_with_its_line(tmp_path, content, message):
    path = tmp_path / "mine.txt"
    path.write_bytes(content)
    with pytest.raises(OriginsError, match=message):
        load_ids(path, ["a", "b"])


def test_a_list_that_does_not_exist_is_refused(tmp_path):
    with pytest.raises(OriginsError, match=r"none.txt does not exist"):
        load_ids(tmp_path / "none.txt", ["a"])
