"""What happened in an event that keeps score pads, as sentences.

What a report says in words was put into its line when it was written: nothing is played again here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rulesets.scheme import Scheme
from tournaments.selectors.pads import COUPLE

if TYPE_CHECKING:
    from collections.abc import Mapping

# A line's code -> its sentence, where it is another than that of a drive.
SENTENCES: dict[str, Any] = {
    "seating.drawn": gettext_lazy("The seats were drawn."),
    "seating.published": gettext_lazy("The seats were shown ({tables})."),
    "seating.discarded": gettext_lazy("The draw was put away."),
    "seating.anew": gettext_lazy("Round {set} was seated anew."),
    "final.seated": gettext_lazy("The final table was seated: {people}."),
    "table.opened": gettext_lazy("Table {table} was opened: {people}."),
    "attendance.here": gettext_lazy("{name} is here from round {set} on."),
    "attendance.away": gettext_lazy("{name} is away from round {set} on."),
    "late.added": gettext_lazy("{name} came late and plays from round {set} on."),
    "dealer.set": gettext_lazy("{name} deals first."),
    "report.added": gettext_lazy("{place}: {text}."),
    "report.corrected": gettext_lazy("{place}: {old}. It became: {text}."),
    "report.withdrawn": gettext_lazy("{place}: {old}. It was withdrawn."),
    "report.accepted": gettext_lazy("{place} was accepted."),
    "report.agreed": gettext_lazy("{place}: {by} agreed to the override."),
    "dispute.noted": gettext_lazy("{place}: {objector} objects: “{text}”"),
    "dispute.kali": gettext_lazy(
        "{place}: {objector} objects to a rule changed in mid-game: “{text}”"
    ),
    "nudge": gettext_lazy("{place} was asked for its results."),
}
TEAMS_DEAL = gettext_lazy("{name} deal first.")
DEALS_AT = gettext_lazy("Table {table}: {name} deals first.")
BEGAN = gettext_lazy("Round {number} began.")
FELL = gettext_lazy("Round {number} is not played: the game had ended before it.")
UNKNOWN = gettext_lazy("something else")


def has_words(code: str, params: Mapping[str, Any]) -> bool:
    """Whether such a line is told otherwise than in a drive. An objection to nothing in particular
    is not."""
    if code.startswith("dispute."):
        return code in SENTENCES and params.get("table") is not None
    return code in SENTENCES


def sentence(scheme: Scheme, code: str, params: Mapping[str, Any]) -> str:
    """What happened, in one sentence and what followed from it. `params` has what is named."""
    words = {"old": UNKNOWN, "text": UNKNOWN, **params, "place": place(scheme, params)}
    template = SENTENCES[code]
    if code == "seating.published":
        words["tables"] = _shown(scheme, params["tables"])
    elif code == "dealer.set" and params.get("team"):
        template = TEAMS_DEAL
    elif code == "dealer.set" and not params.get("alone"):
        template = DEALS_AT
    parts = [str(template).format_map(words)]
    if params.get("ending"):
        parts.append(f"{params['ending']}.")
    for key, text in (("began", BEGAN), ("fell", FELL)):
        if params.get(key):
            parts.append(str(text).format(number=params[key]))
    return " ".join(parts)


def place(scheme: Scheme, params: Mapping[str, Any]) -> str:
    """ "Round 3, place 4", "Round 3, table 2", "Final table, round 3"; "" for nowhere."""
    table, number = params.get("table"), params.get("deal")
    if table is None:
        return ""
    if scheme.rows == COUPLE:
        number = params.get("set")
        text = _("Round {round}, place {table}") if number else _("Place {table}")
    elif number is None:
        text = _("Table {table}")
    elif (params.get("set") or 1) > 1:
        text = _("Final table, round {round}")
    else:
        text = _("Round {round}") if params.get("alone") else _("Round {round}, table {table}")
    return text.format(round=number, table=table)


def _shown(scheme: Scheme, number: int) -> str:
    if scheme.rows == COUPLE:
        return ngettext("{count} couple", "{count} couples", number).format(count=number)
    return ngettext("{count} table", "{count} tables", number).format(count=number)
