"""The code of an address is worked out once, whoever shows it."""

import pytest
import segno

from tests.tournaments.papers.printing import pdf_of
from tournaments.papers.data import Heading, TableCode
from tournaments.papers.table_cards import table_cards
from tournaments.templatetags.charts import qr
from tournaments.web.qr_codes import MASK, code_of, qr_response


def test_page_picture_and_paper_share_one_code(monkeypatch):
    made, make = [], segno.make

    def noted(address, **wishes):
        made.append(address)
        return make(address, **wishes)

    monkeypatch.setattr(segno, "make", noted)
    code_of.cache_clear()
    url = "https://games.example.org/t/shared-by-all/"
    for _ in range(2):
        assert "<svg" in qr(url)
        assert b"<svg" in qr_response(url).content
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


def test_what_no_code_holds_is_refused():
    with pytest.raises(ValueError, match="too large"):
        code_of("x" * 2332)
