"""An ugly list of people on small phones: a title above it, headings nobody knows, letters of an
old coding, a name turned round, two of one name. It is looked at before anybody is added."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import SMALLEST, WITH_BARS, Family, Watch
from tests.browser.evening import sign_in

LIST = """Gäste am 28. November;;
Mensch;Woher;Telefon
Müller, Jörg;Köln;1
Anna Müller;;2
anna müller;;3
Nora O'Brien;;4
"""


def test_an_ugly_list_is_settled_before_anybody_is_added(server: Family, watch: Watch) -> None:
    page = watch.open(SMALLEST, touch=True)
    sign_in(page, server)
    page.goto("/people/import/")
    content = LIST.replace("\n", "\r\n").encode("cp1252")
    page.locator("input[type=file]").set_input_files(
        [{"name": "guests.csv", "mimeType": "text/csv", "buffer": content}]
    )
    page.get_by_role("button", name="Preview").tap()
    expect(page.get_by_role("heading", name="Which column is which?")).to_be_visible()
    expect(page.get_by_role("group", name="Are the letters right?")).to_contain_text("Müller")
    fits(page, watch)
    picker = page.get_by_role("combobox", name="Column 3").bounding_box()
    assert picker is not None
    assert picker["width"] >= 100  # its word is read; what is beside the screen can be scrolled to
    page.get_by_role("combobox", name="Column 1").select_option(label="name")
    page.get_by_role("button", name="Read it like this").tap()
    page.set_viewport_size(WITH_BARS)  # type: ignore[arg-type]
    expect(page.get_by_role("heading", level=1)).to_contain_text("4 new people")
    fits(page, watch)
    lines = page.get_by_role("listitem").filter(has_text="Line")
    first = lines.filter(has_text="Jörg Müller").locator("label.pick", has_text="Leave out")
    first.tap()
    expect(page.get_by_role("button", name="Add 3 people")).to_be_visible()
    first.tap()  # and back
    expect(page.get_by_role("button", name="Add 4 people")).to_be_visible()
    twin = lines.filter(has_text="two of one name")
    expect(twin).to_contain_text("anna müller")
    expect(twin.get_by_label("Two people")).to_be_checked()
    name, screen = twin.locator(".grow").bounding_box(), page.viewport_size
    assert name is not None
    assert screen is not None
    assert name["width"] > screen["width"] / 3  # its letters are not below each other
    twin.locator("label.pick", has_text="The same as line 4").tap()
    expect(page.get_by_role("button", name="Add 3 people")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_contain_text("3 new people")
    expect(twin.get_by_label("The same as line 4")).to_be_checked()
    twin.locator("label.pick", has_text="Two people").tap()
    page.get_by_role("button", name="Add 4 people").tap()
    expect(page).to_have_url(re.compile(r"/people/$"))
    expect(page.locator("#main")).to_contain_text("Nora O'Brien")
    expect(page.get_by_role("heading", level=1)).to_have_text("4 people")


def fits(page: Page, watch: Watch) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    watch.axe_finds_nothing(page)
