from itertools import chain

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from origins.files.npy import NpyWriter


@settings(max_examples=30)
@given(pieces=st.lists(st.lists(st.integers(-(2**31), 2**31 - 1), max_size=9), max_size=5))
def test_pieces_appended_read_back_as_one_array(tmp_path, pieces):
    with NpyWriter(tmp_path / "a.npy", np.int32) as writer:
        for piece in pieces:
            writer.append(np.array(piece, dtype=np.int64))
    np.testing.assert_array_equal(np.load(tmp_path / "a.npy"), np.array([*chain(*pieces)], dtype=np.int32))


def test_the_header_has_room_for_arrays_beyond_four_billion_entries(tmp_path):
    writer = NpyWriter(tmp_path / "a.npy", np.int64)
    before = writer._file.tell()
    writer.length = 10**12
    writer._file.seek(0)
    writer._write_header()
    assert writer._file.tell() == before
    writer._file.close()
