"""How long a table's page takes over a mobile line, at a phone's first visit and at its second.

The figures are Chromium's, on a line of 1.6 Mbit/s and 150 ms that it pretends to have; they depend
on what else the machine does. Goals: something to see after 0.7 s, all there after 1.2 s.
"""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import browser, standing_server  # noqa: F401  fixtures
from tests.browser.first_visit import MOBILE, TABLES, load, new_phone, table_tokens

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

    from tests.browser.conftest import Server

VISITS = 5


@pytest.mark.parametrize("game", TABLES)
def test_a_first_visit_over_a_mobile_line(
    browser: Browser,  # noqa: F811
    standing_server: Server,  # noqa: F811
    say: Callable[[object], None],
    game: str,
) -> None:
    path = f"/t/{table_tokens(standing_server)[game]}/"
    visits = []
    for _phone in range(VISITS + 1):
        phone = new_phone(browser, standing_server.url)
        visits.append((load(phone, path, MOBILE), load(phone, path, MOBILE)))
        phone.close()
    del visits[0]  # the server itself has drawn the page for the first time
    for name, loads in zip(("first", "second"), zip(*visits, strict=True), strict=True):
        say(
            f"{game}, {name} visit: {len(loads[0].sizes)} requests, {loads[0].total / 1024:.0f} KB,"
            f" painted after {median(each.painted for each in loads):.0f} ms,"
            f" loaded after {median(each.loaded for each in loads):.0f} ms"
        )
        assert all(each.painted and each.loaded for each in loads)
    assert len(visits[0][1].sizes) == 1  # the page itself
