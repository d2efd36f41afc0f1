"""Who sits where is read in one module: nobody else selects seats, substitutes and sit-outs."""

from __future__ import annotations

import ast
import re

from tests.sources import Source

MODELS = {"Seat", "SitOut", "Substitution"}
MANAGERS = {"seats", "sit_outs", "substitutions"}
QUERIES = {
    *("aggregate", "all", "annotate", "bulk_create", "count", "create", "delete", "exclude"),
    *("exists", "filter", "first", "get", "get_or_create", "in_bulk", "last", "order_by"),
    *("prefetch_related", "select_related", "update", "values", "values_list"),
}
TABLES = re.compile(r"\btournaments_(?:seat|sitout|substitution)\b")
READS = "tournaments.boards.event_tables"
# They write what is seated, and look at the rows that they change.
WRITES = {
    "tournaments.seats.storage",
    "tournaments.files.event_document",
    "tournaments.seating.draws",
    "tournaments.seating.exchanges",
    "tournaments.seating.late_seats",
    "tournaments.seating.redraws",
    "tournaments.seating.roll_call",
    "tournaments.seating.roster",
    "tournaments.seating.swaps",
}
# It reads across evenings, of a list of people.
OF_MANY_EVENTS = {"tournaments.people.selectors"}
# They still read seats by themselves. This list may only get shorter.
BY_THEMSELVES = {
    "tournaments.db.rows",  # the roles at a table, with its link
}


def reads_seats(source: Source) -> bool:
    """Whether a module queries seats, substitutes or sit-outs."""
    for node in source.nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if TABLES.search(node.value):
                return True
        elif isinstance(node, ast.Attribute):
            of = node.value
            if node.attr == "objects" and isinstance(of, ast.Name) and of.id in MODELS:
                return True
            is_manager = isinstance(of, ast.Attribute) and of.attr in MANAGERS
            if is_manager and node.attr in QUERIES:
                return True
    return False


def test_seats_are_read_in_one_module(sources: tuple[Source, ...]) -> None:
    names = {source.name for source in sources if reads_seats(source)}
    known = {READS} | WRITES | OF_MANY_EVENTS | BY_THEMSELVES
    assert names <= known, "have it read by tournaments.boards.event_tables"
    assert not known - names, "take it off the list"
