"""An event from its making to its end, and who is entered in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext_lazy

from rulesets import formats
from rulesets.engine.game import Game, names_of, parse_options, plain
from rulesets.engine.problems import Problem, error, warning
from rulesets.formats import agreement
from rulesets.formats.format import option_type_of
from tournaments.access.permissions import Actor, host_actor
from tournaments.boards.by_keeping import DRAWS_EVERY_SET, ByKeeping
from tournaments.boards.event_board import EventBoard
from tournaments.boards.hall import Hall
from tournaments.boards.table_reports import reports_in
from tournaments.db.steps import Params, Step, event_transaction, register
from tournaments.models import (
    Acceptance,
    Dispute,
    Event,
    LogEntry,
    Report,
    RivalReport,
    ScoreCards,
    Seating,
    Snapshot,
    Table,
    family_of,
)
from tournaments.models.errors import Refused, refusal
from tournaments.models.event_games import (
    declaration_of,
    forget,
    format_of,
    game_called,
    game_of,
)
from tournaments.people.names import ParsedName, parse_names
from tournaments.records.services import summary_values
from tournaments.scores.books import OWNERS
from tournaments.scores.progress import missing_words
from tournaments.scores.snapshots import as_if_open, snapshot_fields
from tournaments.seating.draws import finalists, refuse_tables
from tournaments.seating.roster import (
    add_pairing,
    apply_balance,
    enter_people,
    propose_balance,
    rearranged,
    remove_entry,
    remove_pairing,
    rename_entry,
    set_keeps_chair,
    set_role,
    set_scorekeeper,
)
from tournaments.seats.storage import discard, restore_draft
from tournaments.standings.player_sets import to_json
from tournaments.standings.players import explanations
from tournaments.standings.rows import row_to_json
from tournaments.standings.selectors import computed, snapshot_rows
from tournaments.web.wording import translate

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Sequence

    from rulesets.formats import Format


def snapshot_values(event: Event) -> dict[str, Any]:
    """The fields of a snapshot: standings and explanations as they are now, and what the boards (or
    the hands of a drive) came to, by today's rules."""
    event = as_if_open(event)
    hall = Hall.now(event)
    rows = computed(event, hall).rows
    return {
        "edition": game_of(event).edition,
        "standings": [row_to_json(row) for row in rows],
        "players": {str(pk): to_json(sets) for pk, sets in explanations(event, hall)},
        **snapshot_fields(hall),
        **summary_values(event, rows, hall),
    }


def refuse_changed_places(event: Event) -> None:
    """Raise Refused with the people whose total or place would change if a finished evening were
    counted again, since reopening it drops its snapshot."""
    now = {row.entry_id: row for row in computed(as_if_open(event)).rows}
    problems = []
    for row in snapshot_rows(event):
        then = now.get(row.entry_id)
        if then is None or (then.total, then.rank) == (row.total, row.rank):
            continue
        text = "{name}: {old} (place {rank}) would become {new} (place {place})."
        params: dict[str, str | int] = {"name": row.name, "old": row.total, "new": then.total}
        params |= {"rank": row.rank, "place": then.rank}
        problems.append(warning("reopen.moved", text, (), **params))
    if problems:
        raise Refused(problems)


def unfinished(event: Event) -> list[Problem]:
    """Everything that is open, as warnings: an evening can be ended at any time, once the host
    knows what is missing."""
    return _UNFINISHED(event)(event)


def _unfinished_lasting(event: Event) -> list[Problem]:
    """The problems open on boards that last the evening."""
    boards = Hall.now(event).boards
    if boards:
        return [*_pending(event, boards), *_unfinished_boards(boards)]
    return _unfinished_sets(event)


def _unfinished_sets(event: Event) -> list[Problem]:
    """The problems open on boards of sets, and the number of sets missing."""
    boards = Hall.now(event).boards
    return [*_pending(event, boards), *_missing_deals(event, boards), *_missing_sets(event)]


def _unfinished_hands(event: Event) -> list[Problem]:
    """Which hands are missing, and how many sets."""
    return [*_missing_hands(event), *_missing_sets(event)]


_UNFINISHED = ByKeeping(
    table=_unfinished_lasting,
    set=_unfinished_sets,
    hands=_unfinished_hands,
    room=_unfinished_lasting,
)


def refuse_unfinished(event: Event) -> None:
    """Raise Refused with everything that is open."""
    if problems := unfinished(event):
        raise Refused(problems)


def _missing_hands(event: Event) -> Iterable[Problem]:
    """Yield the hands that a drive lacks. A missing cut does not matter: nobody moves any more."""
    game = format_of(event)
    for seating in event.seatings.filter(state=Seating.State.PUBLISHED):
        for reports in reports_in(seating):
            missing = reports.payloads(game).count(None)
            params: dict[str, str | int] = {"set": seating.set_number}
            params |= {"table": reports.table.number}
            if missing:
                text = "Set {set}, table {table}: {missing} hands are missing."
                if missing == 1:
                    text = "Set {set}, table {table}: one hand is missing."
                yield warning("hands.missing", text, (), **params, missing=missing)
            elif any(deal.pending for deal in reports.deals.values()):
                text = "Set {set}, table {table}: an override needs another player’s agreement."
                yield warning("agreement.missing", text, (), **params)


def _missing_deals(event: Event, boards: Iterable[EventBoard]) -> Iterable[Problem]:
    """The tables of sets that still play."""
    format = format_of(event)
    for board in boards:
        if board.is_over:
            continue
        params = {"place": format.labels.place(board.set_number, board.table_number)}
        text = "{place}: {deals} are missing."
        if board.missing_deals == 1:
            text = "{place}: {deals} is missing."
        values = {**params, "deals": missing_words(format, board.missing_deals)}
        yield warning("hands.missing", text, (), **values)


def _missing_sets(event: Event) -> Iterable[Problem]:
    """The sets that have not begun."""
    total, last = format_of(event).length.sets, _count_seatings(event)
    if last < total:
        text = "Sets {first} to {total} have not been played."
        if last + 1 == total:
            text = "Set {total} has not been played."
        yield warning("sets.missing", text, (), first=last + 1, total=total)


def _pending(event: Event, boards: Iterable[EventBoard]) -> Iterable[Problem]:
    format = format_of(event)
    for board in boards:
        for board_round in board.rounds:
            for report in board_round.reports:
                if report.pending:
                    place = format.labels.place(
                        report.set_number, report.table_number, report.deal, alone=not board.title
                    )
                    text = "{place}: an override needs another player’s agreement."
                    yield warning("agreement.missing", text, (), place=translate(place))


def _unfinished_boards(boards: Sequence[EventBoard]) -> list[Problem]:
    """Every game that has not ended, and what lies on its table."""
    problems = []
    for board in boards:
        if board.ending is not None:
            continue
        text = "{table} has no winner yet." if board.title else "The game isn’t over."
        params: dict[str, str | int] = {"table": board.title} if board.title else {}
        for unit, count in _pooled(board):
            if count:
                text = (
                    "{table} has no winner yet; {count} {unit} still lie in the middle."
                    if board.title
                    else "The game isn’t over: {count} {unit} still lie in the middle."
                )
                params |= {"count": count, "unit": unit}
        problems.append(warning("game.open", text, (), **params))
        waiting = board.awaiting
        if not board.table_number and waiting and any(report.payload for report in waiting.reports):
            text = "Round {round} does not count: couples are missing."
            problems.append(warning("round.open", text, round=waiting.number))
    if finalists(boards) and not any(board.set_number > 1 for board in boards):
        problems.append(warning("final.open", "The final table has not been played."))
    return problems


def _pooled(board: EventBoard) -> list[tuple[str, int]]:
    """The amounts that belong to nobody, by unit."""
    held = board.plays.holdings(board.state)
    return [
        (unit, sum(n for account, n in held[unit].items() if account.kind not in OWNERS))
        for unit in sorted(board.plays.conserved)
    ]


__all__ = [
    "ParsedName",
    "add_pairing",
    "apply_balance",
    "create_event",
    "create_event_like",
    "delete_event",
    "enter_people",
    "finish_event",
    "parse_names",
    "propose_balance",
    "put_away_event",
    "remove_entry",
    "remove_pairing",
    "rename_entry",
    "reopen_event",
    "set_keeps_chair",
    "set_role",
    "set_scorekeeper",
    "update_event",
]


RoleNames = Mapping[str, Mapping[str, str]]
LENGTHS = {"name": 80, "place": 80}
ROLE_NAME_LENGTH = 30


def create_event(
    *,
    owner: Any,
    name: str,
    date: dt.date,
    game: str,
    format: str = "",
    starts_at: dt.time | None = None,
    place: str = "",
    role_names: RoleNames | None = None,
    options: Mapping[str, Any] | None = None,
    house_rules: str = "",
) -> Event:
    """Create an event of `owner` (a user), for the whole family; `house_rules` is the family's name
    for these options. Raises Refused with every wrong field."""
    family = family_of(owner)
    played = game_called(game, family=family)
    if played is None:
        raise refusal("event.game", "Choose a game.", "game")
    event = Event(owner=owner, family_id=family, game=game, edition=played.edition)
    event.declared, event.house_rules = declaration_of(played), house_rules
    problems = _fill(event, played, {"format": format})
    problems += _fill(event, played, {"name": name, "place": place})
    problems += _fill(event, played, {"date": date, "starts_at": starts_at})
    problems += _fill(event, played, {"options": options or {}, "role_names": role_names or {}})
    if problems:
        raise Refused(problems)
    with transaction.atomic():
        event.save()
        with event_transaction(event, host_actor(event, owner)) as step:
            step.log("event.created", name=event.name)
    return event


def create_event_like(
    event: Event,
    *,
    owner: Any,
    name: str,
    date: dt.date,
    starts_at: dt.time | None = None,
    people: int | None = None,
) -> Event:
    """Create an event of the same game, played the same way at the same place. `people`: another
    number of them, for whom its length is proposed anew. Raises Refused."""
    options = event.options
    if people is not None:
        options = agreement.fit_length(format_of(event), options, people)
    return create_event(
        owner=owner,
        name=name,
        date=date,
        starts_at=starts_at,
        game=event.game,
        format=event.format,
        place=event.place,
        role_names=event.role_names,
        options=options,
        house_rules=event.house_rules,
    )


def update_event(*, event: Event, actor: Actor, **changes: Any) -> Event:
    """Change name, date, starts_at, place, role_names, format (before the first seats) or options
    (before the first result; those of the format as far as what was played allows). Raises
    Refused."""
    played = game_of(event)
    if "format" in changes:
        changes = {"options": _filter_options(event, played, changes["format"]), **changes}
    with event_transaction(event, actor) as step:
        before = {field: getattr(event, field) for field in changes}
        # Which roles there are depends on the format and its options.
        first = {field: changes[field] for field in ("format", "options") if field in changes}
        problems = _fill(event, played, first | changes)
        changed = sorted(field for field in changes if getattr(event, field) != before[field])
        format, others = format_of(event), set[str]()
        roles = format.facts.roles.names
        if "options" in changed:
            was = _as_before(format, before["options"])
            others, roles = _changed_options(format, was), was.facts.roles.names
            problems = problems or _refused_options(event, others, was)
        if "format" in changed and event.state != Event.State.SETUP:
            text = "The seats are shown, so the format can no longer change."
            problems.append(error("format.locked", text, ("format",)))
        if problems:
            for field, value in before.items():
                setattr(event, field, value)
            raise Refused(problems)
        if changed:
            if others & names_of(played.options):
                event.house_rules = ""  # the options are different now
            event.save(update_fields=[*changed, "house_rules"])
            effects = (
                rearranged(event)
                if "format" in changed or format.facts.roles.names != roles
                else {}
            )
            if others & names_of(format.kind.options):
                effects = effects or {"discarded": discard(event)}
            step.log("event.updated", fields=changed, **effects)
    return event


def are_rules_fixed(event: Event) -> bool:
    """Whether the options are fixed: with the first result; in a drive with the first seats, by
    which people know what they play."""
    if event.state == Event.State.SETUP:
        return False
    over = event.state == Event.State.FINISHED
    return over or DRAWS_EVERY_SET(event) or _has_results(event)


def open_options(event: Event) -> frozenset[str]:
    """The options that can still be changed."""
    format = format_of(event)
    if not are_rules_fixed(event):
        return names_of(option_type_of(format))
    if event.state == Event.State.FINISHED:
        return frozenset()
    return agreement.open_options(format, _count_seatings(event), reported=_has_results(event))


def _count_seatings(event: Event) -> int:
    seatings = event.seatings.filter(state=Seating.State.PUBLISHED)
    return max(seatings.values_list("set_number", flat=True), default=0)


def _filter_options(event: Event, game: Game, slug: str) -> dict[str, Any]:
    """The options of an event that another format has as well."""
    names = names_of(option_type_of(formats.format_of(game, slug if slug in game.formats else "")))
    return {key: value for key, value in event.options.items() if key in names}


def delete_event(*, event: Event, actor: Actor) -> None:
    """Delete an event with everything reported in it. The people stay in the book."""
    if actor.kind != "host":
        raise refusal("event.owner", "Only the host can delete an event.")
    with transaction.atomic():
        # A report made at this moment waits, and is then answered that the event is gone.
        if Event.objects.select_for_update().filter(pk=event.pk).first() is None:
            raise refusal("event.gone", "This event has been deleted in the meantime.")
        ours = {"table__seating__event": event}
        Acceptance.objects.filter(report__table__seating__event=event).delete()
        Dispute.objects.filter(event=event).delete()
        RivalReport.objects.filter(**ours).delete()
        Report.objects.filter(**ours).delete()
        Event.objects.filter(pk=event.pk).update(scorekeeper=None)
        Seating.objects.filter(event=event).delete()
        LogEntry.objects.filter(event=event).exclude(undoes=None).delete()
        event.delete()


def finish_event(*, event: Event, actor: Actor, early: bool = False) -> Snapshot:
    """End the event and store the standings as they are, in a snapshot, which is returned.

    Unless the host ends it `early`, raises Refused with what is open: results that are missing or
    wait for agreement, games that have not ended, sets that were not played.
    """
    with event_transaction(event, actor) as step:
        if event.state != Event.State.PLAYING:
            raise refusal("event.not_playing", "The event is not in play.")
        if not early:
            refuse_unfinished(event)
        drafts = event.seatings.filter(state=Seating.State.DRAFT)
        discarded = list(drafts.values_list("pk", flat=True))
        drafts.update(state=Seating.State.REPLACED)
        snapshot, _ = Snapshot.objects.update_or_create(
            event=event, defaults=snapshot_values(event)
        )
        event.state, event.round_ends_at = Event.State.FINISHED, None
        event.save(update_fields=["state", "round_ends_at"])
        forget(event)
        step.log("event.finished", discarded=discarded, hidden=event.hide_standings)
    return snapshot


def put_away_event(*, event: Event, actor: Actor) -> None:
    """Close an event that nobody will play on: its reports stay, and nobody has won."""
    with event_transaction(event, actor) as step:
        if event.state != Event.State.PLAYING:
            raise refusal("event.not_playing", "The event is not in play.")
        drafts = event.seatings.filter(state=Seating.State.DRAFT)
        discarded = list(drafts.values_list("pk", flat=True))
        drafts.update(state=Seating.State.REPLACED)
        without: dict[str, Any] = {"standings": [], "players": {}}
        again = as_if_open(event)
        values = snapshot_values(event) | without | summary_values(again, (), Hall.now(again))
        Snapshot.objects.update_or_create(event=event, defaults=values)
        event.state, event.round_ends_at = Event.State.FINISHED, None
        event.save(update_fields=["state", "round_ends_at"])
        forget(event)
        step.log("event.put_away", discarded=discarded)


def reopen_event(*, event: Event, actor: Actor, sure: bool = False) -> None:
    """Reopen a finished event; its snapshot is deleted and the standings are counted again.

    Unless the host is `sure`, raises Refused with the people whose score would change.
    """
    with event_transaction(event, actor) as step:
        if not sure and event.state == Event.State.FINISHED:
            refuse_changed_places(event)
        _reopen(event)
        step.log("event.reopened")


def _has_results(event: Event) -> bool:
    return Report.objects.filter(table__seating__event=event).exists()


def _as_before(format: Format, options: Mapping[str, Any]) -> Format:
    """A format with the former options."""
    agreed = parse_options(option_type_of(format), options)[0]
    return formats.format_of(format.game, format.kind.slug, agreed)


def _changed_options(format: Format, was: Format) -> set[str]:
    """The names of the options that have changed."""
    names = names_of(option_type_of(format))
    return {name for name in names if getattr(was.agreed, name) != getattr(format.agreed, name)}


def _refused_options(event: Event, changed: set[str], was: Format) -> list[Problem]:
    """The problems with the event's options, some of which were `changed`: because of results,
    rounds that are seated, or the people who sit already."""
    format, seated, reported = format_of(event), _count_seatings(event), _has_results(event)
    own = names_of(format.kind.options)
    if reported and changed - own:
        text = "There is a result, so the options can no longer change."
        return [error("options.locked", text, ("options",))]
    held = sorted((changed & own) - agreement.open_options(format, seated, reported=reported))
    if held:
        text = "Play has begun, so this can no longer change."
        return [error("options.held", text, ("options", name)) for name in held]
    if problems := agreement.check_change(was, format, seated):
        return list(problems)
    if format.keeping.moves:
        return []
    published = {"seating__event": event, "seating__state": Seating.State.PUBLISHED}
    try:
        refuse_tables(event, Table.objects.filter(**published))
    except Refused as refused:
        return list(refused.problems)
    return []


def _fill(event: Event, game: Game, changes: Mapping[str, Any]) -> list[Problem]:
    """Apply the valid changes to the event; return the problems of the others."""
    problems: list[Problem] = []
    for field, value in changes.items():
        if field in LENGTHS:
            problems += _text(event, field, value)
        elif field in ("date", "starts_at"):
            setattr(event, field, value)
        elif field == "format":
            problems += _format(event, game, value)
        elif field == "role_names":
            problems += _role_names(event, value)
        elif field == "options":
            options, wrong = formats.read_options(formats.format_of(game, event.format), value)
            problems += wrong
            event.options = plain(options)
        else:
            raise TypeError(f"an event has no {field} that can be changed")
    return problems


def _text(event: Event, field: str, value: str) -> list[Problem]:
    cleaned = " ".join(value.split())
    if field == "name" and not cleaned:
        return [error("event.name", "Give the event a name.", ("name",))]
    if len(cleaned) > LENGTHS[field]:
        text = "That is {count} characters long; at most {most} fit."
        params = {"count": len(cleaned), "most": LENGTHS[field]}
        return [error(f"event.{field}", text, (field,), **params)]
    setattr(event, field, cleaned)
    return []


def _format(event: Event, game: Game, slug: str) -> list[Problem]:
    if slug and slug not in game.formats:
        return [error("event.format", "Choose a format.", ("format",))]
    event.format = "" if slug == game.formats[0] else slug
    return []


def _role_names(event: Event, value: RoleNames) -> list[Problem]:
    names: dict[str, dict[str, str]] = {}
    format = format_of(event)
    for role in format.facts.roles.names:
        for number in ("one", "many"):
            text = " ".join(str(value.get(role, {}).get(number, "")).split())
            if len(text) > ROLE_NAME_LENGTH:
                template = "At most {most} characters."
                at = ("role_names", role, number)
                return [error("role.name", template, at, most=ROLE_NAME_LENGTH)]
            if text:
                names.setdefault(role, {})[number] = text
    called = [
        names.get(role, {}).get("many", usual).casefold()
        for role, usual in format.facts.roles.words.items()
    ]
    if format.keeping.credit == "team" and len(set(called)) < len(called):
        at = ("role_names", format.facts.roles.names[-1], "many")
        return [error("team.name", "The two teams need different names.", at)]
    event.role_names = names
    return []


def _reopen(event: Event) -> None:
    """The part of reopening inside the transaction."""
    if event.state != Event.State.FINISHED:
        raise refusal("event.not_finished", "The event is not finished.")
    if ScoreCards.objects.filter(event=event).exists():
        text = "This evening is from old score cards. Correct the table and send it once more."
        raise refusal("event.from_cards", text)
    Snapshot.objects.filter(event=event).delete()
    event._state.fields_cache.pop("snapshot", None)
    event.state = Event.State.PLAYING
    event.save(update_fields=["state"])


def _undo_finish(event: Event, params: Params, _actor: Actor) -> None:
    _reopen(event)
    for pk in params["discarded"]:
        restore_draft(event, pk)


register(
    Step("event.created", gettext_lazy("The event was created.")),
    Step("event.updated", gettext_lazy("The event’s settings were changed."), is_aside=True),
    Step("event.finished", gettext_lazy("The evening was finished."), undo=_undo_finish),
    Step(
        "event.put_away",
        gettext_lazy("The event was put away without a result."),
        undo=_undo_finish,
    ),
    Step("event.reopened", gettext_lazy("The evening was reopened.")),
)
