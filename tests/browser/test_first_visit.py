"""What a phone fetches for a page: little at its first visit, at its second the page alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Server
from tests.browser.first_visit import load, new_phone, table_tokens

# Of a table's page: itself, the theme, styles and scripts of all pages and of tables, the picker,
# two faces and the film that keeps the screen awake. Their bytes are those that go over the line.
MOST_REQUESTS, MOST_BYTES = 10, 154 * 1024
LASTING = re.compile(r"/static/tournaments/[\w/.-]+\.[0-9a-f]{12}\.\w+$")


@pytest.fixture
def tokens(standing_server: Server) -> dict[str, str]:
    return table_tokens(standing_server)


def test_a_table_is_few_files_at_first_and_none_afterwards(
    browser: Browser, standing_server: Server, tokens: dict[str, str]
) -> None:
    for game, token in tokens.items():
        phone = new_phone(browser, standing_server.url)
        path = f"/t/{token}/"
        first, second = load(phone, path), load(phone, path)
        phone.close()
        assert len(first.sizes) <= MOST_REQUESTS, (game, first.sizes)
        assert first.total <= MOST_BYTES, (game, first.sizes)
        for address in first.sizes:
            assert address.endswith(path) or LASTING.search(address), (game, address)
        assert [address.removeprefix(standing_server.url) for address in second.sizes] == [path]


def test_a_guest_fetches_for_a_second_page_what_is_new_on_it(
    browser: Browser, standing_server: Server, tokens: dict[str, str]
) -> None:
    phone = new_phone(browser, standing_server.url)
    load(phone, f"/t/{tokens['hearts']}/")
    rules = load(phone, "/rules/hearts/")
    phone.close()
    files = [
        address.rpartition("/")[2].split(".")[0] for address in rules.sizes if "/static/" in address
    ]
    assert "rules" in files
    assert not {"page", "theme", "figtree-latin-wght-normal"} & set(files), rules.sizes
