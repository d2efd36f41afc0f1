"""A drive in progress with real-looking people, so that a newcomer sees a living evening."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.access.writes import ensure_links
from tournaments.actors import Actor, host_actor, link_actor
from tournaments.events import writes as events
from tournaments.games import drive_in, every_game, formats_of
from tournaments.models import Event, Link, Seating, Table
from tournaments.people.names import ParsedName
from tournaments.scoring import acceptances, cuts, dealers, disputes, reports
from tournaments.scoring.hands import set_hands, table_hands
from tournaments.scoring.table_page import table_of
from tournaments.seating import draws, roster

if TYPE_CHECKING:
    from rulesets.formats.drives import DriveFormat
    from rulesets.plays import Plays, State

SEED = 2026
SETS_PLAYED = 3
# Tables of the set in play: how many hands each has sent in, by number; the rest have all four.
HANDS_IN = {2: 3, 4: 0, 5: 2, 7: 1}

GENTLEMEN = (
    "Bartholomew Fotheringay-Smythe",
    "Łukasz Wiśniewski",
    "Kwame Mensah",
    "Nguyễn Văn Hùng",
    "José María Ibáñez",
    "Ibrahim Ağaoğlu",
    "Tom Bell",
    "山田 太郎",
    "Oisín Ó Súilleabháin",
    "Γιώργος Παπαδόπουλος",
    "Rajesh Krishnamurthy",
    "Bo Lind",
    "Þórður Jónsson",
    "Анатолий Шевченко",
)
LADIES = (
    "Ann Baker",
    "Ann Baker|from Leeds",
    "Aroha Ngata",
    "Zoë van der Berg",
    "Adaeze Okonkwo",
    "Björk Guðmundsdóttir",
    "王小明",
    "Siobhán Ní Bhriain",
    "Fatima al-Zahra",
    "Mary-Jane Featherstonehaugh",
    "Chloé Lefèvre",
    "Priya Raghunathan",
    "Olena Kovalenko",
    "Ida Sørensen",
    "María del Carmen Ruiz",
    "Grandma Joan",
)


def parsed(name: str, role: str, line: int) -> ParsedName:
    """One of these people, as if typed."""
    shown, _bar, note = name.partition("|")
    return ParsedName(shown, note, role, line)


def made_up(plays: Plays, state: State, rng: Random) -> Any:
    """A report that could have happened, and seldom enough to ask about it did not."""
    while True:
        report = plays.sample(state, rng)
        if not plays.check(state, report):
            return report


def make_demo(owner: Any) -> Event:
    """A drive in its fourth set: 30 people, some tables missing, one correction, one open dispute.
    The same evening every time (but for its links)."""
    game = next(game for game in every_game() if not formats_of(game)[0].lasts)
    rng = Random(SEED)  # noqa: S311 - the same evening every time
    event = events.create_event(
        owner=owner,
        name=_("{game} in autumn").format(game=game.name),
        date=timezone.localdate(),
        place=_("Village hall"),
        game=game.slug,
    )
    host = host_actor(event, owner)
    _people(event, host)
    for number in range(1, SETS_PLAYED + 2):
        draft = draws.draw(event=event, actor=host, seed=SEED + number)
        shown = draws.publish(event=event, actor=host, seating=draft)
        ensure_links(event)
        _play(event, shown, rng, HANDS_IN if number > SETS_PLAYED else {})
    _correct_one(event, host, rng)
    _dispute(event, host)
    return event


def _people(event: Event, host: Actor) -> None:
    roles = drive_in(event).roles
    people: list[ParsedName] = []
    for role, names in zip(roles, (GENTLEMEN, LADIES), strict=True):
        people += [parsed(name, role, line) for line, name in enumerate(names, len(people) + 1)]
    entries = {e.name: e for e in roster.enter_people(event=event, actor=host, parsed=people)}
    joan = entries["Grandma Joan"]
    roster.set_keeps_chair(event=event, actor=host, entry=joan, keeps=True)
    roster.set_scorekeeper(event=event, actor=host, entry=entries["Tom Bell"])
    roster.add_pairing(
        event=event,
        actor=host,
        first=entries["Ann Baker"],
        second=entries["Tom Bell"],
        kind="apart",
    )
    roster.apply_balance(event=event, actor=host, entries=roster.propose_balance(event))


def _play(event: Event, shown: Seating, rng: Random, hands_in: dict[int, int]) -> None:
    """Every table reports by its own link; most reports are accepted by the other side."""
    game = drive_in(event)
    links = {
        link.table_number: link_actor(link)
        for link in Link.objects.filter(event=event, kind=Link.Kind.TABLE)
    }
    for hands in set_hands(shown):
        number = hands.table.number
        table = table_of(event, shown.set_number, number)
        if table is None:
            continue
        actor = links[number]
        dealers.set_first_dealer(table=table, first=rng.randrange(4), actor=actor)
        for deal in range(1, hands_in.get(number, game.deals) + 1):
            kept = reports.report(
                table=table,
                deal=deal,
                payload=_payload(game, shown.set_number, deal, rng),
                actor=actor,
                key=_key(event, shown.set_number, number, deal),
                seen=0,
            )
            if not hands_in or rng.random() < 0.7:
                acceptances.accept(report=kept, actor=actor)
        _cut(game, table, actor, rng)


def _payload(game: DriveFormat, stage: int, deal: int, rng: Random) -> dict[str, list[int]]:
    """Numbers that could have happened, and seldom enough to ask about them did not."""
    # Partners are of different roles: chairs 0 and 2, 1 and 3.
    man, lady = game.roles
    payload: dict[str, list[int]] = made_up(
        game.plays, game.table(stage, deal, (man, man, lady, lady)), rng
    )
    return payload


def _cut(game: DriveFormat, table: Table, actor: Actor, rng: Random) -> None:
    hands = table_hands(table)
    tied = game.result(hands.set_number, hands.roles, hands.payloads(game), hands.cut)
    if tied.tied:
        key = _key(table.seating.event, hands.set_number, table.number, 0)
        winners = rng.choice(tied.cuts)
        cuts.report_cut(table=table, winners=winners, actor=actor, key=key, seen=0)


def _correct_one(event: Event, host: Actor, rng: Random) -> None:
    table = table_of(event, 2, 1)
    if table is None:
        return
    before = table_hands(table).deal(2)
    payload = before.payload
    while payload == before.payload:
        payload = _payload(drive_in(event), 2, 2, rng)
    reports.report(
        table=table,
        deal=2,
        payload=payload or {},
        actor=host,
        key=_key(event, 2, 1, 2) + "-again",
        seen=before.revision,
        reason=_("It was entered wrongly."),
        reseat=False,
    )


def _dispute(event: Event, host: Actor) -> None:
    table = table_of(event, SETS_PLAYED + 1, 1)
    disputes.note_dispute(
        event=event,
        actor=host,
        objector="Mary-Jane Featherstonehaugh",
        text=_("Was the last trick taken with a trump that had been led out of turn?"),
        table=table,
        deal=4,
    )


def _key(event: Event, set_number: int, table: int, deal: int) -> str:
    return f"demo-{event.pk}-{set_number}-{table}-{deal}"
