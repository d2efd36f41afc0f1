"""Plain numbers of a report, read without the making of a form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tournaments.scoring.inputs import followed, has_former_names, input_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rulesets.fields import Field
    from rulesets.roster import Roster

LONGEST = 3  # digits of a plain number


def quick_payload(
    fields: Iterable[Field], roster: Roster, data: Mapping[str, Any]
) -> dict[str, Any] | None:
    """The report that was sent, where a form would find nothing to say about it; else None.

    The same reading as `ReportForm`'s, which costs more to make than the report to keep: a phone
    sends plain numbers.
    """
    payload: dict[str, Any] = {}
    if has_former_names(data):
        return None
    for field in fields:
        given = _numbers(field, roster, data)
        if given is None:
            return None
        payload[field.key] = given
    return payload


def _numbers(field: Field, roster: Roster, data: Mapping[str, Any]) -> list[int] | None:
    """The numbers of one question, all of them; None where a form has to look."""
    if not _is_plain(field):
        return None
    places = range(len(roster.sides if field.per == "side" else roster.names))
    texts = {place: data.get(input_name(field.key, place), "") for place in places}
    if not all(text == "" or _is_number(text) for text in texts.values()):
        return None
    values = {place: int(text) if text else field.blank for place, text in texts.items()}
    found = followed(field, values, places)
    return None if None in found.values() else list(found.values())


def _is_plain(field: Field) -> bool:
    """Whether nothing but numbers can be the answer, one for each player or side."""
    if field.kind.name != "count" or field.per == "table" or field.when is not None or field.also:
        return False
    wanted = field.everybody if field.per == "player" else field.required
    return wanted or field.blank is not None


def _is_number(text: str) -> bool:
    return len(text) <= LONGEST and text.isascii() and text.isdecimal()
