"""One more game in a folder of its own: nothing else has to know that it is there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulesets import games
from rulesets.engine.game import DRIVES
from rulesets.files.cli import main
from tests.rulesets.makers import SLUG, makers


def test_it_is_found_and_gone_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, golf = games.slugs(), games.load("golf")
    for _ in range(2):
        with makers(tmp_path) as game:
            assert set(games.slugs()) == {*before, SLUG}
            assert games.load(SLUG) is game
            assert games.load("golf") is golf
            assert main(["show", SLUG]) == 0
            document = json.loads(capsys.readouterr().out)
            assert (document["name"], document["formats"]) == ("Makers", ["table", *DRIVES])
        assert games.slugs() == before
        with pytest.raises(LookupError):
            games.load(SLUG)
