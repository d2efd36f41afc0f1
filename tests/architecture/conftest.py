"""What the tests of the architecture read."""

from pathlib import Path

import pytest

from tests.sources import PRODUCT, ROOT, Source, read_sources


@pytest.fixture(scope="session")
def sources() -> tuple[Source, ...]:
    return read_sources(*PRODUCT)


@pytest.fixture(scope="session")
def test_sources() -> tuple[Source, ...]:
    return read_sources("tests")


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT
