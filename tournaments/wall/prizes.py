"""Prizes of an event: named by the host before its end, told on the wall after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulesets.records.stories import AWARD_KINDS
from tournaments.db.steps import NO_TABLE, Step, Touches, event_transaction, register
from tournaments.models import Entry, Event, Prize
from tournaments.models.errors import refusal
from tournaments.models.event_games import format_of
from tournaments.models.prizes import MOST_PRIZES
from tournaments.people.selectors import role_choices, team_names
from tournaments.records.evening_pages import AWARDS, awards_to_reveal
from tournaments.standings.prizes import holders_of, lots_last
from tournaments.standings.selectors import standings
from tournaments.web.labels import low_wins
from tournaments.web.wording import and_list

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from rulesets.standings.prizes import PrizeHolders
    from tournaments.access.permissions import Actor
    from tournaments.db.steps import Params
    from tournaments.records.evening_pages import AwardLine
    from tournaments.standings.rows import StandingRow, Standings

FEWEST = 5  # people; with fewer, awards mean little
MOST_PLACES = 10
PLACES = {
    1: gettext_lazy("First place"),
    2: gettext_lazy("Second place"),
    3: gettext_lazy("Third place"),
}


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A prize with who has it: the names, and the best place among them. `level` are several who
    could cut for it, by entry."""

    prize: Prize
    names: tuple[str, ...]
    rank: int
    level: tuple[tuple[int, str], ...] = ()

    @property
    def who(self) -> str:
        return and_list(list(self.names))


def prize_choices(event: Event) -> list[tuple[str, str]]:
    """Return what a prize can be for, by key: "place:2", "role:lady", "lot"."""
    choices = [(f"place:{place}", place_title(place)) for place in range(1, MOST_PLACES + 1)]
    choices += [("last", _("Last place"))]
    for role, word in role_choices(event):
        choices.append((f"role:{role}", _("The best {role}").format(role=word)))
    for team in team_names(event):
        choices.append((f"team:{team}", _("The best of {team}").format(team=team)))
    if not format_of(event).facts.bracket:
        choices.append(("round", _("Best single round")))
    return [*choices, ("lot", _("A stroke of luck"))]


def place_title(place: int) -> str:
    """ "Second place", "Place 7"."""
    title = PLACES.get(place)
    return _("Place {number}").format(number=place) if title is None else str(title)


def describe(prize: Prize, titles: Mapping[str, str]) -> str:
    """Return what a prize is for, unless its title says so, and what it is: "Second place · a
    bottle"."""
    if prize.kind == Prize.Kind.LOT:
        text = _("drawn by lot among all who have nothing")
    else:
        text = titles.get(key_of(prize), prize.title)
    return " · ".join(part for part in (text, prize.gift) if part and part != prize.title)


def key_of(prize: Prize) -> str:
    """Return the key of what a prize is for."""
    detail = str(prize.place) if prize.kind == Prize.Kind.PLACE else prize.group
    return f"{prize.kind}:{detail}" if detail else prize.kind


def name_prize(*, event: Event, actor: Actor, key: str, title: str, gift: str) -> Prize:
    """Add a prize at the end of the list; `key` as in `prize_choices`. Raises Refused for another,
    for too many, and once the event is finished."""
    titles = dict(prize_choices(event))
    if key not in titles:
        raise refusal("prize.unknown", "Choose what the prize is for.", "key")
    kind, _colon, detail = key.partition(":")
    with event_transaction(event, actor) as step:
        _refuse_finished(event)
        positions = list(event.prizes.values_list("position", flat=True))
        if len(positions) >= MOST_PRIZES:
            raise refusal("prize.many", "At most {most} prizes.", "key", most=MOST_PRIZES)
        prize = Prize.objects.create(
            event=event,
            position=max(positions, default=0) + 1,
            kind=kind,
            place=int(detail) if kind == Prize.Kind.PLACE else 0,
            group=detail if kind != Prize.Kind.PLACE else "",
            title=title or titles[key],
            gift=gift,
        )
        step.log("prize.named", only_table=NO_TABLE, title=prize.title)
    return prize


def remove_prize(*, event: Event, actor: Actor, prize_id: int) -> None:
    """Take a prize off the list. Raises Refused once the event is finished."""
    with event_transaction(event, actor) as step:
        _refuse_finished(event)
        prize = _prize(event, prize_id)
        prize.delete()
        step.log("prize.removed", only_table=NO_TABLE, title=prize.title)


def move_prize(*, event: Event, actor: Actor, prize_id: int, to: int) -> None:
    """Move a prize to a place in the list, counted from 1; beyond the last it is the last. Raises
    Refused once the event is finished."""
    with event_transaction(event, actor) as step:
        _refuse_finished(event)
        moved = _prize(event, prize_id)
        before = list(event.prizes.all())
        prizes = [prize for prize in before if prize != moved]
        prizes.insert(to - 1, moved)
        if prizes == before:
            return
        for position, prize in enumerate(prizes, 1):
            prize.position = position
        Prize.objects.bulk_update(prizes, ["position"])
        step.log("prize.moved", only_table=NO_TABLE, title=moved.title)


def pass_over(*, event: Event, actor: Actor, passes_over: bool) -> None:
    """Set whether whoever has a prize is passed over for others. Raises Refused once the event is
    finished."""
    with event_transaction(event, actor) as step:
        _refuse_finished(event)
        event.refresh_from_db(fields=["passes_over"])
        if event.passes_over == passes_over:
            return
        event.passes_over = passes_over
        event.save(update_fields=["passes_over"])
        step.log("prize.passing", only_table=NO_TABLE, passes_over=passes_over)


def choose_awards(*, event: Event, actor: Actor, kinds: Collection[str]) -> None:
    """Read out the awards of these kinds and no others. Raises Refused once the event is
    finished."""
    off = [kind for kind in AWARD_KINDS if kind not in kinds]
    with event_transaction(event, actor) as step:
        _refuse_finished(event)
        event.refresh_from_db(fields=["awards_off"])
        if event.awards_off == off:
            return
        event.awards_off = off
        event.save(update_fields=["awards_off"])
        step.log("awards.chosen", only_table=NO_TABLE, off=off)


def note_cut(*, event: Event, actor: Actor, prize_id: int, entry: Entry) -> None:
    """Note who won the cut for a prize among those who are level. Raises Refused for others."""
    with event_transaction(event, actor) as step:
        prize = _prize(event, prize_id)
        line = next((row for row in prize_lines(event) if row.prize.pk == prize.pk), None)
        if line is None or entry.pk not in dict(line.level):
            raise refusal("prize.level", "Only those who are level cut for it.")
        prize.cut_winner = entry
        prize.save(update_fields=["cut_winner"])
        step.log("prize.cut", only_table=NO_TABLE, title=prize.title, name=entry.name)


def _refuse_finished(event: Event) -> None:
    if event.state == Event.State.FINISHED:
        raise refusal("prize.late", "Prizes are named before the result is known.")


def _prize(event: Event, prize_id: int) -> Prize:
    prize: Prize | None = event.prizes.filter(pk=prize_id).first()
    if prize is None:
        raise refusal("prize.gone", "That prize is not on the list any more.")
    return prize


def event_awards(event: Event, table: Standings) -> tuple[AwardLine, ...]:
    """Return the awards of an evening that are read out, once it is over; none of teams, and of few
    people. Where totals do not make the places, nobody has climbed by them."""
    is_over = event.state == Event.State.FINISHED
    if not is_over or table.teams or len(table.rows) < FEWEST:
        return ()
    return tuple(
        award
        for award in awards_to_reveal(event)
        if award.kind not in event.awards_off and (table.by_total or award.kind != "climb")
    )


def prize_lines(event: Event, table: Standings | None = None) -> list[PrizeLine]:
    """Return the prizes of a finished event with who has them, in their order; those that nobody
    has are left out."""
    prizes = list(event.prizes.all())
    if not prizes or event.state != Event.State.FINISHED:
        return []
    table = table or standings(event)
    award_people = {who for award in event_awards(event, table) for who in award.who}
    rows = table.rows
    entries = event.entries.values_list("pk", "person_id", "second_id")
    others = {pk for pk, *people in entries if award_people.intersection(people)}
    ordered = lots_last(prizes)
    holders = holders_of(
        ordered, rows, passes_over=event.passes_over, low=low_wins(event), others=others
    )
    by_prize = {prize.pk: group for prize, group in zip(ordered, holders, strict=True)}
    lines = {row.entry_id: row for row in rows}
    return [
        _prize_line(prize, by_prize[prize.pk], lines)
        for prize in prizes
        if by_prize[prize.pk].holders
    ]


def _prize_line(prize: Prize, group: PrizeHolders, lines: Mapping[int, StandingRow]) -> PrizeLine:
    names = tuple(lines[key].name for key in group.holders)
    rank = min(lines[key].rank for key in group.holders)
    level = tuple((key, lines[key].name) for key in group.level)
    return PrizeLine(prize, names, rank, level if len(level) > 1 else ())


def _passing_sentence(params: Params) -> str:
    if params["passes_over"]:
        return _("Whoever has a prize is passed over for others.")
    return _("One person may have several prizes.")


def _awards_sentence(params: Params) -> str:
    off = [str(AWARDS[kind]) for kind in params["off"]]
    if not off:
        return _("All awards are read out.")
    return _("Awards that are not read out: {titles}.").format(titles=and_list(off))


register(
    Step("prize.named", gettext_lazy("A prize was named: {title}."), touches=Touches.NOTHING,
         is_aside=True),
    Step("prize.removed", gettext_lazy("A prize was taken off the list: {title}."),
         touches=Touches.NOTHING, is_aside=True),
    Step("prize.moved", gettext_lazy("A prize was moved: {title}."), touches=Touches.NOTHING,
         is_aside=True),
    Step("awards.chosen", _awards_sentence, touches=Touches.NOTHING, is_aside=True),
    Step("prize.passing", _passing_sentence, touches=Touches.NOTHING, is_aside=True),
    Step("prize.cut", gettext_lazy("{name} won the cut for the prize “{title}”."),
         touches=Touches.NOTHING, is_aside=True),
)  # fmt: skip
