"""Who is entered in an event, in which role, and what is wished for the draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulesets.movements.seating import Guest
from tournaments.db.import_staging import hold_book
from tournaments.db.sql import count_anew
from tournaments.db.steps import Step, Touches, event_transaction, register
from tournaments.models import (
    Entry,
    Event,
    Pairing,
    Person,
    Seat,
    Seating,
    SitOut,
)
from tournaments.models.errors import refusal
from tournaments.models.event_games import every_game, format_of, formats_of
from tournaments.people.names import (
    MAX_PEOPLE,
    ParsedName,
    fold_person,
    team_name,
    write_names,
)
from tournaments.people.services import clean, lasting_role
from tournaments.seating.ways import WAYS
from tournaments.seats import requests as drive
from tournaments.seats.storage import discard, undo_discard
from tournaments.web.labels import role_word
from tournaments.web.wording import and_list

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tournaments.access.permissions import Actor
    from tournaments.db.steps import Params


def enter_people(*, event: Event, actor: Actor, parsed: Iterable[ParsedName]) -> list[Entry]:
    """Enter people, finding them in the book by name and note, or adding them; return the new
    entries.

    Somebody who is entered already stays as is. Only before the first draw is shown; late arrivals
    are entered by `add_late_guest`. Raises Refused.
    """
    names = list(parsed)
    with event_transaction(event, actor) as step:
        _only_in_setup(event)
        entries = admitted(event, names)
        if entries:
            _note_partners(event, entries)
            params: dict[str, Any] = {
                "names": [entry.name for entry in entries],
                "discarded": discard(event),
            }
            step.log("people.entered", entries=[e.pk for e in entries], **params)
    return entries


def _note_partners(event: Event, entries: Sequence[Entry]) -> None:
    """If partners stay together, pair those who are entered one after the other; the last of an odd
    number is paired with somebody who has no partner yet. Inside a transaction."""
    if not format_of(event).facts.fixed_pairs:
        return
    ids = [entry.pk for entry in entries]
    if len(ids) % 2:
        here = event.entries.exclude(pk__in=ids).order_by("-pk").values_list("pk", flat=True)
        pairs = event.pairings.filter(kind=Pairing.Kind.PARTNERS).values_list("first", "second")
        taken = {pk for pair in pairs for pk in pair}
        ids += [pk for pk in here if pk not in taken][:1]
    Pairing.objects.bulk_create(
        Pairing(event=event, first_id=first, second_id=second, kind=Pairing.Kind.PARTNERS)
        for first, second in zip(ids[::2], ids[1::2], strict=False)
    )


def admitted(event: Event, names: Sequence[ParsedName]) -> list[Entry]:
    """Create entries for people who are in the book or are added to it; return the new ones. Inside
    a transaction.

    Raises Refused if there would be too many.
    """
    entered = people_in(event)
    hold_book(event.book)
    by_name = _people_by_name(event, names)
    fresh = [
        Person(
            family_id=event.book,
            name=name,
            note=note,
            usual_role=lasting_role(event, typed.role if typed.second is None else None),
        )
        for (name, note), typed in {
            person_name: w for w in names for person_name in w.people
        }.items()
        if (name, note) not in by_name
    ]
    _refuse_many(len(entered), len(fresh) + len({p.pk for p in by_name.values()} - entered))
    for person in Person.objects.bulk_create(fresh):
        by_name[person.name, person.note] = person
    new: dict[int, Entry] = {}
    for typed in names:
        people = [by_name[person_name] for person_name in typed.people]
        here = [person for person in people if person.pk in entered]
        if here and typed.second is not None:
            _refuse_apart(event, people)
        if not here:
            new[people[0].pk] = _entry(event, people, typed.role, typed.team)
            entered.update(person.pk for person in people)
    count_anew(Person, Entry, count=len(new))
    return list(Entry.objects.bulk_create(new.values()))


def people_in(event: Event) -> set[int]:
    """The ids of everybody who is entered, alone or as one of two who share a chair."""
    rows = event.entries.values_list("person_id", "second_id")
    return {person for row in rows for person in row if person is not None}


def _refuse_apart(event: Event, people: Sequence[Person]) -> None:
    """Raise Refused if two are to share a chair and one of them is entered in another way."""
    if not event.entries.filter(person=people[0], second=people[1]).exists():
        text = "{first} or {second} is already entered. Remove that line first, then enter both."
        first, second = map(str, people)
        raise refusal("chair.taken", text, "names", first=first, second=second)


def _people_by_name(
    event: Event, typed_names: Sequence[ParsedName]
) -> dict[tuple[str, str], Person]:
    """The people of the book who were typed, by name and note as typed; capitals, apostrophes and
    spaces make no difference."""
    people = {person for typed in typed_names for person in typed.people}
    book = Person.objects.in_book(event.book)
    rows = book.filter(name__in={name for name, _note in people}).order_by("-pk")
    by_name = {(row.name, row.note): row for row in rows if (row.name, row.note) in people}
    missing = {fold_person(person): person for person in people - by_name.keys()}
    if missing:
        names = book.order_by("-pk").values_list("pk", "name", "note")
        folded = {fold_person((name, note)): pk for pk, name, note in names}
        keys = {pk: missing[key] for key, pk in folded.items() if key in missing}
        by_name |= {keys[pk]: row for pk, row in book.in_bulk(keys).items()} if keys else {}
    return by_name


def _refuse_many(there: int, new: int) -> None:
    if there + new > MAX_PEOPLE:
        text = "{there} people are entered and you are adding {new}; the most is {most}."
        raise refusal("names.many", text, "names", there=there, new=new, most=MAX_PEOPLE)


def _entry(event: Event, people: Sequence[Person], role: str | None, team: str) -> Entry:
    """A new entry of one person, or of two who share a chair; two have no usual role."""
    usual = people[0].usual_role if len(people) == 1 else ""
    chosen = alike(role or usual, format_of(event).facts.roles.names)
    first, *others = people
    second, full_name = (
        next(iter(others), None),
        write_names((person.name, person.note) for person in people),
    )
    return Entry(
        event=event,
        person=first,
        second=second,
        name=full_name,
        role=chosen,
        asked_role=chosen,
        team=team,
        seating_team=team,
    )


def rearranged(event: Event) -> dict[str, Any]:
    """Adapt the entries to a changed format: remove roles that it does not have, and discard seats
    drawn for the former one. Inside a transaction; returns params for the log."""
    roles = format_of(event).facts.roles.names
    others = []
    for entry in event.entries.select_related("person"):
        usual = alike(entry.role or usual_role(entry), roles)
        if (entry.role, entry.asked_role) != (usual, usual):
            entry.role = entry.asked_role = usual
            others.append(entry)
    Entry.objects.bulk_update(others, ["role", "asked_role"], batch_size=500)
    return {"discarded": discard(event)}


def alike(role: str, roles: Sequence[str]) -> str:
    """The role in this game that corresponds, by position, to a role of another game; "" if there
    is none."""
    if not role or role in roles:
        return role
    for other in (format.facts.roles.names for game in every_game() for format in formats_of(game)):
        if role in other and len(other) == len(roles):
            return roles[other.index(role)]
    return ""


def usual_role(entry: Entry) -> str:
    """The usual role of a person; "" for two who share a chair."""
    return entry.person.usual_role if entry.second_id is None else ""


def set_role(*, event: Event, actor: Actor, entry: Entry, role: str) -> None:
    """Give somebody a role. Raises Refused once the person has played (or sat out)."""
    if role not in format_of(event).facts.roles.names:
        raise refusal("role.unknown", "Choose one of the roles.", "role")
    with event_transaction(event, actor) as step:
        _own(event, entry)
        before, former_wish = entry.role, entry.asked_role
        if _has_played(entry):
            text = "{name} has already played, and roles last for the whole evening."
            raise refusal("role.played", text, "role", name=entry.name)
        if before == role:
            return
        entry.role = entry.asked_role = role
        entry.save(update_fields=["role", "asked_role"])
        usual = entry.person.usual_role
        if entry.second_id is None and lasting_role(event, role):
            Person.objects.filter(pk=entry.person_id).update(usual_role=role)
        params: dict[str, Any] = {
            "name": entry.name,
            "before": before,
            "asked": former_wish,
            "after": role,
        }
        params["usual"] = usual
        step.log("entry.role", entry=entry.pk, discarded=discard(event), **params)


def propose_balance(event: Event) -> list[Entry]:
    """The fewest entries that have to change to the other role so that every partnership is mixed.

    Empty if there are no roles, or if they are teams, which may be unequal.
    """
    format = format_of(event)
    if not (WAYS(format).is_drawn and format.facts.roles.names):
        return []
    with_role = event.entries.exclude(role="").order_by("pk")
    guests = [Guest(*row) for row in with_role.values_list("pk", "role", "keeps_chair")]
    ids = drive.movement_of(event).balance(guests)
    entries = event.entries.in_bulk(ids) if ids else {}
    return [entries[pk] for pk in ids]


def apply_balance(*, event: Event, actor: Actor, entries: Sequence[Entry]) -> None:
    """Let these people play the other role; the role they asked for is stored as well."""
    roles = format_of(event).facts.roles.names
    with event_transaction(event, actor) as step:
        _only_in_setup(event)
        flips = []
        for entry in entries:
            _own(event, entry)
            if entry.role in roles:
                other = roles[1 - roles.index(entry.role)]
                flips.append([entry.pk, entry.role, other])
                entry.role = other
        if flips:
            Entry.objects.bulk_update(entries, ["role"], batch_size=500)
            names = [entry.name for entry in entries]
            step.log("roles.balanced", flips=flips, names=names, discarded=discard(event))


def rename_entry(*, event: Event, actor: Actor, entry: Entry, name: str) -> None:
    """Correct somebody's name for this evening; also on pages of sets already played."""
    name, _ = clean(name, "")
    with event_transaction(event, actor) as step:
        _own(event, entry)
        if event.entries.filter(name=name).exclude(pk=entry.pk).exists():
            text = "There is already a {name}. Add a few words to tell the two apart."
            raise refusal("name.taken", text, "name", name=name)
        before, entry.name = entry.name, name
        if before != name:
            entry.save(update_fields=["name"])
            step.log("entry.renamed", entry=entry.pk, before=before, name=name)


def remove_entry(*, event: Event, actor: Actor, entry: Entry) -> None:
    """Remove somebody before the first seats are shown; the person stays in the book.

    Drafts with that person are removed, too: nobody has seen them.
    """
    with event_transaction(event, actor) as step:
        _only_in_setup(event)
        _own(event, entry)
        drafts = Seating.objects.filter(
            Q(seats__entry=entry) | Q(sit_outs__entry=entry), event=event
        )
        has_records = Q(tables__dispute__isnull=False) | Q(tables__reports__isnull=False)
        if drafts.filter(has_records).exists():
            text = "{name} has results or disputes at their seat. Mark them as away instead."
            raise refusal("entry.seated", text, name=entry.name)
        params: dict[str, Any] = {"name": entry.name, "person": entry.person_id, "entry": entry.pk}
        params |= {"role": entry.role, "asked": entry.asked_role, "keeps": entry.keeps_chair}
        params["team"] = entry.team
        wishes = Pairing.objects.filter(Q(first=entry) | Q(second=entry))
        params["wishes"] = list(wishes.values_list("first_id", "second_id", "kind"))
        params["scorekeeper"] = event.scorekeeper_id == entry.pk
        Seating.objects.filter(pk__in=list(drafts.values_list("pk", flat=True))).delete()
        if params["scorekeeper"]:
            event.scorekeeper = None  # the database has cleared it already
        entry.delete()
        step.log("entry.removed", **params)


def set_team(*, event: Event, actor: Actor, entry: Entry, team: str) -> None:
    """Set the name of the team that somebody carries ("": none). Once the first seats are shown,
    seats known beforehand stay as they are. Raises Refused."""
    team = team_name(team)
    with event_transaction(event, actor) as step:
        if event.state == Event.State.FINISHED:
            raise refusal("event.finished", "The event is finished.", "team")
        _own(event, entry)
        before, seating = entry.team, entry.seating_team
        if before == team:
            return
        entry.team = team
        if event.state == Event.State.SETUP:
            entry.seating_team = team
        entry.save(update_fields=["team", "seating_team"])
        params: dict[str, Any] = {"name": entry.name, "entry": entry.pk, "team": team}
        params |= {"before": before, "seating": seating, "discarded": discard(event)}
        step.log("entry.team", **params)


def set_keeps_chair(*, event: Event, actor: Actor, entry: Entry, keeps: bool) -> None:
    """Set whether somebody keeps a chair (after a win, another moves on instead)."""
    with event_transaction(event, actor) as step:
        _own(event, entry)
        if entry.keeps_chair != keeps:
            entry.keeps_chair = keeps
            entry.save(update_fields=["keeps_chair"])
            params: dict[str, Any] = {"name": entry.name, "keeps": keeps}
            step.log("entry.keeps_chair", entry=entry.pk, discarded=discard(event), **params)


def add_pairing(*, event: Event, actor: Actor, first: Entry, second: Entry, kind: str) -> Pairing:
    """Keep two people apart, or together at one table, or make them partners, as far as the format
    has such wishes; where partners stay together, the latest one holds."""
    if kind not in Pairing.Kind.values:
        raise refusal("pairing.kind", "Choose whether they sit together or apart.", "kind")
    with event_transaction(event, actor) as step:
        _only_in_setup(event)
        _own(event, first)
        _own(event, second)
        if first.pk == second.pk:
            raise refusal("pairing.same", "Choose two different people.", "second")
        either = Q(first=first, second=second) | Q(first=second, second=first)
        earlier = event.pairings.filter(either).first()
        if earlier and earlier.kind == kind == Pairing.Kind.PARTNERS:
            if drive.partners(event, 1).get(first.pk) == second.pk:
                return earlier
            earlier.delete()
        elif earlier:
            text = "{first} and {second} are already on the list."
            raise refusal("pairing.double", text, "second", first=first.name, second=second.name)
        pairing = Pairing.objects.create(event=event, first=first, second=second, kind=kind)
        params: dict[str, Any] = {"first": first.name, "second": second.name, "kind": kind}
        step.log("pairing.added", pairing=pairing.pk, discarded=discard(event), **params)
    return pairing


def remove_pairing(*, event: Event, actor: Actor, pairing: Pairing) -> None:
    """Remove a wish about two people."""
    with event_transaction(event, actor) as step:
        _only_in_setup(event)
        params: dict[str, Any] = {
            "first": pairing.first.name,
            "second": pairing.second.name,
            "kind": pairing.kind,
        }
        params |= {"ids": [pairing.first_id, pairing.second_id]}
        pairing.delete()
        step.log("pairing.removed", discarded=discard(event), **params)


def set_scorekeeper(*, event: Event, actor: Actor, entry: Entry | None) -> None:
    """Set which player keeps the score (None: somebody who does not play)."""
    with event_transaction(event, actor) as step:
        if entry is not None:
            _own(event, entry)
        before = event.scorekeeper_id
        event.scorekeeper = entry
        if before != event.scorekeeper_id:
            event.save(update_fields=["scorekeeper"])
            name = entry.name if entry else ""
            step.log("scorekeeper.set", name=name, before=before, after=event.scorekeeper_id)


def _only_in_setup(event: Event) -> None:
    if event.state != Event.State.SETUP:
        raise refusal("event.started", "The first seats are already shown.")


def _own(event: Event, entry: Entry) -> None:
    if entry.event_id != event.pk:
        raise refusal("entry.foreign", "That person is not entered in this event.")


def _has_played(entry: Entry) -> bool:
    """Whether somebody was in seats that were shown; drafts do not count."""
    seated = Seat.objects.filter(entry=entry).exclude(seating__published_at=None)
    sat_out = SitOut.objects.filter(entry=entry).exclude(seating__published_at=None)
    return seated.exists() or sat_out.exists()


MOST_NAMES = 6  # of people, in a log entry


def people_words(_event: Event, params: Params) -> dict[str, str]:
    """{people}: the names in a log entry, or the first of them."""
    names = list(params["names"])
    more = len(names) - MOST_NAMES
    if more > 1:
        names = [*names[:MOST_NAMES], _("{count} more").format(count=more)]
    return {"people": and_list(names)}


def _role_words(event: Event, params: Params) -> dict[str, str]:
    return {"role": role_word(event, params.get("after") or "")}


def _pairing_words(_event: Event, params: Params) -> dict[str, str]:
    wishes = {"apart": _("not at the same table"), "together": _("at the same table")}
    wishes["partners"] = wishes["paired"] = _("partners")
    return {"wish": wishes.get(params.get("kind", ""), "")}


def _chair_sentence(params: Params) -> str:
    return _("{name} keeps a chair.") if params["keeps"] else _("{name} no longer keeps a chair.")


def _team_sentence(params: Params) -> str:
    return _("{name} is in team {team}.") if params["team"] else _("{name} is not in a team.")


def _scorekeeper_sentence(params: Params) -> str:
    if params["name"]:
        return _("{name} keeps the score.")
    return _("No player keeps the score.")


def take_off_list(event: Event, entries: Sequence[int]) -> None:
    """Remove people, with the seats that were drawn for them and never played. Inside a
    transaction."""
    Seating.objects.filter(pk__in=_never_played(event, entries) or ()).delete()
    Entry.objects.filter(event=event, pk__in=entries).delete()


def can_leave(event: Event, entries: Sequence[int], leaving: Sequence[Seating] = ()) -> bool:
    """Whether people can be removed, once the seatings in `leaving` are discarded."""
    drafted = event.seatings.filter(state=Seating.State.DRAFT).exists()
    return not drafted and _never_played(event, entries, leaving) is not None


def _never_played(
    event: Event, entries: Sequence[int], leaving: Sequence[Seating] = ()
) -> list[int] | None:
    """The ids of the seatings with one of these people; None if one of them is shown (apart from
    those in `leaving`) or has reports or disputes, and so stays on record."""
    theirs = Q(seats__entry__in=entries) | Q(sit_outs__entry__in=entries)
    states = dict(event.seatings.filter(theirs).values_list("pk", "state"))
    published = {pk for pk, state in states.items() if state != Seating.State.REPLACED}
    has_records = Q(tables__reports__isnull=False) | Q(tables__dispute__isnull=False)
    if published - {seating.pk for seating in leaving}:
        return None
    if states and Seating.objects.filter(has_records, pk__in=list(states)).exists():
        return None
    return list(states)


def _undo_entry(event: Event, params: Params, _actor: Actor) -> None:
    take_off_list(event, params["entries"])
    undo_discard(event, params.get("discarded"))


def _can_undo_entry(event: Event, params: Params) -> bool:
    return can_leave(event, params["entries"])


def _undo_role(event: Event, params: Params, _actor: Actor) -> None:
    before = {"role": params["before"], "asked_role": params["asked"]}
    Entry.objects.filter(pk=params["entry"]).update(**before)
    Person.objects.filter(entries=params["entry"]).update(usual_role=params["usual"])
    undo_discard(event, params.get("discarded"))


def _undo_balance(event: Event, params: Params, _actor: Actor) -> None:
    for pk, before, _after in params["flips"]:
        Entry.objects.filter(pk=pk).update(role=before)
    undo_discard(event, params.get("discarded"))


def _undo_removal(event: Event, params: Params, _actor: Actor) -> None:
    """Enter somebody again under the former id, so that earlier steps find the entry."""
    entry = Entry.objects.create(
        pk=params.get("entry"),
        event=event,
        person_id=params["person"],
        name=params["name"],
        role=params["role"],
        asked_role=params["asked"],
        keeps_chair=params.get("keeps", False),
        team=params.get("team", ""),
        seating_team=params.get("team", ""),
    )
    for first, second, kind in params.get("wishes", ()):
        _restore_pairing(event, first, second, kind)
    if params.get("scorekeeper"):
        event.scorekeeper = entry
        event.save(update_fields=["scorekeeper"])


def _restore_pairing(event: Event, first: int, second: int, kind: str) -> None:
    if Entry.objects.filter(event=event, pk__in=(first, second)).count() == 2:
        event.pairings.create(first_id=first, second_id=second, kind=kind)


def _undo_team(event: Event, params: Params, _actor: Actor) -> None:
    before = {"team": params["before"], "seating_team": params["seating"]}
    Entry.objects.filter(event=event, pk=params["entry"]).update(**before)
    undo_discard(event, params.get("discarded"))


def _undo_chair(event: Event, params: Params, _actor: Actor) -> None:
    Entry.objects.filter(pk=params["entry"]).update(keeps_chair=not params["keeps"])
    undo_discard(event, params.get("discarded"))


def _undo_pairing(event: Event, params: Params, _actor: Actor) -> None:
    Pairing.objects.filter(pk=params["pairing"]).delete()
    undo_discard(event, params.get("discarded"))


def _undo_removed_pairing(event: Event, params: Params, _actor: Actor) -> None:
    first, second = params["ids"]
    _restore_pairing(event, first, second, params["kind"])
    undo_discard(event, params.get("discarded"))


def _undo_scorekeeper(event: Event, params: Params, _actor: Actor) -> None:
    is_entered = Entry.objects.filter(event=event, pk=params["before"]).exists()
    event.scorekeeper_id = params["before"] if is_entered else None
    event.save(update_fields=["scorekeeper"])


register(
    Step(
        "people.entered",
        gettext_lazy("Entered: {people}."),
        words=people_words,
        undo=_undo_entry,
        can_undo=_can_undo_entry,
    ),
    Step(
        "entry.role",
        gettext_lazy("{name} plays as {role}."),
        words=_role_words,
        touches=Touches.ENTRY,
        params=frozenset(("name", "entry", "before", "asked", "after", "usual", "discarded")),
        undo=_undo_role,
    ),
    Step("entry.renamed", gettext_lazy("{before} is now called {name}."), is_aside=True),
    Step("entry.removed", gettext_lazy("{name} was taken off the list."), undo=_undo_removal),
    Step(
        "entry.keeps_chair",
        _chair_sentence,
        touches=Touches.ENTRY,
        params=frozenset(("name", "entry", "keeps", "discarded")),
        undo=_undo_chair,
    ),
    Step("entry.team", _team_sentence, undo=_undo_team),
    Step(
        "roles.balanced",
        gettext_lazy("Asked to play the other role: {people}."),
        words=people_words,
        undo=_undo_balance,
    ),
    Step(
        "pairing.added",
        gettext_lazy("{first} and {second}: {wish}."),
        words=_pairing_words,
        undo=_undo_pairing,
    ),
    Step(
        "pairing.removed",
        gettext_lazy("{first} and {second}: no longer {wish}."),
        words=_pairing_words,
        undo=_undo_removed_pairing,
    ),
    Step("scorekeeper.set", _scorekeeper_sentence, undo=_undo_scorekeeper),
)
