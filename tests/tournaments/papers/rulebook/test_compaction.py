"""A book’s file: fewer digits, the same letters."""

from __future__ import annotations

import pytest

from tournaments.papers.rulebook.compaction import round_numbers


@pytest.mark.parametrize(
    ("content", "shorter"),
    [
        (b"q 1 0 0 -1 53.85827 762.3095 cm/c0 cs", b"q 1 0 0 -1 53.86 762.31 cm/c0 cs"),
        (b"q 0.04584731 0 0 -0.04584731 7.126 8 cm", b"q 0.045847 0 0 -0.045847 7.13 8 cm"),
        (b".353 0 0 .353 10.123 20 cm", b"0.353 0 0 0.353 10.12 20 cm"),
        (b"BT 0 Tr/f2 11.536 Tf", b"BT 0 Tr/f2 11.536 Tf"),
        (b"[(a)-292.28284(b)20(c)0.3(d)]TJ", b"[(a)-292(b)20(c)0(d)]TJ"),
        (b"0 2.44728 m 0.0001 -0.001 1.5 2 3.14159 4 c", b"0 2.45 m 0 0 1.5 2 3.14 4 c"),
        (rb"(1.23456 \) 1.23456)Tj 1.23456 w", rb"(1.23456 \) 1.23456)Tj 1.23 w"),
        (b"/ActualText(a (1.23456) 2.34567)>>", b"/ActualText(a (1.23456) 2.34567)>>"),
    ],
    ids=["page", "drawing", "paper", "size", "letters", "outline", "text", "brackets"],
)
def test_numbers_lose_digits_that_nobody_sees_and_words_lose_nothing(
    content: bytes, shorter: bytes
) -> None:
    assert round_numbers(content) == shorter
