import pytest

from tests.tournaments.papers.conftest import visual
from tournaments.papers.certificates import certificates
from tournaments.papers.data import Heading, Placing
from tournaments.papers.ornaments import BAND


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_person_gets_a_certificate_with_name_place_and_points(
    heading, placings, read, find_all, paper
):
    pages = read(certificates(heading, placings[:12], players=64, paper=paper))
    assert len(pages) == 12
    for page, placing in zip(pages, placings, strict=False):
        (chars,) = find_all(page, visual(placing.name))
        assert min(char["x0"] for char in chars) >= 34 + 80
        assert max(char["x1"] for char in chars) <= page.width - 34 - 80 + 0.1
        assert find_all(page, f"place {placing.rank} of 64")
        assert find_all(page, f"with {placing.total} points")
        assert bool(find_all(page, "shares place")) == placing.shared


def test_the_number_of_players_is_that_of_the_certificates_if_not_told(heading, read, find_all):
    pages = read(certificates(heading, [Placing(n, "Ann", "", -n) for n in (1, 2, 3)]))
    assert find_all(pages[2], "took place 3 of 3")
    assert find_all(pages[2], "with −3 points")


def test_a_certificate_says_what_was_played_and_shows_the_place_in_a_wreath(read, find_all):
    heading = Heading("Family evening", "21 November 2026", "Parish hall", game="Court Whist")
    (page,) = read(certificates(heading, [Placing(2, "Ann", "", 99)], players=16))
    assert find_all(page, "at Court Whist · with 99 points")
    assert find_all(page, "21 November 2026 · Parish hall")
    assert find_all(page, "Host")
    middle = [chars for chars in find_all(page, "2") if len(chars) == 1 and chars[0]["size"] > 40]
    assert len(middle) == 1
    center = (middle[0][0]["x0"] + middle[0][0]["x1"]) / 2
    assert center == pytest.approx(float(page.width) / 2, abs=1)
    assert len(page.curves) > 100  # the braid and the leaves


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_border_stays_on_the_page_and_off_the_words(heading, placings, read, paper):
    for page in read(certificates(heading, placings[:3], paper=paper)):
        drawn = [*page.curves, *page.rects, *page.lines]
        assert min(one["x0"] for one in drawn) > 20
        assert max(one["x1"] for one in drawn) < page.width - 20
        words = page.extract_words()
        assert min(word["x0"] for word in words) > 30 + BAND
        assert max(word["x1"] for word in words) < page.width - 30 - BAND
