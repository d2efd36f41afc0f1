"""A drive in progress with real-looking people, so that a newcomer sees a living evening."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import gettext as _

from rulesets import games
from tournaments.access import Actor, host_actor, link_actor
from tournaments.models import Event, Link, Seating, Table
from tournaments.selectors.hands import set_hands, table_hands
from tournaments.selectors.table import table_of
from tournaments.services import events, results, seating
from tournaments.services.access import ensure_links
from tournaments.services.names import ParsedName

if TYPE_CHECKING:
    from rulesets.game import Game

GAME = "court-whist"
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


def make_demo(owner: Any) -> Event:
    """A Court Whist evening in its fourth set: 30 people, some tables missing, one correction,
    one open dispute. The same evening every time (but for its links)."""
    rng = Random(SEED)  # noqa: S311 - the same evening every time
    event = events.create_event(
        owner=owner,
        name=_("Autumn whist drive"),
        date=timezone.localdate(),
        place=_("Village hall"),
        game=GAME,
    )
    host = host_actor(event, owner)
    _people(event, host)
    for number in range(1, SETS_PLAYED + 2):
        draft = seating.draw(event=event, actor=host, seed=SEED + number)
        shown = seating.publish(event=event, actor=host, seating=draft)
        ensure_links(event)
        _play(event, shown, rng, HANDS_IN if number > SETS_PLAYED else {})
    _correct_one(event, host)
    _dispute(event, host)
    return event


def _people(event: Event, host: Actor) -> None:
    roles = games.load(event.game).roles
    parsed: list[ParsedName] = []
    for role, names in zip(roles, (GENTLEMEN, LADIES), strict=True):
        for name in names:
            shown, _bar, note = name.partition("|")
            parsed.append(ParsedName(shown, note, role, len(parsed) + 1))
    entries = {e.name: e for e in events.enter_people(event=event, actor=host, parsed=parsed)}
    joan = entries["Grandma Joan"]
    events.set_keeps_chair(event=event, actor=host, entry=joan, keeps=True)
    events.set_scorekeeper(event=event, actor=host, entry=entries["Tom Bell"])
    events.add_pairing(
        event=event,
        actor=host,
        first=entries["Ann Baker"],
        second=entries["Tom Bell"],
        kind="apart",
    )
    events.apply_balance(event=event, actor=host, entries=events.propose_balance(event))


def _play(event: Event, shown: Seating, rng: Random, hands_in: dict[int, int]) -> None:
    """Every table reports by its own link; most reports are accepted by the other side."""
    game = games.load(event.game)
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
        seating.report_first_dealer(table=table, chair=rng.randrange(4), actor=actor)
        for deal in range(1, hands_in.get(number, game.hands_per_stage) + 1):
            kept = results.report(
                table=table,
                deal=deal,
                payload=_payload(game, shown.set_number, rng),
                actor=actor,
                key=_key(event, shown.set_number, number, deal),
                seen=0,
                confirmed=("tricks.all", "score.below_zero"),
            )
            if not hands_in or rng.random() < 0.7:
                results.accept(report=kept, actor=actor)
        _cut(game, table, actor, rng)


def _payload(game: Game, stage: int, rng: Random) -> dict[str, list[int]]:
    """Numbers that could have happened, drawn from what the game asks."""
    while True:
        payload = {
            question.key: _answers(question.total, question.high, game.answers(question), rng)
            for question in game.questions(stage)
            if question.required or rng.random() < 0.15
        }
        roles = (game.roles * game.players_per_table)[: game.players_per_table]
        # Partners are of different roles: chairs 0 and 2, 1 and 3.
        at_chairs = (roles[0], roles[0], roles[1], roles[1])
        if not game.check(stage, at_chairs, payload):
            return payload


def _answers(total: int | None, high: int, count: int, rng: Random) -> list[int]:
    if total is None:
        return [min(high, rng.choice((0, 0, 0, 1, 1, 2, 3))) for _place in range(count)]
    each = [0] * count
    for _trick in range(total):
        each[rng.randrange(count)] += 1
    return each


def _cut(game: Game, table: Table, actor: Actor, rng: Random) -> None:
    hands = table_hands(table)
    tied = game.result(hands.set_number, hands.roles, hands.payloads(game), hands.cut)
    if tied.tied:
        key = _key(table.seating.event, hands.set_number, table.number, 0)
        winners = rng.choice(tied.cuts)
        results.report_cut(table=table, winners=winners, actor=actor, key=key, seen=0)


def _correct_one(event: Event, host: Actor) -> None:
    table = table_of(event, 2, 1)
    if table is None:
        return
    before = table_hands(table).deal(2)
    first, second = (before.payload or {"tricks": [6, 7]})["tricks"]
    swapped = {"tricks": [second, first]}
    results.correct(
        table=table,
        deal=2,
        payload=swapped,
        actor=host,
        key=_key(event, 2, 1, 2) + "-again",
        seen=before.revision,
        reason=_("The two sides were entered the wrong way round."),
        reseat=False,
    )


def _dispute(event: Event, host: Actor) -> None:
    table = table_of(event, SETS_PLAYED + 1, 1)
    results.note_dispute(
        event=event,
        actor=host,
        objector="Mary-Jane Featherstonehaugh",
        text=_("Was the last trick taken with a trump that had been led out of turn?"),
        table=table,
        deal=4,
    )


def _key(event: Event, set_number: int, table: int, deal: int) -> str:
    return f"demo-{event.pk}-{set_number}-{table}-{deal}"
