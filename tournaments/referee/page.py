"""Everything that the referee's page shows, and where the referee is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from rulesets.cards.deck import ALL_SUITS, FRENCH, SUITS
from rulesets.engine.game import names_of
from rulesets.referee import explain, list_verbs
from rulesets.referee.position import card_called, suit_called
from rulesets.referee.tricks import NO_TRUMP
from tournaments.boards.deals import on_board
from tournaments.boards.hall import Hall
from tournaments.boards.table_page import current_table
from tournaments.models.event_games import find_game_of, game_called, options_of
from tournaments.referee.forms import HandForm, ObjectionForm, PlayersForm, StartForm, StepForm
from tournaments.rules.rule_markup import rules_address, rules_of_game
from tournaments.templatetags.cards import SUIT_NAMES
from tournaments.web.forms import message
from tournaments.web.wording import sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django import forms

    from rulesets.cards.deck import Deck
    from rulesets.engine.game import Game
    from rulesets.referee import PlayedCard, Position, Referee
    from tournaments.access.permissions import EventRequest
    from tournaments.boards.event_board import EventBoard
    from tournaments.models import Event, Table
    from tournaments.models.errors import Refused
    from tournaments.referee.ruling import Ruling


MOST_PICKED = 60
CARD_VERBS = {
    name: {"name": name, "button": button, "typed": typed, "submit": submit}
    for name, button, typed, submit in (
        (
            "play",
            gettext_lazy("Tap the cards that were played"),
            gettext_lazy("Type the cards instead"),
            gettext_lazy("Played"),
        ),
        (
            "reveal",
            gettext_lazy("Tap the cards that were revealed"),
            gettext_lazy("Type the revealed cards instead"),
            gettext_lazy("Revealed"),
        ),
        (
            "meld",
            gettext_lazy("Tap the cards that were melded"),
            gettext_lazy("Type the melded cards instead"),
            gettext_lazy("Melded"),
        ),
    )
}
ACTIONS = {
    "play": gettext_noop("plays {value}"),
    "draw": gettext_noop("draws {value}"),
    "pass": gettext_noop("passes"),
    "reveal": gettext_noop("reveals {value}"),
    "meld": gettext_noop("melds {value}"),
}


@dataclass
class Page:
    """The page while it is put together. `plays` are those of the hand that was asked about."""

    place: RefereePlace
    players: tuple[str, ...]
    asks_players: PlayersForm | None = None
    ruling: Ruling | None = None
    start: StartForm | None = None
    step: StepForm | None = None
    hand: HandForm | None = None
    objection: ObjectionForm | None = None
    plays: list[list[PlayedCard]] | None = None
    verb: str = ""
    noted: bool = False
    lost: bool = False

    @property
    def deck(self) -> Deck:
        """What is played with."""
        return self.place.referee.deck(self.place.agreed, max(len(self.players), 2))

    @property
    def mover(self) -> str:
        """Who is to move; somebody, where nobody is."""
        seat = self.ruling.position.mover if self.ruling is not None else 0
        return self.players[seat or 0]

    def start_form(self, data: Mapping[str, str] | None = None) -> StartForm:
        """The form that asks how things stand."""
        asks = self.place.referee.asks_of(self.place.agreed)
        usual = {"ace": getattr(self.place.agreed, "ace", None), **self.place.usual}
        return StartForm(data, names=self.players, asks=asks, deck=self.deck, usual=usual)

    def complain(self, form: forms.Form, refused: Refused, usual: str | None = None) -> None:
        """What is wrong, beside the field that it is about."""
        for problem in refused.problems:
            named = next((str(step) for step in problem.at if str(step) in form.fields), usual)
            form.add_error(named, message(problem))

    @property
    def status(self) -> int:
        """422 where something that was sent has to be put right."""
        asked = (self.asks_players, self.start, self.step, self.hand, self.objection)
        return 422 if self.lost or any(one is not None and one.errors for one in asked) else 200

    def context(self) -> dict[str, Any]:
        """All that the template wants."""
        found: dict[str, Any] = {"page": self, "place": self.place, "game": self.place.game}
        if not self.players:
            return found | {"asks_players": self.asks_players or PlayersForm(auto_id="settle_%s")}
        found |= {"picker": picker_of(self.deck), "single": picker_of(self.deck, most=1)}
        if self.ruling is None:
            return found | {"start": self.start or self.start_form()}
        return found | self._running(self.ruling)

    def _running(self, ruling: Ruling) -> dict[str, Any]:
        position, verdict = ruling.position, self._verdict(ruling)
        open_verbs = list_verbs(position)
        names = self.players
        referee = self.place.referee
        return {
            "session": ruling.session,
            "text": ruling.session.text(),
            "position": position,
            "verdict": verdict,
            "question": ruling.question,
            "may": open_verbs,
            "may_end": ruling.session.open is not None or "draw" not in open_verbs,
            "mover": None if position.mover is None else names[position.mover],
            "seats": self._seats(position),
            "reasons": [(sentence(one.words), self._rule(one.rule)) for one in explain(position)],
            "step": self.step or StepForm(names=names, mover=self.mover),
            "hand": self.hand or HandForm(),
            "objection": self.objection or ObjectionForm(names=names),
            "others": [name for seat, name in enumerate(names) if seat != position.mover],
            "card_verbs": [words for name, words in CARD_VERBS.items() if name in referee.verbs],
            "act_words": [(word, _(word.capitalize())) for word in referee.act_words],
            "has_then": referee.has_then,
            "has_rounds": referee.has_rounds,
            "plain_numbers": referee.plain_numbers,
            "circles": "direction" in referee.asks,
            "pile": "top" in referee.asks,
            "trump": trump_words(position, can_be_none="trump" in referee.asks),
            "trick": [(names[seat], one.card) for seat, one in referee.lying(position)],
            "last_trick": [(names[seat], one.card) for seat, one in referee.last_trick(position)],
            "top_call": called(position.top, self.deck) if position.top is not None else "",
        }

    def _rule(self, anchor: str) -> str:
        return f"{self.place.rules}#{anchor}"

    def _verdict(self, ruling: Ruling) -> dict[str, Any] | None:
        """Allowed or not, and why."""
        found = ruling.judgement
        if found is None:
            return None
        referee = self.place.referee
        conditions = found.conditions
        told = {"call.missing", "to.missing", "slap.missing", *(one.code for one in conditions)}
        return {
            "allowed": found.legal,
            "conditions": [(sentence(one.words), self._rule(one.rule)) for one in conditions],
            "stands": found.counts and not found.legal,
            "why": [
                (message(problem), self._rule(referee.anchor(problem.code)))
                for problem in found.problems
                if problem.code not in told
            ],
            "did": [(sentence(one.words), self._rule(one.rule)) for one in found.effects],
        }

    def verdict_text(self) -> str:
        """The verdict as it stands on the dispute log."""
        ruling = self.ruling
        verdict = self._verdict(ruling) if ruling is not None else None
        if ruling is None or verdict is None:
            return ""
        told = [steps_words(ruling)]
        if verdict["conditions"]:
            told += [text for text, _rule in verdict["conditions"]]
        else:
            told.append(_("Allowed.") if verdict["allowed"] else _("Not allowed."))
        told += [text for text, _rule in (*verdict["why"], *verdict["did"])]
        return " ".join(one for one in told if one)

    def _seats(self, position: Position) -> list[dict[str, Any]]:
        tricks = self.place.referee.memory_view(position).get("tricks", {})
        return [
            {
                "name": name,
                "moves": seat == position.mover,
                "held": position.hands[seat].size,
                "due": position.owes(seat),
                "skipped": len(position.skips[seat]),
                "paused": seat in position.paused,
                "tricks": tricks.get(name),
                "won": position.over is not None and position.over.winner == seat,
            }
            for seat, name in enumerate(self.players)
        ]


def trump_words(position: Position, *, can_be_none: bool) -> str:
    """What is trump, in words; "" in a game without. `can_be_none`: it may be played without."""
    letter = position.setting.referee.memory_view(position).get("trump")
    if letter is None:
        return _("No trump") if can_be_none else ""
    suit = FRENCH[SUITS.index(letter)]
    return _("%(suit)s are trump") % {"suit": f"{ALL_SUITS[suit].symbol} {SUIT_NAMES[suit]}"}


def called(top: PlayedCard, deck: Deck) -> str:
    """What was called with the card on top, in words; as it was told, where that is no suit."""
    call = top.calls[-1] if top.calls else ""
    suit = suit_called(call, deck.suits) if call else None
    if suit is not None:
        return str(SUIT_NAMES[suit])
    card = card_called(call, deck.suits) if call else None
    return card.symbol if card is not None else call


def steps_words(ruling: Ruling) -> str:
    """The turn that was tried, as a table tells it: "Bo: JS, draws 1." """
    turn = ruling.session.tried or (ruling.session.turns[-1] if ruling.session.turns else {})
    if "round" in turn:
        return _("A new round starts with %(name)s.") % {"name": turn["round"]}
    parts = []
    for step in turn.get("steps", ()):
        verb, value = next(iter(step.items()))
        cards = " ".join(value) if isinstance(value, list) else value
        parts.append(_(ACTIONS.get(verb, "{value}")).format(value=cards))
    told = ", ".join(parts) or _("plays nothing")
    return f"{turn.get('player', '')}: {told}."


def picker_of(deck: Deck, most: int = MOST_PICKED) -> str:
    """What the card picker has to know of a deck, as an address."""
    suits = ".".join(map(str, deck.suits))
    without = ".".join(card.text for card in sorted(deck.without))
    known = {"packs": deck.packs, "jokers": deck.jokers, "suits": suits, "without": without}
    return urlencode({**known, "least": 1, "most": most, "rows": 0})


# The signs of a drive's hands as the referee has them; others are named in play.
TRUMPS = {"none": NO_TRUMP, **{letter: letter for letter in SUITS}}


@dataclass(frozen=True, slots=True)
class RefereePlace:
    """A game with what was agreed on, and who plays it where (nobody: the page asks).

    `options` are as they are stored, `agreed` as the game reads them. `address` is that of the
    page, `rules` that of the game's rule text, `back` where one came from. `usual` is what the
    table need not be asked: who leads to the hand that it plays now, and its trump.
    """

    game: Game
    referee: Referee
    options: dict[str, Any]
    agreed: Any
    edition: int
    players: tuple[str, ...]
    address: str
    rules: str
    back: str
    usual: Mapping[str, str]


def at_table(request: EventRequest, token: str) -> RefereePlace:
    """The table of a phone, with the people who sit there now. Raises Http404 where its game has
    no referee."""
    event = request.event
    game = find_game_of(event)
    if game is None or game.referee is None:
        raise Http404
    players, usual = _seats_at(event, request.actor.table_number or 0)
    return RefereePlace(
        game,
        game.referee,
        {key: event.options[key] for key in names_of(game.options) & event.options.keys()},
        options_of(event),
        event.edition,
        players,
        reverse("table_settle", args=(token,)),
        rules_address(event),
        reverse("table", args=(token,)),
        usual,
    )


def anywhere(slug: str) -> RefereePlace:
    """A game that is played anywhere, with its usual rules. Raises Http404."""
    game = game_called(slug)
    if game is None or game.referee is None:
        raise Http404
    rules = rules_of_game(game)
    address = reverse("settle", args=(slug,))
    return RefereePlace(
        game, game.referee, {}, game.options(), game.edition, (), address, rules, rules, {}
    )


def _seats_at(event: Event, number: int) -> tuple[tuple[str, ...], dict[str, str]]:
    """The names at a table, clockwise, and what is known of the hand that is played there; nobody
    before the first seats."""
    board = Hall.of(event).board(number)
    if board is None:
        return (), {}
    reports = ((one.number, report) for one in board.rounds for report in one.reports)
    due = ((at, report) for at, report in reports if report.state in ("missing", "waiting"))
    deal = next((on_board(board, *place) for place in due), None)
    if deal is None:
        return _clockwise(board), {}
    known = {} if deal.leader is None else {"first": board.names[deal.leader]}
    trump = TRUMPS.get(deal.trump_key)
    return _clockwise(board), known | ({"trump": trump} if trump else {})


def _clockwise(board: EventBoard) -> tuple[str, ...]:
    return tuple(board.names[place] for place in board.clockwise)


def table_of(request: EventRequest) -> Table | None:
    """The table that an objection from this phone is about."""
    return current_table(request.event, request.actor.table_number or 0)
