"""Who plays in a hall that is hurt: judges and an organiser who do not give up, on phones with a bad line."""

import json
import random
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from threading import Event
from typing import Any

from tests.load.judge import Judge, ask_until_answered
from tests.load.phone import Phone

HANG_UP = 0.03
"""How often somebody's line breaks after something was sent and before the answer came."""
LOOK_SECONDS = 0.1
PATIENCE = 150.0


class BadLine(Phone):
    """Loses an answer now and then, and tries another server after each trouble."""

    def __init__(self, ports: Sequence[int], chance: random.Random) -> None:
        super().__init__(chance.choice(ports))
        self._ports, self._chance = ports, chance

    def close(self) -> None:
        super().close()
        self.port = self._chance.choice(self._ports)

    def post(self, path: str, fields: dict[str, object], **headers: str) -> tuple[int, str]:
        if self._chance.random() < HANG_UP:
            self.post_and_hang_up(path, fields)
            raise ConnectionResetError("the line broke before the answer came")
        return super().post(path, fields, **headers)


def play(judge: Judge, think: Callable[[], float], enough: Event) -> None:
    """A match to its end, sending each entry until it is acknowledged."""
    with closing(judge.phone):
        judge.come_in()
        while not judge.over and not enough.wait(think()):
            judge.enter_next()


class Organiser:
    """Pairs and publishes over HTTP, and looks whether it came about, as somebody at a laptop would."""

    def __init__(self, phone: Phone, home: str, session: str) -> None:
        self.phone, self.home = phone, home
        phone.cookies["sessionid"] = session

    def pair(self, number: int) -> None:
        """Ask for the round's pairings until it is there, and publish the draft until everybody sees it."""
        page = f"{self.home}rounds/{number}/"
        self._until(
            lambda: self._ask(lambda: self.phone.get(page)) == 200,
            lambda: self._ask(lambda: self.phone.post(f"{self.home}pair/", {"round": number})),
        )
        self._until(
            lambda: self.state(number) == "published",
            lambda: self._ask(lambda: self.phone.post(f"{page}publish/", {})),
        )

    def wait_until_over(self, number: int) -> None:
        """Until every table of the round is final."""
        self._until(lambda: self.state(number) == "closed", lambda: None)

    def state(self, number: int) -> str:
        """Of a round, as everybody is told it."""
        self._ask(lambda: self.phone.get(f"{self.home}standings.json"))
        rounds: list[dict[str, Any]] = json.loads(self.phone.body)["rounds"]
        return next((str(each["state"]) for each in rounds if each["number"] == number), "")

    def _until(self, true: Callable[[], bool], act: Callable[[], object]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < deadline, "the organiser has waited in vain"
            act()
            time.sleep(LOOK_SECONDS)

    def _ask(self, ask: Callable[[], tuple[int, str]]) -> int:
        return ask_until_answered(ask).status
