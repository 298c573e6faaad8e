"""``python -m tests.chaos [embedded] [redis] [rabbitmq]``: the long run, with a report. ``--help`` tells the rest."""

import argparse
import signal
import sys
import time
import traceback
from collections.abc import Container

from tests.chaos.outside import missing
from tests.chaos.setups import KINDS, SETUPS, set_up
from tests.chaos.trial import ENTRIES, Size, Trial

MINUTES = 30.0


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that nothing is left behind
    options = arguments()
    chosen = options.setups or list(SETUPS)
    size = Size(
        options.tables,
        options.rounds,
        options.limit,
        options.spectators,
        options.kills,
        options.minutes * 60 / len(chosen),
    )
    print(
        f"{size.tables} tables, {size.rounds} rounds, {size.spectators} spectators, seed {options.seed}",
        flush=True,
    )
    failed = [name for name in chosen if not tried(name, size, options.seed, options.only)]
    print(
        f"\n{'Something is wrong with: ' + ', '.join(failed) if failed else 'Nothing was lost and nothing doubled.'}"
    )
    return 1 if failed else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make chaos", description=__doc__)
    parser.add_argument("setups", nargs="*", help="which set-ups to hurt; default: all")
    parser.add_argument(
        "--minutes", type=float, default=MINUTES, help="for all of them together; they may take longer"
    )
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument(
        "--limit", type=int, choices=sorted(ENTRIES), default=400, help="points to which a match goes"
    )
    parser.add_argument("--spectators", type=int, default=200)
    parser.add_argument(
        "--kills",
        type=int,
        default=150,
        help="about so many things are done to each set-up; a hundred of them kill",
    )
    parser.add_argument("--only", choices=KINDS, nargs="+", default=KINDS, help="what is done; default: all")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def tried(name: str, size: Size, seed: int, kinds: Container[str]) -> bool:
    if name != "embedded" and (programs := missing(name)):
        print(f"\n{name}: not tried, {programs} is not here", flush=True)
        return False
    began = time.monotonic()

    def tell(line: str) -> None:
        print(f"  {time.monotonic() - began:6.1f} s  {line}", flush=True)

    print(f"\n{name}", flush=True)
    with set_up(name) as setup:
        try:
            findings = Trial(setup, size, seed, tell, kinds).run()
        except Exception:
            traceback.print_exc()
            print(setup.tail())
            return False
    print()
    for what, figure in findings.lines():
        print(f"  {what:<52} {figure}", flush=True)
    for what, where in findings.faults.items():
        print(f"  WRONG: {what}: {where[:5]}", flush=True)
    return not findings.faults


if __name__ == "__main__":
    sys.exit(main())
