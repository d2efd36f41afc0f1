"""Whatever is broken on a page that axe has seen before is found: the numbers that describe it
change with it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.accessibility import KnownNumbers, serious_findings
from tests.browser.conftest import LAPTOP, Family, Watch
from tests.browser.evening import sign_in

PAGE = "/events/new/?game=golf"
BUTTON = "[...document.querySelectorAll('main button')].find((one) => one.checkVisibility())"
LIST = "<ul><li>One</li><div>Two</div></ul>"
# What breaks it, and the rule that tells.
FAULTS = {
    "label is gone": ("document.querySelector('textarea').labels[0].remove()", "label"),
    "label is empty": ("document.querySelector('textarea').labels[0].textContent = ''", "label"),
    "button without name": (f"{BUTTON}.innerHTML = '<b></b>'", "button-name"),
    "link without name": ("document.querySelector('nav a').textContent = ''", "link-name"),
    "list of other things": (f"document.querySelector('main').innerHTML += '{LIST}'", "list"),
    "reference to nothing": (
        f"const one = {BUTTON}; one.setAttribute('aria-labelledby', 'x'); one.innerText = ''",
        "button-name",
    ),
    "no such role": ("document.querySelector('nav').setAttribute('role', 'x')", "aria-roles"),
    "no title": ("document.title = ''", "document-title"),
    "pale letters": ("document.querySelector('main h2, main p').style.color = '#ccc'", "color"),
    "dark ground": ("document.body.style.background = '#333'", "color"),
    "letters that fade": ("document.querySelector('main').style.opacity = 0.4", "color"),
}


@pytest.fixture
def page(watch: Watch, server: Family) -> Page:
    desk = watch.open(LAPTOP)
    sign_in(desk, server)
    desk.goto(PAGE)
    return desk


def test_a_fault_on_a_known_page_is_found(page: Page, known_to_axe: KnownNumbers) -> None:
    assert serious_findings(page, known_to_axe) == []
    missed = []
    for name, (deed, rule) in FAULTS.items():
        page.evaluate(f"() => {{ {deed} }}")
        if not any(finding.startswith(rule) for finding in serious_findings(page, known_to_axe)):
            missed.append(name)
        page.goto(PAGE)
    assert not missed


def test_what_is_known_is_not_looked_at_again(page: Page, known_to_axe: KnownNumbers) -> None:
    assert serious_findings(page, known_to_axe) == []
    page.goto(PAGE)
    assert serious_findings(page, known_to_axe) == []
    assert page.evaluate("'axe' in window") is False
