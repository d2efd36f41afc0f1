"""A new event on one page: names, a game, what they amount to, and what both leave open. For any
signed-in host."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_time
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from rulesets import formats
from rulesets.engine.game import names_of, parse_options
from rulesets.engine.problems import error
from rulesets.formats.agreement import length_keys
from rulesets.formats.format import option_type_of
from rulesets.standings.metrics import METRICS
from tournaments.access.decorators import host_required
from tournaments.access.permissions import host_actor
from tournaments.boards.by_keeping import DRAWS_EVERY_SET
from tournaments.evenings.selectors import event_of
from tournaments.events import opening, selectors
from tournaments.events.arrangement import (
    Arrangement,
    Proposal,
    arrange,
    explain_left_out,
    hours_words,
    propose,
)
from tournaments.events.forms import (
    DrawRequestsForm,
    FormatForm,
    GameForm,
    NewEventForm,
    RolesForm,
)
from tournaments.events.services import create_event
from tournaments.models import Pairing, family_of
from tournaments.models.errors import Refused
from tournaments.models.event_games import choices, format_of, formats_of, key_of_choice
from tournaments.models.families import name_with_note
from tournaments.people import selectors as reading
from tournaments.people.mail_lists import strip_mail_lines
from tournaments.people.names import ParsedName, parse_names, write_names
from tournaments.rules.forms import OptionsForm, put_options
from tournaments.seating import roster
from tournaments.seating.forms import NamesForm
from tournaments.seating.roster_views import parsed_names, ticked_people
from tournaments.seats.requests import partners
from tournaments.web.forms import message, put_beside_fields
from tournaments.web.labels import how_many, role_word
from tournaments.web.responses import back, clean_line, page, whole_number
from tournaments.web.wording import and_list, spell, translate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.engine.game import Game
    from rulesets.engine.problems import Problem
    from rulesets.formats import Format
    from tournaments.models import Event
    from tournaments.models.event_games import Choice

IN_SIGHT = 3  # ways to play a game before a fold has the others
FREE = (
    "name",
    "date",
    "starts_at",
    "place",
    "names",
    "apart",
    "together",
    "chairs",
)  # of no game alone
TILES = 4
MOST_FOUND_GAMES = 12
KNOWN = 400
LONGEST_QUERY = 100


@dataclass(frozen=True, slots=True)
class GameTile:
    """A game to choose, with how many can play it and how long it takes."""

    number: int
    key: str
    name: str
    words: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Repeat:
    """A name that stands on two lines of the list."""

    name: str
    before: int
    line: int


def tile_words(game: Game) -> str:
    """How many can play a game, and how long it takes if that is known."""
    words = [how_many(game), hours_words(game.minutes) if game.minutes else ""]
    return " · ".join(filter(None, words))


class Wizard:
    """The page for a new event: what it was sent, what it proposes, and its forms.

    `judged`: the forms are checked; they are not if only another game was searched for or chosen.
    The choices of the last time are proposed; with `?like=` everything of that evening, including
    its people. The length is proposed for those who come, unless that of the last time is taken
    over (`act=length`).
    """

    def __init__(self, request: HttpRequest, *, judged: bool) -> None:
        self.request, self.judged = request, judged
        self.post = request.POST
        self.family = family_of(request.user)
        self.offered = choices(self.family)
        self.like = event_of(self.family, whole_number(request.GET.get("like")))
        self.choice = self._choice()
        # Another game was chosen: drop what belonged to the former one.
        self.same = self.post.get("shown", self.choice.key) == self.choice.key

    # --- what is proposed -------------------------------------------------------------------------

    def _choice(self) -> Choice:
        """The choice sent, else that of the newest evening, else the first game for a whole
        room."""
        key = self.post.get("game") or self.request.GET.get("game")
        newest = self.like or selectors.newest_event(self.family)
        usual = sorted(
            self.offered, key=lambda choice: not formats_of(choice.game)[0].keeping.moves
        )
        if not key and newest is not None:
            key = self._key_of(newest)
        return next((choice for choice in self.offered if choice.key == key), usual[0])

    def _key_of(self, event: Event) -> str:
        """The form's key for the game (or the house rules) of an event."""
        return key_of_choice(self.offered, event.game, event.house_rules)

    @cached_property
    def last(self) -> Event | None:
        """The evening whose choices are proposed."""
        if self.like is not None:
            return self.like
        game = self.choice.game.slug
        rules = self.choice.name if self.choice.rules is not None else ""
        return selectors.newest_event(self.family, game, rules)

    @property
    def game(self) -> Game:
        """The game of the page."""
        return self.choice.game

    @cached_property
    def chosen_format(self) -> Format:
        """The format of the page: the one sent, else the one proposed. While nothing is created,
        one that was only proposed, or does not fit, is replaced by the one proposed for those who
        come."""
        slug = self.post.get("format") or self.request.GET.get("format") or ""
        if not self.judged and slug == self.post.get("advised"):
            slug = ""
        format = self._format_called(slug)
        if format is None or not (self.judged or self._fits(format)):
            return self._advised()
        return format

    def _advised(self) -> Format:
        """The proposed format: that of the last time, unless it does not fit."""
        last = self._format_called(self.last.format if self.last else "")
        usual = last or formats_of(self.game)[0]
        if self.judged or (last is not None and self._fits(last) and not self.has_pairs):
            return usual
        ranked = formats.rank_formats(self._forms, self._count(), pairs=self.has_pairs)
        return next(iter(ranked), usual)

    @property
    def advised(self) -> str:
        """The slug of the proposed format."""
        return self._advised().kind.slug

    @cached_property
    def _forms(self) -> list[Format]:
        """The formats of the game, as proposed for those who come."""
        return [formats.propose_format(format, self._count()) for format in formats_of(self.game)]

    def _format_called(self, slug: str) -> Format | None:
        return next((format for format in formats_of(self.game) if format.kind.slug == slug), None)

    def _fits(self, format: Format) -> bool:
        people = self._count()
        return not people or format.tables.fits(people)

    @cached_property
    def proposals(self) -> tuple[Proposal, ...]:
        """The formats to choose from, the chosen one with its options."""
        mine = self.played
        forms = [mine if format.kind.slug == mine.kind.slug else format for format in self._forms]
        return propose(forms, self._count(), mine.kind.slug, pairs=self.has_pairs)

    @property
    def has_pairs(self) -> bool:
        """Whether the host has said that the names were typed as pairs."""
        return bool(self.post.get("pairs"))

    @property
    def shared(self) -> int:
        """How many chairs two people share."""
        return sum(name.second is not None for name in self.listed)

    @property
    def heads(self) -> int:
        """How many people come; two may share a chair."""
        return self.arrangement.people + self.shared

    @property
    def could_be_pairs(self) -> bool:
        """Whether who shares a chair may have been meant as a pair of partners."""
        pairs = any(format.facts.fixed_pairs for format in formats_of(self.game))
        return pairs and self.shared > 1 and not self.problems_of_names

    @property
    def first_proposals(self) -> tuple[Proposal, ...]:
        """Those that fit best; all of them where a fold would hide a single one."""
        return self.proposals[: len(self.proposals) - len(self.other_proposals)]

    @property
    def other_proposals(self) -> tuple[Proposal, ...]:
        """Those that are folded, which a phone has no room for."""
        several = len(self.proposals) > IN_SIGHT + 1
        return self.proposals[IN_SIGHT:] if several else ()

    @property
    def count_others(self) -> str:
        """How many are folded, at the beginning of a sentence."""
        return spell(len(self.other_proposals)).capitalize()

    @property
    def left_out(self) -> str:
        """Why there is only one format to choose, if the game has several."""
        return explain_left_out(formats_of(self.game), self._count())

    @cached_property
    def options_before(self) -> dict[str, Any]:
        """The proposed options, as far as the format has them."""
        own = self.choice.own or not self.last
        before = self.choice.options if own or not self.last else self.last.options
        names = names_of(option_type_of(self.chosen_format))
        if not (own or self.takes_length):
            names -= length_keys(self.chosen_format)
        rules = {key: value for key, value in before.items() if key in names}
        if self.format_before is None:
            return {**rules, **self.proposed}
        return {**self.proposed, **rules, **self._length_before()}

    @property
    def takes_length(self) -> bool:
        """Whether the length of the last time is to be taken over."""
        return self.post.get("act") == "length"

    @cached_property
    def format_before(self) -> Format | None:
        """The format of the last time with its options, if it is also chosen now."""
        if self.last is None or self.last.format != self.chosen_format.kind.slug:
            return None
        return format_of(self.last)

    def _length_before(self) -> dict[str, Any]:
        """The length of the last time, if it is taken over."""
        format = self.format_before
        if format is None or not self.takes_length:
            return {}
        return {name: getattr(format.agreed, name) for name in length_keys(format)}

    @property
    def length_words(self) -> str:
        """How long the last time was, and for how many people, if it is different now; else ""."""
        format = self.format_before
        if format is None or self.last is None or not length_keys(format):
            return ""
        course = translate(format.offer.course)
        if course == translate(self.played.offer.course):
            return ""
        text = ngettext(
            "Last time, with {n} person, it was {course}.",
            "Last time, with {n} people, it was {course}.",
            people := self.last.entries.count(),
        )
        return text.format(n=people, course=course) if people else ""

    @cached_property
    def proposed(self) -> dict[str, Any]:
        """The proposed length for that many people, with the other options as typed."""
        format, values = self.chosen_format, self._read_typed({})
        options = parse_options(option_type_of(format), values)[0]
        chosen = formats.format_of(self.game, format.kind.slug, options)
        return dict(chosen.offer.propose(self._count()))

    def _read_typed(self, current: dict[str, Any]) -> dict[str, Any]:
        """The options sent, if all can be read; those proposed for other people are proposed
        anew."""
        if not (self.same and (self.judged or "shown" in self.post)):
            return {}
        form = OptionsForm(self.chosen_format, self.post, current=current)
        values = form.options() if form.is_valid() else {}
        if self.judged:
            return values
        if self.takes_length:
            values = {k: v for k, v in values.items() if k not in length_keys(self.chosen_format)}
        return {k: v for k, v in values.items() if self.post.get(f"proposed_{k}") != str(v)}

    @property
    def proposes_anew(self) -> bool:
        """Whether the proposal differs from what is on the page."""
        return any(self.post.get(f"proposed_{k}") != str(v) for k, v in self.proposed.items())

    @cached_property
    def first(self) -> dict[str, Any]:
        """The initial values of the fields."""
        last = self.last
        first = {
            "name": last.name if last else self.choice.name,
            "date": opening.next_date(last.date) if self.like and last else timezone.localdate(),
            "starts_at": last.starts_at if self.like and last else None,
            "place": last.place if last else "",
        }
        return first | (_people_of(self.like) if self.like else {})

    @property
    def typed(self) -> dict[str, str]:
        """What was typed apart from the game; a name that was only proposed is proposed anew."""
        typed = {name: self.post[name] for name in FREE if name in self.post}
        if typed.get("name") == self.post.get("proposed") and not self.same:
            typed.pop("name", None)
        return typed

    # --- forms ------------------------------------------------------------------------------------

    @cached_property
    def event(self) -> NewEventForm:
        """The form with name, day and place."""
        if self.judged and not self.post.get("name", "").strip():
            return NewEventForm(self.post, initial=self.first)
        return NewEventForm(self.post if self.judged else None, initial=self.first | self.typed)

    @cached_property
    def games(self) -> GameForm:
        data = self.post if self.judged else None
        return GameForm(self.offered, data, initial={"game": self.choice.key})

    @cached_property
    def names(self) -> NamesForm:
        return NamesForm(self.post if self.judged else None, initial=self.first | self.typed)

    @cached_property
    def format(self) -> FormatForm:
        # Drop a format that only the former game has.
        is_offered = self.post.get("format") in (None, *self.game.formats)
        data = (self.post if is_offered else QueryDict()) if self.judged else None
        return FormatForm(self.game, data, initial={"format": self.chosen_format.kind.slug})

    @cached_property
    def roles(self) -> RolesForm:
        data = self.post if self.judged else None
        before = self.last.role_names if self.last else None
        return RolesForm(self.played, data, current=before)

    @cached_property
    def options(self) -> OptionsForm:
        data = (self.post if self.same else QueryDict()) if self.judged else None
        before = self.options_before
        current = before if self.judged else {**before, **self._read_typed(before)}
        return OptionsForm(self.chosen_format, data, current=current)

    @cached_property
    def draw_requests(self) -> DrawRequestsForm:
        data = self.post if self.judged and self.draws_every_set else None
        requests = self.chosen_format.facts.requests
        return DrawRequestsForm(data, initial=self.first | self.typed, requests=requests)

    def all(self) -> tuple[Any, ...]:
        """All forms of the page, in its order: so does its foot name what is wrong."""
        forms = (self.names, self.games, self.format, self.roles, self.event, self.options)
        return (*forms, self.draw_requests) if self.draws_every_set else forms

    def are_valid(self) -> bool:
        """Whether all forms are valid; each is checked, so that all problems show at once."""
        return not [form for form in self.all() if not form.is_valid()]

    @property
    def fault_count(self) -> str:
        """How many fields have mistakes, in a word."""
        return spell(len(self.faults))

    @cached_property
    def faults(self) -> list[tuple[str, str]]:
        """The fields with mistakes: the id of each, and its label. Those at the foot stay while
        the page is renewed, except for what has been put right."""
        if not self.judged and self.same and "faulty" in self.post:
            return type(self)(self.request, judged=True).faults
        if not self.judged:
            return []
        fields = [field for form in self.all() for field in form if field.errors]
        return [(field.id_for_label or field.auto_id, str(field.label)) for field in fields]

    @property
    def has_errors(self) -> bool:
        return self.judged and any(form.errors for form in self.all())

    # --- what comes of it -------------------------------------------------------------------------

    @cached_property
    def ticked(self) -> list[str]:
        """The ids of the people of the book who were ticked."""
        return self.post.getlist("known")[:KNOWN]

    @cached_property
    def listed(self) -> list[ParsedName]:
        """The people who were typed, as far as they can be read."""
        return self._list_names(self.played.facts.roles.names, self._role_names())

    @cached_property
    def problems_of_names(self) -> tuple[Problem, ...]:
        """The unreadable lines of the list of names."""
        text = self.post.get("names", self.first.get("names", ""))
        try:
            parse_names(text, roles=self.played.facts.roles.names, role_names=self._role_names())
        except Refused as refused:
            return refused.problems
        return ()

    def check_requests(self) -> list[Problem]:
        """The names in wishes that nobody on the list has."""
        if not (self.draws_every_set and self.draw_requests.is_valid()):
            return []
        people = [person for line in self.listed for person in line.people]
        numbers = [number for person in self.ticked if (number := whole_number(person)) is not None]
        ticked = reading.persons(self.family, numbers)
        people += [(person.name, person.note) for person in ticked]
        names = {name for person in people for name in (person[0], name_with_note(*person))}
        requests = opening.DrawRequests(**self.draw_requests.cleaned_data)
        return opening.find_strangers(requests, sorted(names))

    @property
    def problems_apart_from_repeats(self) -> list[Any]:
        """What is wrong with the names, without what is said of each repeat."""
        repeats = {
            message(problem) for problem in self.problems_of_names if "before" in problem.params
        }
        return [text for text in self.names["names"].errors if text not in repeats]

    @property
    def repeats(self) -> list[Repeat]:
        """The names listed twice; capitals and apostrophes make no difference."""
        doubles = [
            (params["name"], params["before"], params["line"])
            for params in (problem.params for problem in self.problems_of_names)
            if "before" in params
        ]
        return [Repeat(str(name), int(str(at)), int(str(line))) for name, at, line in doubles]

    @property
    def mail_lines(self) -> list[int]:
        """The numbers of the lines that are a mail's, and not of the list in it."""
        return strip_mail_lines(self._text.splitlines(keepends=True))[1]

    @property
    def _text(self) -> str:
        """The list of names as typed, or as proposed."""
        return self.post.get("names", self.first.get("names", ""))

    def _count(self) -> int:
        """How many people come, in any role."""
        return len(self._list_names()) + len(self.ticked)

    def _list_names(
        self, roles: tuple[str, ...] = (), called: dict[str, dict[str, str]] | None = None
    ) -> list[ParsedName]:
        text = self._text
        try:
            return parse_names(text, roles=roles, role_names=called)
        except Refused:
            listed: list[ParsedName] = []
            for at, line in enumerate(filter(None, map(str.strip, text.splitlines())), 1):
                try:
                    listed += parse_names(line, roles=roles, role_names=called)
                except Refused:  # this line cannot be read
                    listed.append(ParsedName(line, "", None, at))
            return listed

    def _role_names(self) -> dict[str, dict[str, str]]:
        """The names of the roles, as sent or as proposed."""
        called = {}
        for role in self.played.facts.roles.names:
            singular, plural = (f"role_{role}_{form}" for form in ("one", "many"))
            names = (self.last.role_names if self.last else {}).get(role, {})
            called[role] = {
                "one": self.post.get(singular) or names.get("one", role),
                "many": self.post.get(plural) or names.get("many", role),
            }
        return called

    @cached_property
    def played(self) -> Format:
        """The chosen format with its options as typed, as far as they can be read."""
        values = self.options_before | self._read_typed(self.options_before)
        options = parse_options(option_type_of(self.chosen_format), values)[0]
        return formats.format_of(self.game, self.chosen_format.kind.slug, options)

    @cached_property
    def arrangement(self) -> Arrangement:
        """The arrangement of that many people: tables, sit-outs, roles."""
        people = len(self.listed) + len(self.ticked)
        planned = bool(self.starts_at)
        return arrange(self.played, people, self._counts(), begins=self.begins, is_planned=planned)

    @property
    def ties_words(self) -> str:
        """What separates people who are level in the end, where several sets are added up."""
        arrangement = self.arrangement
        if not (arrangement.tables and arrangement.fits) or arrangement.starts:
            return ""
        if "tie_breaks" not in names_of(option_type_of(self.chosen_format)):
            return ""
        ties = [METRICS[key] for key in self.played.agreed.tie_breaks]
        if not ties:
            return _("People who are level at the end share the place.")
        text = _("People who are level at the end are separated by {ties}.")
        if not ties[-1].is_lot:
            text = _("People who are level at the end are separated by {ties}, or share the place.")
        return text.format(ties=_(", then by ").join(_(tie.label) for tie in ties))

    def _counts(self) -> dict[str, int]:
        """How many people there are of each role, by its name on the page."""
        format = self.played
        if not format.facts.roles.names or not (self.listed or self.ticked):
            return {}
        names = [name.name for name in self.listed if name.role is None]
        usual = reading.roles_by_name(self.family, names)
        roles = [name.role or usual.get((name.name, name.note), "") for name in self.listed]
        numbers = [number for person in self.ticked if (number := whole_number(person)) is not None]
        roles += [person.usual_role for person in reading.persons(self.family, numbers)]
        counts = Counter(roster.alike(role, format.facts.roles.names) for role in roles)
        return {word: counts[role] for role, word in self._plurals(format).items()}

    @cached_property
    def rules_words(self) -> str:
        """The options in a few words."""
        current = self.options_before
        if self.judged and not self.options.errors:
            current = {**current, **self.options.options()}
        if self.choice.named_for(current):
            return self.choice.name
        kind = option_type_of(self.chosen_format)
        chosen, usual = (parse_options(kind, values)[0] for values in (current, self.proposed))
        if chosen == usual:
            return _("As in the book")
        return _("As last time") if not self.judged else _("As you chose")

    @property
    def roles_words(self) -> str:
        """The names of the roles in a few words."""
        return and_list([*self._plurals(self.played).values()])

    def _plurals(self, format: Format) -> dict[str, str]:
        """The plural of each role, as the host calls it."""
        names = self._role_names()
        return {
            role: names[role]["many"] if names[role]["many"] != role else _(usual)
            for role, usual in format.facts.roles.words.items()
        }

    @property
    def draws_every_set(self) -> bool:
        """Whether seats are drawn for every set, so that people may have wishes for the draw."""
        return DRAWS_EVERY_SET(self.chosen_format)

    @property
    def requests_words(self) -> str:
        """The number of wishes for the draw in a few words."""
        fields = ("apart", "together", "chairs")
        texts = (self.post.get(name, self.first.get(name, "")) for name in fields)
        count = sum(bool(line.strip()) for text in texts for line in text.splitlines())
        return ngettext("%(n)d wish", "%(n)d wishes", count) % {"n": count} if count else _("none")

    @cached_property
    def date(self) -> dt.date | None:
        """The day, as sent or as proposed; None if it cannot be read."""
        if "date" not in self.post:
            return cast("dt.date", self.first["date"])
        try:
            return parse_date(self.post["date"].strip())
        except ValueError:
            return None

    @cached_property
    def starts_at(self) -> dt.time | None:
        """The time of day, as sent or as proposed; None if there is none or it cannot be read."""
        if "starts_at" not in self.post:
            return cast("dt.time | None", self.first["starts_at"])
        try:
            return parse_time(self.post["starts_at"].strip())
        except ValueError:
            return None

    @property
    def begins(self) -> dt.datetime | None:
        """When it begins: at the time of day, else now, if it is today."""
        if self.date and self.starts_at:
            return timezone.make_aware(dt.datetime.combine(self.date, self.starts_at))
        return timezone.now() if self.date == timezone.localdate() else None

    # --- the games to choose from -----------------------------------------------------------------

    @cached_property
    def query(self) -> str:
        """The text of the search for a game."""
        return clean_line(self.post.get("q") or self.request.GET.get("q"), LONGEST_QUERY)

    @property
    def is_search(self) -> bool:
        """Whether a game was typed and not searched for yet: the Enter key without a script."""
        return bool(self.query) and self.post.get("sought", self.query) != self.query

    @property
    def shows_game(self) -> bool:
        """Whether the page shows the options of the chosen game and format."""
        form = self.chosen_format.kind.slug
        return self.same and self.post.get("shown_format", form) == form

    @property
    def shows_games(self) -> bool:
        """Whether the page shows the games found, for that many people."""
        sought, fitted = self.post.get("sought"), self.post.get("fitted")
        people = str(self.arrangement.people)
        return sought in (None, self.query) and fitted in (None, people)

    @cached_property
    def tiles(self) -> list[GameTile]:
        """The games to choose from: those found by a search, else the chosen one and those that
        suit the number of people, the best known first."""
        if self.query:
            matches = list(opening.search_choices(self.family, self.query))[:MOST_FOUND_GAMES]
            if self.choice not in matches:
                matches.insert(0, self.choice)
        else:
            matches = self._proposed
        return [
            GameTile(
                number,
                choice.key,
                choice.name,
                tile_words(choice.game),
                choice.key == self.choice.key,
            )
            for number, choice in enumerate(matches)
        ]

    @property
    def has_suited(self) -> bool:
        """Whether the games proposed suit those who come, apart from the chosen one."""
        people = self._count()
        others = [choice for choice in self._proposed if choice.key != self.choice.key]
        return bool(people) and all(_suits(choice, people) for choice in others)

    @cached_property
    def _proposed(self) -> list[Choice]:
        """The games proposed, the chosen one first."""
        people = self._count()
        played = selectors.last_played(self.family)
        recency = {self._key_of(event): at for at, event in reversed(list(enumerate(played)))}

        def order(choice: Choice) -> tuple[bool, bool, int, bool, int]:
            format = formats_of(choice.game)[0]
            return (
                choice.key != self.choice.key,
                not _suits(choice, people),
                recency.get(choice.key, len(played)),
                not format.keeping.moves,
                format.game.plays.players[0] - format.game.plays.players[1],
            )

        return sorted(self.offered, key=order)[:TILES]


def _suits(choice: Choice, people: int) -> bool:
    """Whether so many can play a game in any of its formats; 0: nobody has been named."""
    return not people or any(format.tables.fits(people) for format in formats_of(choice.game))


def _people_of(event: Event) -> dict[str, str]:
    """Who came to an evening and what was wished for its draw, as somebody would type it."""
    lines = []
    entries = list(event.entries.select_related("person", "second").order_by("pk"))
    partner, place = partners(event, 1), {entry.pk: at for at, entry in enumerate(entries)}
    entries.sort(key=lambda entry: min(place[entry.pk], place[partner.get(entry.pk, entry.pk)]))
    for entry in entries:
        role = role_word(event, entry.asked_role or entry.role)
        names = write_names((person.name, person.note) for person in entry.people)
        lines.append(f"{names}{', ' if role else ''}{role}")
    pairs: dict[str, list[str]] = {"apart": [], "together": []}
    wished = event.pairings.exclude(kind=Pairing.Kind.PARTNERS)  # whom the order of names tells
    for pair in wished.select_related("first", "second").order_by("pk"):
        kind = "apart" if pair.kind == Pairing.Kind.APART else "together"
        pairs[kind].append(f"{pair.first.name}, {pair.second.name}")
    chairs = [entry.name for entry in entries if entry.keeps_chair]
    texts = {"names": lines, "chairs": chairs, **pairs}
    return {name: "\n".join(text) for name, text in texts.items()}


# --- the page -------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def event_new(request: HttpRequest) -> HttpResponse:
    """Who comes, and what is played; `act=go` goes on to the seats or the board, anything else to
    the list of people.

    With `act=game` nothing is created: the page shows the options of the chosen game, or the games
    found, and keeps what was typed; with `act=length` it takes over the length of the last time.
    htmx asks for these parts alone.
    """
    judged = request.method == "POST" and request.POST.get("act") not in ("game", "length")
    judged = judged and "HX-Request" not in request.headers
    wizard = Wizard(request, judged=judged)
    if wizard.is_search:
        wizard = Wizard(request, judged=False)
    if wizard.judged and wizard.are_valid():
        try:
            with transaction.atomic():
                address = make_event(wizard)
        except Refused as refusal:
            put_refused(wizard, dict.fromkeys((*refusal.problems, *wizard.check_requests())))
        else:
            return HttpResponseRedirect(address, status=303)
    elif wizard.judged:  # all that is wrong stands there at once
        put_refused(wizard, [*wizard.problems_of_names, *wizard.check_requests()])
    return new_event_page(request, wizard)


def new_event_page(request: HttpRequest, wizard: Wizard) -> HttpResponse:
    """The page, or the part of it that htmx asks for."""
    context: dict[str, Any] = {"wizard": wizard, "forms": wizard, "choice": wizard.choice}
    context |= {"game": wizard.game, "format": wizard.played}
    target = request.headers.get("HX-Target")
    if target in ("game-part", "games", "makes"):
        return page(request, "events/_answer.html", context | {"swapped": True, "target": target})
    context["known"] = reading.people_list(wizard.family, limit=KNOWN)
    context["ticked"] = set(wizard.ticked)
    context["count"] = len(wizard.offered)
    context["newest"] = selectors.newest_event(wizard.family)
    return page(request, "events/new.html", context, status=422 if wizard.has_errors else 200)


def make_event(wizard: Wizard) -> str:
    """Create the event and enter its people, all or nothing. Returns the address of the next page.
    Raises Refused."""
    request = wizard.request
    starts = request.POST.get("act") == "go"
    if starts and not wizard.arrangement.fits:
        raise Refused([error("people.number", wizard.arrangement.words, ("names",))])
    options = {**wizard.options_before, **wizard.options.options()}
    if not wizard.same or not wizard.last:
        options = {**wizard.choice.options, **wizard.proposed, **wizard.options.options()}
    event = create_event(
        owner=request.user,
        **wizard.event.cleaned_data,
        game=wizard.game.slug,
        format=wizard.chosen_format.kind.slug,
        role_names=wizard.roles.role_names(),
        options=options,
        house_rules=wizard.choice.named_for(options),
    )
    actor = host_actor(event, request.user)
    parsed = [
        *parsed_names(event, wizard.names.cleaned_data["names"]),
        *ticked_people(event, wizard.ticked),
    ]
    if parsed:
        roster.enter_people(event=event, actor=actor, parsed=parsed)
    if DRAWS_EVERY_SET(event):
        requests = opening.DrawRequests(**wizard.draw_requests.cleaned_data)
        opening.note_requests(event=event, actor=actor, requests=requests)
    if starts:
        return opening.seat_people(event=event, actor=actor)
    return back(request, "event_people", event.pk)["Location"]


def put_refused(wizard: Wizard, problems: Iterable[Problem]) -> None:
    """Show problems beside their fields."""
    of_names = []
    for problem in problems:
        about, *place = problem.at or ("",)
        if about == "role_names":
            field = "_".join(["role", *map(str, place)])
            put_beside_fields(wizard.roles, [replace(problem, at=(field,))])
        elif about == "options":
            put_options(wizard.options, [problem])
        elif about in wizard.draw_requests.fields:
            put_beside_fields(wizard.draw_requests, [problem])
        else:
            of_names.append(problem)
    put_beside_fields(wizard.names, of_names)
