"""The code of an address is worked out once, whoever shows it."""

import pytest
import segno
from segno import encoder

from tests.tournaments.papers.printing import pdf_of
from tournaments.access.codes import drawn_code
from tournaments.papers.code_frames import frame_of
from tournaments.papers.codes import MASK, code_of
from tournaments.papers.data import Heading, TableCode
from tournaments.papers.table_cards import table_cards
from tournaments.templatetags.charts import qr


def test_page_picture_and_paper_share_one_code(monkeypatch):
    made, prepare = [], encoder.prepare_data

    def noted(address, *wishes):
        made.append(address)
        return prepare(address, *wishes)

    monkeypatch.setattr(encoder, "prepare_data", noted)
    code_of.cache_clear()
    url = "https://games.example.org/t/shared-by-all/"
    for _ in range(2):
        assert "<svg" in qr(url)
        assert b"<svg" in drawn_code(url).content
        assert pdf_of(
            table_cards, Heading("Evening", "", ""), table_codes=[TableCode(1, url)]
        ).startswith(b"%PDF")
    assert made == [url]


def test_each_address_has_its_own_code():
    one, other = code_of("https://a.example/1"), code_of("https://a.example/2")
    assert one.matrix != other.matrix
    assert one.error in "MQH"


def test_the_code_says_by_what_it_is_masked():
    """The format information beside the upper left corner, as a reader takes it (ISO/IEC 18004,
    7.9): two bits of error correction and three of the mask, with their check, under 21522."""
    code = code_of("https://games.example.org/t/read-by-phones/")
    row = code.matrix[8]
    told = int("".join(str(row[column] & 1) for column in (0, 1, 2, 3, 4)), 2) ^ (0x5412 >> 10)
    assert told & 0b111 == code.mask == MASK


ADDRESS = "https://games.example.org/t/" + "x7Kq" * 600
LENGTHS = [*range(25, 330, 9), *range(330, 2331, 87)]


@pytest.mark.parametrize(
    "text",
    [
        *(pytest.param(ADDRESS[:length], id=f"{length} letters") for length in LENGTHS),
        *("7", "31415926535", "HTTPS://A.EXAMPLE/T/7", "https://a.example/Zoë", "点茗", "Ελένη"),
    ],
)
def test_a_code_is_the_one_that_the_library_draws(text):
    """Of every size and level of correction, and in every kind of writing."""
    ours, theirs = code_of(text), segno.make(text, error="m", micro=False, mask=MASK)
    assert ours.matrix == theirs.matrix
    assert (ours.designator, ours.mode, ours.mask) == (theirs.designator, theirs.mode, theirs.mask)


def test_what_no_code_holds_is_refused():
    with pytest.raises(ValueError, match="too large"):
        code_of("x" * 2332)


def test_codes_of_a_kind_share_what_they_have_in_common():
    frame_of.cache_clear()
    for number in range(20):
        code_of(f"https://games.example.org/t/one-of-a-hall-{number:02}/")
    assert frame_of.cache_info().misses == 1
