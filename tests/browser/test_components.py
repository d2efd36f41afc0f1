"""The page of all components: nothing serious for axe, no page wider than the screen."""

import pytest

from tests.browser.conftest import Server, Watch
from tests.browser.evening import sign_in

WIDTHS = (320, 390, 640, 1280, 1920)
AXE_WIDTHS = (320, 1280)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_components_hold_in_both_themes(watch: Watch, server: Server, scheme: str) -> None:
    page = watch.open({"width": 1280, "height": 900})
    page.emulate_media(color_scheme=scheme)
    sign_in(page, server)
    page.goto("/components/")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{wide} px at {width}"
        if width in AXE_WIDTHS:
            watch.axe_finds_nothing(page)
