"""One theatre for all tests of a worker: its launcher has everything imported."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.crash.harness import Forge, Theatre
from tests.helpers.servers import Dovecot


@pytest.fixture(scope="session")
def theatre(dovecot: Dovecot, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Theatre]:
    forge = Forge()
    yield Theatre(tmp_path_factory.mktemp("theatre"), dovecot, forge)
    forge.close()
