"""A table with its seating and the roles at its chairs, as part of one statement's row.

Every result from a phone begins with one: `tournaments.access.reads.seated_link`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tournaments.models import Event, Seating, Table
from tournaments.rows import stored

if TYPE_CHECKING:
    from collections.abc import Sequence

LAST_SET = 32_000  # an address can hold any number, a column cannot
CHAIRS = 4
# Of a seating `g` and a table `t`; then with the roles, whose subqueries keep it to one row.
SET_COLUMNS = "g.id, g.set_number, g.revision, t.id, t.first_dealer"
_ROLE = "(SELECT s.role FROM tournaments_seat s WHERE s.table_id = t.id AND s.chair = %d)"
TABLE_COLUMNS = ", ".join([SET_COLUMNS, *(_ROLE % at for at in range(CHAIRS))])


def table_in(row: Sequence[Any], event: Event, number: int) -> Table:
    """The table that `TABLE_COLUMNS` read, or `SET_COLUMNS` followed by its roles; its seating's
    event is `event` itself."""
    seating_id, set_number, revision, table_id, first_dealer, *roles = row
    values = {"id": seating_id, "event_id": event.pk, "set_number": set_number}
    values |= {"revision": revision, "state": Seating.State.PUBLISHED.value}
    seating: Seating = stored(Seating, values, event=event)
    values = {"id": table_id, "seating_id": seating_id, "number": number}
    table: Table = stored(Table, values | {"first_dealer": first_dealer}, seating=seating)
    table.roles_by_chair = tuple(role for role in roles if role is not None)
    return table
