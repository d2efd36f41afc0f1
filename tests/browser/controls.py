"""Whether a finger finds what a page offers: every control where it is, a sheet that is modal, and
after a tap what its button has promised."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.accessibility import AT_REST

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playwright.sync_api import Locator, Page

Screen = tuple[int, int]
# Phones as sold, with the bars of their browsers, on their side; tablets; laptops.
SCREENS: tuple[Screen, ...] = (
    (320, 568),
    (375, 553),
    (390, 664),
    (844, 390),
    (800, 600),
    (1366, 650),
    *((width, 844) for width in (1280, 640, 390, 320)),
)
FEW: tuple[Screen, ...] = ((844, 390), (320, 568))
LARGE: Screen = (390, 664)  # with letters of twice the size
ENLARGED: Screen = (320, 256)  # what 1280 × 1024 shows at 400 %

# Of each control: what lies over its centre, wherever it is scrolled to, and is neither in it nor
# its label. An open dialog is all there is.
COVERED = """() => {
    const wordsOf = (one) => one.getAttribute("aria-label") ?? one.textContent ?? "";
    const shape = (one) => one && `${one.tagName.toLowerCase()}.${one.getAttribute("class")} `
        + `“${wordsOf(one).trim().slice(0, 40)}”`;
    const modal = [...document.querySelectorAll("dialog:modal")].at(-1);
    const controls = (modal ?? document).querySelectorAll(
        "a[href], button, summary, select, textarea, input:not([type=hidden]), [role=button]");
    const isThere = (one) => !one.disabled && !one.closest("[inert]")
        && one.checkVisibility({ visibilityProperty: true })
        // A box that is drawn anew is itself not seen.
        && one.parentElement.checkVisibility({ opacityProperty: true });
    const found = [];
    // What lies over it in the middle, at the end and at the start of all that scrolls; nothing
    // where one of these shows it: a finger scrolls away from a bar, or a column that stays.
    const over = (one) => {
        let first;
        for (const place of ["center", "end", "start"]) {
            one.scrollIntoView({ block: place, inline: place, behavior: "instant" });
            const boxes = [...one.getClientRects()];
            const box = boxes.find(({ width, height }) => width > 1 && height > 1);
            // For those who hear the page.
            if (!box || box.bottom + scrollY < 0 || box.right + scrollX < 0) return "";
            const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
            const hit = document.elementFromPoint(x, y);
            const label = hit?.closest("label");
            const labels = label && (label.control === one || label.contains(one));
            if (labels || one.contains(hit)) return "";
            first ??= `${Math.round(x)}, ${Math.round(y)} under ${shape(hit)}`;
        }
        return first;
    };
    for (const one of controls) {
        const above = isThere(one) && over(one);
        if (above) found.push(`${shape(one)} lies at ${above}`);
    }
    return found;
}"""
# What of the open sheet's question is not wholly in sight: itself, the first of its keys, and where
# the answer goes.
PROMISE = """() => {
    const sheet = document.querySelector("dialog:modal");
    const inSight = (one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return top >= -1 && bottom <= innerHeight + 1 && (one.contains(hit) || hit?.contains(one));
    };
    const parts = { question: "[data-asked]", key: "[data-keys] button",
        answer: "[data-answer].on .who, [data-answer].on:not(.claim), .in-tray.on > .chosen" };
    return Object.entries(parts).map(([name, where]) => [name, sheet.querySelector(where)])
        .filter(([_name, one]) => one?.checkVisibility() && !inSight(one)).map(([name]) => name);
}"""
INSIDE = "() => document.querySelector('dialog:modal')?.contains(document.activeElement) ?? false"


def resize(page: Page, screen: Screen) -> None:
    page.set_viewport_size({"width": screen[0], "height": screen[1]})


def covered(page: Page, screens: Iterable[Screen]) -> list[str]:
    page.evaluate(AT_REST)
    found = []
    for screen in screens:
        resize(page, screen)
        found += [f"{screen[0]} × {screen[1]}: {one}" for one in page.evaluate(COVERED)]
    return found


def sheet_faults(page: Page, screens: Iterable[Screen]) -> list[str]:
    """What is wrong with the sheets of a page once they are open."""
    found = []
    for sheet in page.locator("[data-sheet]").all():
        if page.locator("dialog:modal").count():  # a page may come with its entry open
            page.keyboard.press("Escape")
        if sheet.locator("> summary").is_visible():
            found += faults_of(page, sheet, screens)
    return found


def faults_of(page: Page, sheet: Locator, screens: Iterable[Screen]) -> list[str]:
    """Open a sheet, look at it, and close it by the way back."""
    address = page.url
    sheet.locator("> summary").click()
    found = covered(page, screens)
    if not page.evaluate(INSIDE):
        found.append("the focus stays behind the sheet")
    for key in ("Tab", "Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab"):
        page.keyboard.press(key)
        if not page.evaluate(INSIDE) and page.evaluate("document.activeElement !== document.body"):
            found.append(f"{key} leaves the sheet")
    wanting = page.locator("dialog:modal [data-submit].wanting")
    if wanting.count():  # who presses it again means it
        resize(page, ENLARGED)
        wanting.click()
        for screen in (*screens, ENLARGED):
            resize(page, screen)
            missing = page.evaluate(PROMISE)
            found += [f"{screen[0]} × {screen[1]}: the {one} is not in sight" for one in missing]
    resize(page, LARGE)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.evaluate("dispatchEvent(new Event('resize'))")
    found += [f"at 200 %: {one}" for one in page.evaluate(COVERED)]
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.go_back()
    page.wait_for_function("!document.querySelector('dialog:modal')")
    if page.url != address:
        found.append(f"the way back leads to {page.url}")
    return [f"sheet “{sheet.locator('> summary').inner_text()}”: {one}" for one in found]
