"""What axe finds on pages, asked once for whatever it would judge the same way again.

Axe takes two fifths of an evening's processor time, three quarters of that for contrast. What it
says of structure depends on the tags, roles, states and names from the root to an element; what it
says of contrast depends on colours and sizes of letters. So a page is described by numbers, one for
each kind of place and one for each way in which letters stand on their ground. Axe looks only where
a number is new in this run of the tests: at the structure of the whole page, or at the new letters.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from axe_playwright_python.base import AXE_FILE_PATH

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from playwright.sync_api import Page

# What fades in, or is on its way to another colour, has too little contrast just then, and nobody
# reads it yet. Not by an element of style: the pages forbid it.
AT_REST = """
const still = new CSSStyleSheet();
still.replaceSync("* { transition: none !important; animation: none !important }");
document.adoptedStyleSheets = [still];
"""
# The numbers of a page: those of its structure, and those of its letters with the elements of each.
DESCRIBE = """const describe = () => {
    const states = new RegExp("^(role|type|hidden|disabled|open|tabindex|lang|scope|autocomplete|"
        + "aria-(?!label$|value).*)$");
    const references = /^aria-(controls|owns|.*by)$/;
    const names = /^(title|alt|for|href|placeholder|aria-label)$/;
    const controls = "input:not([type=hidden], [type=checkbox], [type=radio]), select, textarea";
    const mix = (number, text) => {
        for (let at = 0; at < text.length; at += 1)
            number = (Math.imul(number, 31) + text.charCodeAt(at)) | 0;
        return number;
    };
    const isVisible = (element) => element.checkVisibility({ visibilityProperty: true });
    const hasText = (element) => [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue.trim());
    const isAlone = (id) => document.querySelectorAll(`#${CSS.escape(id)}`).length === 1;

    // Whether an element, or something in it, has a text to be read out.
    const named = new Map();
    const findName = (element) => {
        let name = hasText(element) || ["aria-label", "alt", "title"].some(
            (key) => element.getAttribute(key)?.trim());
        for (const child of element.children) name = findName(child) || name;
        name = Boolean(name) && isVisible(element) && element.ariaHidden !== "true";
        named.set(element, name);
        return name;
    };
    const attribute = ({ name, value }) => {
        if (references.test(name)) return `${name}:${value.trim().split(/\\s+/).every(isAlone)}`;
        if (names.test(name)) return `${name}:${value.trim() !== ""}`;
        return states.test(name) ? `${name}=${value}` : "";
    };
    const scrolls = (element, style) => /auto|scroll/.test(style.overflow)
        && (element.scrollHeight > element.clientHeight + 13
            || element.scrollWidth > element.clientWidth + 13);
    const structure = new Set();
    const placeOf = (element, style, above) => {
        const own = [...element.attributes].map(attribute).filter(Boolean).sort();
        const labels = element.labels && [...element.labels].some((label) => named.get(label));
        const place = mix(above, [element.tagName, ...own, hasText(element), named.get(element),
            isVisible(element), labels, scrolls(element, style)].join(" "));
        structure.add(place);
        return place;
    };

    // What lies behind an element: the colours down to the first that hides what is below. What is
    // positioned may lie over anything, so its place counts, by its class.
    const groundOf = (element, style, below) => {
        let { ground, opacity } = below;
        if (/absolute|fixed|sticky/.test(style.position))
            ground = mix(ground, `${element.tagName} ${[...element.classList].sort()}`);
        const { backgroundColor: colour, backgroundImage: image } = style;
        const hides = colour.startsWith("rgb(") && image === "none";
        if (hides) ground = mix(0, colour);
        else if (image !== "none" || !/rgba\\(.*, 0\\)/.test(colour))
            ground = mix(ground, `${colour} ${image}`);
        if (style.mixBlendMode !== "normal" || style.filter !== "none")
            ground = mix(ground, `${style.mixBlendMode} ${style.filter}`);
        return { ground, opacity: opacity * style.opacity };
    };
    const modal = [...document.querySelectorAll("dialog:modal")].at(-1);
    const isRead = (element) => {
        const { width, height } = element.getBoundingClientRect();
        return width > 1 && height > 1 && (!modal || modal.contains(element))
            && !element.closest(":disabled, [aria-disabled=true], [inert]")
            && !element.closest("label")?.control?.disabled;
    };
    const letters = new Map();
    const addLetters = (element, style, { ground, opacity }) => {
        const [size, weight] = [parseFloat(style.fontSize), Number(style.fontWeight)];
        const isLarge = size >= 24 || (size > 18.6 && weight >= 700);
        const look = [style.color, style.textShadow, opacity, isLarge];
        if (element.closest("a")) {
            const around = getComputedStyle(element.closest("a").parentElement);
            look.push(style.textDecorationLine, around.color, weight);
        }
        const number = mix(ground, look.join(" "));
        letters.set(number, [...(letters.get(number) ?? []), element]);
    };

    const walk = (element, above, below) => {
        if (!element.checkVisibility() && document.body.contains(element)) return;
        const style = getComputedStyle(element);
        const place = placeOf(element, style, above), ground = groundOf(element, style, below);
        if (hasText(element) || element.matches(controls))
            if (isVisible(element) && isRead(element)) addLetters(element, style, ground);
        for (const child of element.children) walk(child, place, ground);
    };
    const root = document.documentElement;
    findName(root);
    walk(root, mix(1, `${document.title.trim() !== ""}`), { ground: 2, opacity: 1 });
    return { structure, letters };
};"""
NUMBERS = f"""() => {{
    {DESCRIBE}
    {AT_REST}
    const {{ structure, letters }} = describe();
    document.adoptedStyleSheets = [];
    return [...structure, ...letters.keys()];
}}"""
# Rules whose findings would only be moderate or minor take two fifths of its time and fail nothing.
FINDINGS = f"""async (fresh) => {{
    {DESCRIBE}
    {AT_REST}
    const grave = ["serious", "critical"];
    const ofLetters = ["color-contrast", "link-in-text-block"];
    const ofStructure = axe._audit.rules.filter((rule) => rule.enabled
        && grave.includes(rule.impact) && !ofLetters.includes(rule.id)
        && !rule.tags.some((tag) => axe._audit.tagExclude.includes(tag))).map((rule) => rule.id);
    const {{ structure, letters }} = describe();
    const numbers = new Set(fresh);
    const elements = [...letters].flatMap(([number, those]) => numbers.has(number) ? those : []);
    const looks = [];
    if ([...structure].some((number) => numbers.has(number))) looks.push([document, ofStructure]);
    if (elements.length) looks.push([{{ include: elements }}, ofLetters]);
    const findings = [];
    for (const [context, runOnly] of looks) {{
        const {{ violations }} = await axe.run(context, {{ resultTypes: ["violations"], runOnly }});
        findings.push(...violations.filter(({{ impact }}) => grave.includes(impact)));
    }}
    document.adoptedStyleSheets = [];
    return findings.map(({{ id, nodes }}) =>
        `${{id}}: ${{nodes.slice(0, 3).map(({{ html }}) => html.slice(0, 160)).join("; ")}}`);
}}"""
SCRIPT = AXE_FILE_PATH.read_text(encoding="utf-8")


class KnownNumbers:
    """Numbers of what axe has seen and found nothing in, in this run of the tests: in a file, which
    the processes that share them add to."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.path.touch()
        self.read_bytes = 0
        self.numbers: set[int] = set()

    def unknown(self, numbers: Collection[int]) -> set[int]:
        with self.path.open("rb") as file:
            file.seek(self.read_bytes)
            added = array("i")
            data = file.read()
        added.frombytes(data[: len(data) // added.itemsize * added.itemsize])
        self.read_bytes += len(added) * added.itemsize
        self.numbers.update(added)
        return set(numbers) - self.numbers

    def add(self, numbers: Collection[int]) -> None:
        with self.path.open("ab", buffering=0) as file:  # at once: others write at the same time
            file.write(array("i", numbers).tobytes())


def serious_findings(page: Page, known: KnownNumbers) -> list[str]:
    """Return the serious and critical findings of axe on a page as it stands, in whatever is not
    known."""
    fresh = known.unknown(page.evaluate(NUMBERS))
    if not fresh:
        return []
    # Evaluated, not added as a tag: the pages' content security policy refuses inline script.
    if not page.evaluate("'axe' in window"):
        page.evaluate(SCRIPT)
    findings: list[str] = page.evaluate(FINDINGS, list(fresh))
    if not findings:
        known.add(fresh)
    return findings
