"""The books of a board: every transfer in words, running balances, and the sums that must agree."""

import pytest

from tests.tournaments.board_evening import (
    GOLF,
    RUMMOLI,
    long_evening,
    play,
    read_board,
    say,
    start,
    table,
)
from tournaments.scores import books as book_pages
from tournaments.scores.books import books, stakes_of
from tournaments.scores.score import score_of
from tournaments.standings.board_points import total_reasons
from tournaments.web.paging import PageRequest

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("slug", "most"), [(GOLF, 0), (GOLF, 100), (RUMMOLI, 1), (RUMMOLI, 100)])
def test_in_and_out_agree(slug, most):
    event = start(slug, 4)
    play(event, most=most)
    (sums,) = books(read_board(event)).sums
    assert sums.right
    assert sums.brought == ("16 quarters" if slug == GOLF else "200 chips")


def test_what_somebody_gets_in_a_round_is_one_sentence_with_all_its_reasons():
    event = start("hearts", 4)
    say(table(event), 1, {"hearts": [5, 5, 2, 1], "queen": 2})
    names = read_board(event).names
    rows = [(stake.target, stake.amount, stake.why) for stake in stakes_of(read_board(event), 1)]
    assert rows == [
        (names[0], "5 points", "5 hearts"),
        (names[1], "5 points", "5 hearts"),
        (names[2], "15 points", "2 hearts and queen of spades"),
        (names[3], "1 point", "1 heart"),
    ]
    assert stakes_of(read_board(event), 1)[2].sentence == (
        f"{names[2]} gets 15 points – 2 hearts and queen of spades."
    )


GAMES = [
    ("rummoli", {"rebuy": True}),
    ("hearts", {"target": 500}),
    ("ten-thousand", {"target": 100_000}),
]


@pytest.mark.parametrize(("slug", "options"), GAMES)
def test_the_parts_of_a_score_are_the_whole_together(
    slug: str, options: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows, their addresses, and the run, of which each part begins where the one before ended;
    everybody's line is the same beside each. The reasons of a total, too."""
    now = read_board(long_evening(slug, options, rounds=16))
    monkeypatch.setattr(book_pages, "ROUNDS", 3)
    everything = PageRequest(is_whole=True)
    whole, why = score_of(now, str, everything), total_reasons(now, 1, everything)
    assert whole.part
    assert why.rounds
    pages = range(1, -(-whole.part.total // 3) + 1)
    parts = [score_of(now, str, PageRequest(page)) for page in pages]
    assert len(parts) > 1
    assert {part.lines for part in parts} == {whole.lines}
    rows = [row for part in reversed(parts) for row in part.rounds.rows]
    assert rows == list(whole.rounds.rows)
    assert {at: to for part in parts for at, to in part.reports.items()} == whole.reports
    assert whole.run
    ends = []
    for part in parts:
        for (name, totals), (also, run) in zip(whole.run, part.run or (), strict=bool(part.run)):
            assert also == name
            assert run == totals[part.run_first : part.run_first + len(run)]
        if part.run:
            ends.append((part.run_first, part.run_first + len(part.run[0][1]) - 1))
    if not now.plays.turns:  # parts of turns share a lap
        assert [first for first, _end in ends[:-1]] == [end for _first, end in ends[1:]]
    assert ends[0][1] == len(whole.run[0][1]) - 1
    places = range(1, -(-why.part.total // 3) + 1)
    reasons = [total_reasons(now, 1, PageRequest(page)) for page in places]
    assert tuple(board_round for part in reasons for board_round in part.rounds) == why.rounds
    assert {(part.total, part.unit) for part in reasons} == {(why.total, why.unit)}
