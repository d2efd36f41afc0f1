import pytest

from tests.sampling import on_both_papers
from tournaments.papers.books import ledger
from tournaments.papers.data import Balance, Book, BookRound, Moved


def a_book(rounds, lines, why="because of the rule"):
    return Book(
        "Ledger · Table 2",
        tuple(
            BookRound(
                f"Round {number}",
                tuple(
                    Moved(f"{line} coins", f"From{number}x{line}", f"To{number}x{line}", why)
                    for line in range(1, lines + 1)
                ),
                "Ann pays 1",
            )
            for number in range(1, rounds + 1)
        ),
        tuple(Balance(f"Account {number}", "coins", 12, number) for number in range(70)),
    )


@on_both_papers
def test_every_movement_stands_under_its_round(heading, read, paper):
    pages = read(ledger, heading, books=[a_book(12, 9)], paper=paper)
    text = "\n".join(page.extract_text() for page in pages)
    for number in range(1, 13):
        assert f"Round {number}" in text
        for line in range(1, 10):
            assert f"{line} coins From{number}x{line} To{number}x{line} because" in text
    for page in pages:
        assert "Ledger · Table 2" in page.extract_text()


def test_a_round_that_goes_on_says_so_on_the_next_page(heading, read):
    pages = read(ledger, heading, books=[a_book(1, 80)])
    assert "Round 1, continued" not in pages[0].extract_text()
    assert "Round 1, continued" in pages[1].extract_text()


@pytest.mark.parametrize("lines", [36, 48])
def test_no_heading_stands_alone_at_the_foot_of_a_page(heading, read, lines):
    two = a_book(2, lines)
    first, *_rest = read(ledger, heading, books=[two])
    words = first.extract_text().splitlines()
    assert not words[-2].startswith("Round")


def test_accounts_add_up_at_the_end(heading, read):
    pages = read(ledger, heading, books=[a_book(1, 1)])
    text = "\n".join(page.extract_text() for page in pages[1:])
    assert len(pages) == 3
    for number in range(70):
        left = str(12 - number).replace("-", "−")
        assert f"Account {number} coins 12 {number} {left}" in text
