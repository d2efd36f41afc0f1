import pytest

from tests.tournaments.papers.conftest import visual
from tournaments.papers.certificates import certificates
from tournaments.papers.data import Placing


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_person_gets_a_certificate_with_name_place_and_points(
    heading, placings, read, find_all, paper
):
    pages = read(certificates(heading, placings[:12], players=64, paper=paper))
    assert len(pages) == 12
    for page, placing in zip(pages, placings, strict=False):
        (chars,) = find_all(page, visual(placing.name))
        assert min(char["x0"] for char in chars) >= 34 + 80
        assert max(char["x1"] for char in chars) <= page.width - 34 - 80
        assert find_all(page, f"place {placing.rank} of 64")
        assert find_all(page, f"with {placing.total} points")
        assert bool(find_all(page, "shares place")) == placing.shared


def test_the_number_of_players_is_that_of_the_certificates_if_not_told(heading, read, find_all):
    pages = read(certificates(heading, [Placing(n, "Ann", "", -n) for n in (1, 2, 3)]))
    assert find_all(pages[2], "took place 3 of 3")
    assert find_all(pages[2], "with −3 points")
