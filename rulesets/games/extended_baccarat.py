"""Baccarat with the Extended Deck: nearest to nine; a joker brings its hand there."""

from rulesets.cards.totals import nearest_nine
from rulesets.engine.game import example, option, table_game
from rulesets.engine.scoring import Events, Problems, Table, gain, refusal, say
from rulesets.families import extended
from rulesets.referee.extended.betting import BettingGame
from rulesets.rounds import Hand, PerPlayer, Rounds, SheetColumn, ask, declared

TIED = 8  # to one, for a bet on a tie
MOST_CARDS, MOST_STAKE, USUAL = 10, 100_000, (1, 50)
ON = (("player", "Player"), ("banker", "Banker"), ("tie", "Tie"))
cards = extended.open_hand_counter("nine", 2, MOST_CARDS)


@declared
class Options(extended.ExtendedOptions):
    commission: int = option(
        "Commission on the banker’s hand, in percent",
        default=5,
        low=0,
        high=20,
        help="Taken from what it wins, rounded up to a whole chip.",
    )


@declared
class Coup:
    player: Hand = ask("The player’s hand", "All its cards at the end.", cards=cards)
    banker: Hand = ask("The banker’s hand", "All its cards at the end.", cards=cards)
    on: PerPlayer[str | None] = ask("Bets on", "What each player bet on.", choices=ON)
    stake: PerPlayer[int | None] = ask(
        "Stakes", "Chips; nothing if you sit out.", high=MOST_STAKE, usual=USUAL
    )


class Bets:
    """Whoever bets says on what and how much."""

    def __call__(self, coup: Coup, table: Table) -> Problems:
        for who, name in enumerate(table.names):
            if (coup.on[who] is None) != (not coup.stake[who]):
                text = "{name} bets chips, but on what?"
                if coup.on[who] is not None:
                    text = "{name} bets, but how many chips?"
                yield refusal("bets.missing", text, ("on", who), name=name)

    def mend(self, report, table, chance) -> None:  # type: ignore[no-untyped-def]
        """Let everybody bet."""
        report["on"] = [chance.choice(ON)[0] for _ in table.names]
        report["stake"] = [chance.randint(*USUAL) for _ in table.names]


def count(hand: tuple[str, ...]) -> int:
    """Return the count of a hand."""
    return nearest_nine(extended.read_cards(hand))


def commission(stake: int, percent: int) -> int:
    """Return the commission on an amount, up to the next whole chip."""
    return -(-stake * percent // 100)


def score(coup: Coup, table: Table) -> Events:
    """Yield the result of each bet: one to one, less the commission for the banker; eight to one
    for a tie."""
    player, banker = count(coup.player), count(coup.banker)
    winner = "tie" if player == banker else "player" if player > banker else "banker"
    for who, (on, stake) in enumerate(zip(coup.on, coup.stake, strict=True)):
        if on is None or not stake:
            continue
        won, text, rule = -stake, "{who} bet on the other hand", "bets"
        if winner == "tie":
            won, text, rule = 0, "A tie gives the bet back", "tie"
            if on == "tie":
                won, text = TIED * stake, "{who} bet {stake} on the tie"
        elif on == "tie":
            text = "{who} bet on a tie"
        elif on == winner:
            won, text = stake, "{who} bet {stake} on the hand that won"
            if on == "banker":
                won -= commission(stake, table.options.commission)
                text, rule = "{who} bet {stake} on the banker, less the commission", "commission"
        yield gain(who, won, text, rule, ("on", who), stake=stake)
    yield say("player {player}, banker {banker}", player=player, banker=banker)


def coup(player: str, banker: str, *bets: tuple[str, int] | None) -> dict[str, object]:
    return {
        "player": player.split(),
        "banker": banker.split(),
        "on": [bet and bet[0] for bet in bets],
        "stake": [bet and bet[1] for bet in bets],
    }


WON, LOST = ("banker", 30), ("player", 10)
GAME = table_game(
    slug="extended-baccarat",
    name="Baccarat with the Extended Deck",
    source=extended.SOURCE,
    sheet=extended.SHEET,
    pictures=extended.PICTURES,
    about="Bet on who comes nearest to nine; a joker helps a hand there, a Skip makes it stand.",
    family="stakes",
    needs=extended.needs("chips"),
    minutes=30,
    aliases=("Punto Banco", "Extended Baccarat"),
    options=Options,
    plays=Rounds(
        players=(2, 12),
        asks=Coup,
        score=score,
        checks=(extended.CardsFromDeck(("player", "banker")), Bets()),
        deals="none",
        unit="chips",
        sheet_columns=(
            SheetColumn("player", value=lambda table, _who: count(table.last.report.player)),
            SheetColumn("banker", value=lambda table, _who: count(table.last.report.banker)),
            SheetColumn("bet on", "on"),
            SheetColumn("stake", "stake"),
        ),
        how=(
            "Ace 1, two to nine as they show, ten and faces 0; only the last digit counts.",
            "A joker brings its hand to 9. Draw: two cards; Reverse: the other hand first.",
            "Bets are paid 1 : 1, on the banker less commission, on a tie 8 : 1.",
        ),
        joins=False,
    ),
    referee=BettingGame("hit", "stand", once=False),
    examples=(
        example(
            "The banker wins; 5 % of 30 is two chips.",
            coup("10S 7H", "JK 2D", WON, LOST),
            gives=(28, -10),
        ),
        example(
            "A tie gives the other bets back.",
            coup("9S KD", "JK QC 3H", LOST, ("tie", 5)),
            gives=(0, 40),
        ),
        example("Bo sits out.", coup("4H 4D", "3S 3C", LOST, None), gives=(10, 0)),
        example(
            "Without commission.", coup("2H 4D", "3S 4C", WON, WON), gives=(30, 30), commission=0
        ),
    ),
)
