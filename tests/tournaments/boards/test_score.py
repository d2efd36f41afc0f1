"""The score of a board, and the parts in which a long one is shown."""

from __future__ import annotations

import pytest

from tests.tournaments.board_evening import long_evening, read_board
from tournaments.scores import books as book_pages
from tournaments.scores.score import score_of
from tournaments.standings.board_points import total_reasons
from tournaments.web.paging import PageRequest

pytestmark = pytest.mark.django_db

GAMES = [
    ("golf", {"stake": 40}),
    ("rummoli", {"rebuy": True}),
    ("hearts", {"target": 500}),
    ("extra-steps", {}),
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
    assert tuple(one for part in reasons for one in part.rounds) == why.rounds
    assert {(part.total, part.unit) for part in reasons} == {(why.total, why.unit)}
