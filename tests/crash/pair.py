"""Two services on one database and one mailbox."""

from __future__ import annotations

import random
import signal
import time
from datetime import timedelta

from tests.crash.harness import MOST_KILLS, Stage
from tests.crash.post import STEPS, Writers
from tests.crash.tripwires import INSTANT


class Pair:
    """Two services at the same work; when one is killed another takes its place."""

    def __init__(self, stage: Stage, chance: random.Random) -> None:
        self.stage, self.chance = stage, chance
        self.services = [stage.start(), stage.start()]

    def play(self, most: int) -> None:
        writers = Writers(self.stage.smtp.taken)
        for step in STEPS:
            self.stage.set_out(step, writers)
            # Who signs up first has a say in the game, so nobody is held up until it has begun.
            begun = step.at >= timedelta(days=1) or step.letters is None
            for _ in range(min(MOST_KILLS * begun, most - self.stage.kills.total())):
                self._kill_one()
            assert self.stage.until_quiet(*self.services), self.stage.story()
        for service in self.services:
            service.send(signal.SIGTERM)
            self.stage.ended_well(service.ends())

    def _kill_one(self) -> None:
        time.sleep(self.chance.uniform(0, 0.5))
        place = self.chance.randrange(len(self.services))
        victim = self.services[place]
        victim.send(signal.SIGKILL)
        assert victim.ends() == -signal.SIGKILL
        self.stage.kills[INSTANT] += 1
        self.services[place] = self.stage.start()
