"""What the API does besides what the other rooms do already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.errors import refusal
from tournaments.games import format_of
from tournaments.models import Event
from tournaments.people.names import ParsedName
from tournaments.people.writes import clean
from tournaments.seating.roll_call import add_late_guest
from tournaments.seating.roster import enter_people

if TYPE_CHECKING:
    from tournaments.actors import Actor
    from tournaments.models import Entry


def come_in(*, event: Event, actor: Actor, name: str, note: str = "", role: str = "") -> Entry:
    """Enter somebody; once seats are shown, as a late guest where the game takes any.

    Raises Refused.
    """
    form = format_of(event)
    if event.state != Event.State.SETUP and form.moves:
        return add_late_guest(event=event, actor=actor, name=name, note=note, role=role)
    name, note = clean(name, note)
    if role and role not in form.roles:
        raise refusal("role.unknown", "Choose one of the roles.", "role")
    made = enter_people(event=event, actor=actor, parsed=[ParsedName(name, note, role or None, 1)])
    if not made:
        text = "There is a {name} already. Add a few words to tell the two apart."
        raise refusal("name.taken", text, "name", name=name)
    return made[0]
