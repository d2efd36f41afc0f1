"""Rooms of the app choose once what differs by who keeps a score sheet, and ask no flags."""

import ast

from tests.sources import Source

FLAGS = {"apart", "keeps_boards"}
# "module": why it asks all the same.
ASKS = {
    "tournaments.access.services": "it may not lean on the room of boards",
    "tournaments.events.opening": "`apart` is a kind of wish there",
    "tournaments.papers.board_selectors": "a blank sheet has no board yet",
    "tournaments.files.snapshot_documents": "a file says which board it has",
    "tournaments.papers.scoreboards": "what draws papers knows no models",
    "tournaments.records.played_evenings": "lines of standings are put together by team",
    "tournaments.reports.report_steps": "it names the place of one report",
    "tournaments.standings.cross_table": "one of two conditions of a table",
}


def test_rooms_choose_by_keeping_and_ask_no_flags(sources: tuple[Source, ...]) -> None:
    names = {
        source.name
        for source in sources
        if source.name.startswith("tournaments.")
        for node in source.nodes
        if isinstance(node, ast.Attribute) and (node.attr in FLAGS or _asks_for_the_board(node))
    }
    assert names == set(ASKS)


def _asks_for_the_board(node: ast.Attribute) -> bool:
    """Whether it is `keeping.board`."""
    of = node.value
    return node.attr == "board" and isinstance(of, ast.Attribute) and of.attr == "keeping"
