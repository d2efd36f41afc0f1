"""The referee's page, and the place where the referee is asked."""

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
from tournaments.boards.event_tables import current_table
from tournaments.boards.hall import Hall
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
    """The page under construction. `plays`: the legal plays from the posted hand."""

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
        return self.place.referee.deck(self.place.agreed, max(len(self.players), 2))

    @property
    def mover(self) -> str:
        """The name of the player to move; the first player if nobody is to move."""
        seat = self.ruling.position.mover if self.ruling is not None else 0
        return self.players[seat or 0]

    def start_form(self, data: Mapping[str, str] | None = None) -> StartForm:
        asks = self.place.referee.asks_of(self.place.agreed)
        usual = {"ace": getattr(self.place.agreed, "ace", None), **self.place.usual}
        return StartForm(data, names=self.players, asks=asks, deck=self.deck, usual=usual)

    def complain(self, form: forms.Form, refused: Refused, usual: str | None = None) -> None:
        """Put every problem beside its field, else beside the field `usual`."""
        for problem in refused.problems:
            named = next((str(step) for step in problem.at if str(step) in form.fields), usual)
            form.add_error(named, message(problem))

    @property
    def status(self) -> int:
        """The HTTP status: 422 if posted data has to be corrected."""
        page_forms = (self.asks_players, self.start, self.step, self.hand, self.objection)
        return (
            422
            if self.lost or any(form is not None and form.errors for form in page_forms)
            else 200
        )

    def context(self) -> dict[str, Any]:
        context: dict[str, Any] = {"page": self, "place": self.place, "game": self.place.game}
        if not self.players:
            return context | {"asks_players": self.asks_players or PlayersForm(auto_id="settle_%s")}
        context |= {"picker": picker_of(self.deck), "single": picker_of(self.deck, most=1)}
        if self.ruling is None:
            return context | {"start": self.start or self.start_form()}
        return context | self._running(self.ruling)

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
            "reasons": [
                (sentence(reason.words), self._rule(reason.rule)) for reason in explain(position)
            ],
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
            "trick": [(names[seat], played.card) for seat, played in referee.lying(position)],
            "last_trick": [
                (names[seat], played.card) for seat, played in referee.last_trick(position)
            ],
            "top_call": called(position.top, self.deck) if position.top is not None else "",
        }

    def _rule(self, anchor: str) -> str:
        return f"{self.place.rules}#{anchor}"

    def _verdict(self, ruling: Ruling) -> dict[str, Any] | None:
        """Return the judgement for the template: allowed or not, reasons, effects."""
        judgement = ruling.judgement
        if judgement is None:
            return None
        referee = self.place.referee
        conditions = judgement.conditions
        shown_codes = {
            "call.missing",
            "to.missing",
            "slap.missing",
            *(condition.code for condition in conditions),
        }
        return {
            "allowed": judgement.legal,
            "conditions": [
                (sentence(condition.words), self._rule(condition.rule)) for condition in conditions
            ],
            "stands": judgement.counts and not judgement.legal,
            "why": [
                (message(problem), self._rule(referee.anchor(problem.code)))
                for problem in judgement.problems
                if problem.code not in shown_codes
            ],
            "did": [
                (sentence(effect.words), self._rule(effect.rule)) for effect in judgement.effects
            ],
        }

    def verdict_text(self) -> str:
        """Return the verdict as a text for the dispute log; "" without a verdict."""
        ruling = self.ruling
        verdict = self._verdict(ruling) if ruling is not None else None
        if ruling is None or verdict is None:
            return ""
        sentences = [steps_words(ruling)]
        if verdict["conditions"]:
            sentences += [text for text, _rule in verdict["conditions"]]
        else:
            sentences.append(_("Allowed.") if verdict["allowed"] else _("Not allowed."))
        sentences += [text for text, _rule in (*verdict["why"], *verdict["did"])]
        return " ".join(line for line in sentences if line)

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
    """Return trump in words; "" in a game without. `can_be_none`: a hand may have no trump."""
    letter = position.setting.referee.memory_view(position).get("trump")
    if letter is None:
        return _("No trump") if can_be_none else ""
    suit = FRENCH[SUITS.index(letter)]
    return _("%(suit)s are trump") % {"suit": f"{ALL_SUITS[suit].symbol} {SUIT_NAMES[suit]}"}


def called(top: PlayedCard, deck: Deck) -> str:
    """Return the suit called with the top card in words, or the card called; else the call as
    entered."""
    call = top.calls[-1] if top.calls else ""
    suit = suit_called(call, deck.suits) if call else None
    if suit is not None:
        return str(SUIT_NAMES[suit])
    card = card_called(call, deck.suits) if call else None
    return card.symbol if card is not None else call


def steps_words(ruling: Ruling) -> str:
    """Return the turn on trial, else the last turn, in words: "Bo: JS, draws 1." """
    turn = ruling.session.tried or (ruling.session.turns[-1] if ruling.session.turns else {})
    if "round" in turn:
        return _("A new round starts with %(name)s.") % {"name": turn["round"]}
    parts = []
    for step in turn.get("steps", ()):
        verb, value = next(iter(step.items()))
        cards = " ".join(value) if isinstance(value, list) else value
        parts.append(_(ACTIONS.get(verb, "{value}")).format(value=cards))
    actions = ", ".join(parts) or _("plays nothing")
    return f"{turn.get('player', '')}: {actions}."


def picker_of(deck: Deck, most: int = MOST_PICKED) -> str:
    """Return a deck as query parameters for the card picker."""
    suits = ".".join(map(str, deck.suits))
    without = ".".join(card.text for card in sorted(deck.without))
    parameters = {"packs": deck.packs, "jokers": deck.jokers, "suits": suits, "without": without}
    return urlencode({**parameters, "least": 1, "most": most, "rows": 0})


# A drive's signs of trump and the referee's; other trumps are named in play.
TRUMPS = {"none": NO_TRUMP, **{letter: letter for letter in SUITS}}


@dataclass(frozen=True, slots=True)
class RefereePlace:
    """A game with its options, its players (none: the page asks) and the page's addresses.

    `options` are as stored, `agreed` as read by the game. `address`: the referee's page; `rules`:
    the game's rule text; `back`: the page before. `usual`: initial values from the table's current
    hand, its leader ("first") and its trump.
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
    """Return the place of a phone's table with its current players. Raises Http404 if the game has
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
    """Return the place of a game with its usual rules, away from any table. Raises Http404 if the
    game is unknown or has no referee."""
    game = game_called(slug)
    if game is None or game.referee is None:
        raise Http404
    rules = rules_of_game(game)
    address = reverse("settle", args=(slug,))
    return RefereePlace(
        game, game.referee, {}, game.options(), game.edition, (), address, rules, rules, {}
    )


def _seats_at(event: Event, number: int) -> tuple[tuple[str, ...], dict[str, str]]:
    """Return the names at a table, clockwise, and the leader and trump of its current hand; both
    empty before the first seats."""
    board = Hall.of(event).board(number)
    if board is None:
        return (), {}
    reports = (
        (board_round.number, report)
        for board_round in board.rounds
        for report in board_round.reports
    )
    due = ((at, report) for at, report in reports if report.state in ("missing", "waiting"))
    deal = next((on_board(board, *place) for place in due), None)
    if deal is None:
        return _clockwise(board), {}
    usual = {} if deal.leader is None else {"first": board.names[deal.leader]}
    trump = TRUMPS.get(deal.trump_key)
    return _clockwise(board), usual | ({"trump": trump} if trump else {})


def _clockwise(board: EventBoard) -> tuple[str, ...]:
    return tuple(board.names[place] for place in board.clockwise)


def table_of(request: EventRequest) -> Table | None:
    """Return the table of this phone in the current set."""
    return current_table(request.event, request.actor.table_number or 0)
