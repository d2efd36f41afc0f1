"""A form that is refused shows its first error: in view, and the focus is where it is put right."""

from __future__ import annotations

import re

from playwright.sync_api import Error, Page, expect

from tests.browser.conftest import Family, Watch
from tests.browser.evening import link_paths, posted, table_of

SMALL = {"width": 320, "height": 568}
HEARTS = {f"answer-hearts-{at}": taken for at, taken in enumerate((0, 1, 2, 10))} | {
    "answer-queen": 3
}
NAMES = ["Ann", "Bo", "Cy", "Di"]
# Forms that change something for whoever sends them empty; they are no part of this.
HARMLESS = ":not([action$='sign-out/']):not([action*='/language/'])"
FORMS = f"main form[method=post]{HARMLESS}"
# Whether a form asks for anything; if so it is emptied. What it keeps for itself is left.
EMPTY = """(form) => {
  const OTHER = ["hidden", "submit", "button", "reset", "image"];
  const all = [...form.querySelectorAll("input, textarea")];
  const fields = all.filter((field) => !OTHER.includes(field.type));
  if (!fields.length) return false;
  for (const field of fields) {
    if (["radio", "checkbox"].includes(field.type)) field.checked = field.name === "game";
    else if (field.type !== "file") field.value = "";
  }
  form.noValidate = true;
  return true;
}"""
SEND = """(form) => form.requestSubmit(
  form.querySelector("button[value=go], button.primary, button:not([hidden], [type=button])"))"""
WRONG = """() => {
  const seen = (element) => element.getClientRects().length > 0;
  const problems = [...document.querySelectorAll(".problem, [role=alert]")].filter(
    (one) => seen(one) && !("standing" in one.dataset) && one.textContent.trim());
  if (!problems.length) return "no error is shown";
  const first = problems[0];
  const inView = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight && top >= -1;
  };
  const focus = document.activeElement;
  if (!inView(first)) return `the first error is at ${first.getBoundingClientRect().top}`;
  if (focus === document.body) return "nothing is focused";
  if (!inView(focus)) return `what is focused is at ${focus.getBoundingClientRect().top}`;
  const field = first.closest(".field, [data-field], [data-answer], fieldset");
  const named = (focus.getAttribute("aria-describedby") ?? "").split(" ").includes(first.id);
  const near = first.contains(focus) || focus.contains(first) || field?.contains(focus) || named;
  return near ? "" : `the focus is on ${focus.outerHTML.slice(0, 80)}`;
}"""


def go_to(page: Page, path: str) -> None:
    """Open a page, also where the answer to a form that was sent is still on its way."""
    try:
        page.goto(path)
    except Error as problem:
        if "interrupted by another navigation" not in problem.message:
            raise
        page.wait_for_load_state("load")
        page.goto(path)


def wrong_in_the_end(page: Page) -> str:
    """What is wrong with how a page shows its first error, once the answer is in its place."""
    for _ in range(20):
        if not page.evaluate(WRONG):
            return ""
        page.wait_for_timeout(250)
    return str(page.evaluate(WRONG))


def refusals_on(page: Page, path: str) -> tuple[int, list[str]]:
    """How many forms of a page refuse to be sent empty, and what is wrong with how they say so."""
    go_to(page, path)
    refused, wrong, is_fresh = 0, [], True
    for at in range(page.locator(FORMS).count()):
        if not is_fresh:
            go_to(page, path)
        form = page.locator(FORMS).nth(at)
        if not form.count() or not form.evaluate(EMPTY):
            continue
        is_fresh = False
        page.evaluate("window.former = true")
        with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
            form.evaluate(SEND)
        is_page = answer.value.status in (200, 422)  # after others a paper may come
        if is_page and answer.value.request.is_navigation_request():
            page.wait_for_function("() => !window.former && document.readyState === 'complete'")
        if answer.value.status == 422:
            refused += 1
            words = wrong_in_the_end(page)
            wrong += [f"form {at} of {path}: {words}"] if words else []
    return refused, wrong


def test_a_refused_form_shows_its_first_error(server: Family, watch: Watch) -> None:
    watch.expect_error("422", "htmx:", "404")
    desk, event = table_of(server, watch, game="hearts", lines=NAMES)
    links = link_paths(desk, event)
    desk.set_viewport_size(SMALL)
    player = re.search(r"players/\d+/", desk.request.get(f"{event}standings/").text())
    assert player
    paths = ["/events/new/?game=hearts", f"{event}settings/", f"{event}people/", f"{event}roll/"]
    paths += [f"{event}exchange/", f"{event}delete/", f"{event}again/", f"{event}print/"]
    paths += [f"{event}{player.group()}", f"{event}sets/1/tables/1/", links["t"][0]]
    paths += [f"{event}sets/1/tables/1/deals/1/report/", "/people/", "/people/import/"]
    paths += ["/house-rules/new/?game=hearts", "/own-games/new/", "/own-games/import/"]
    paths += ["/evenings/new/", "/events/import/", "/rulebook/", "/join/", "/settle/hearts/"]
    count, wrong = 0, []
    for path in paths:
        refused, words = refusals_on(desk, path)
        count += refused
        wrong += words
    assert not wrong, "\n".join(wrong)
    assert count >= 12, f"only {count} forms refused to be sent empty"


def test_a_correction_without_a_reason(server: Family, watch: Watch) -> None:
    """The page is long, and its reason stands at the end."""
    watch.expect_error("422")
    desk, event = table_of(server, watch, game="hearts", lines=NAMES)
    report = f"{event}sets/1/tables/1/deals/1/report/"
    text = desk.request.get(report).text()
    values = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', text))
    posted(desk, report, **(values | HEARTS))
    desk.set_viewport_size(SMALL)
    desk.goto(report)
    desk.locator("input[name=answer-hearts-0]").fill("1")
    desk.locator("input[name=answer-hearts-1]").fill("0")
    desk.get_by_role("button", name="Correct it").click()
    expect(desk.locator("[name=reason]")).to_be_focused()
    assert not desk.evaluate(WRONG)
