"""``manage.py pair``: the record in, the record out, and a refusal with a code for everything else."""

import json
import os
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tournaments.pairing import swiss
from tournaments.pairing.record import answer

ROOT = Path(__file__).parents[2]
SYSTEMS = {"swiss": swiss.system}
GOOD: dict[str, Any] = {
    "format": "pairing-request/1",
    "system": "swiss",
    "sizes": {"prefer": 4, "allow": [3, 4, 5]},
    "seed": 20261115,
    "players": [
        {"id": "ana", "points": 12, "club": "Hattem", "sat_out": 0, "short": 1, "seats": [2, 1, 0, 1, 0, 0]},
        {"id": "bo", "points": 12, "club": "Bueil"},
        {"id": "cy", "points": 9.5},
        *({"id": f"p{n}", "points": n} for n in range(4)),
    ],
    "met": [["ana", "cy", 1]],
    "apart": [["bo", "cy"]],
    "fixed": {"p0": 2},
}


def said(change=None, **fields):
    return answer(json.dumps({**GOOD, **(change or {}), **fields}).encode(), SYSTEMS)


def test_a_request_is_answered_with_a_whole_pairing():
    raw = json.dumps(GOOD).encode()
    pairing = answer(raw, SYSTEMS)
    assert list(pairing) == [
        "format",
        "seed",
        "input_sha256",
        "tables",
        "out",
        "cost",
        "bound",
        "proven",
        "why",
    ]
    assert pairing["format"] == "pairing/1"
    assert pairing["seed"] == 20261115
    assert pairing["input_sha256"] == sha256(raw).hexdigest()
    seated = [each for table in pairing["tables"] for each in table["seats"]]
    assert sorted(seated) == sorted(each["id"] for each in GOOD["players"])
    assert [table["table"] for table in pairing["tables"]] == [1, 2]
    assert list(pairing["cost"]) == ["out", "sizes", "repeats", "apart", "spread", "club", "seats"]
    assert pairing["proven"] is True
    assert set(pairing["why"]) == set(seated)
    assert all(pairing["why"].values())


def test_the_same_bytes_give_the_same_answer():
    assert said() == said()


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("nobody", {"players": [], "met": [], "apart": [], "fixed": {}}),
        ("too-few-players", {"players": [{"id": "ana"}], "met": [], "apart": [], "fixed": {}}),
        ("unknown-format", {"format": "pairing-request/2"}),
        ("unknown-system", {"system": "by-weight"}),
        ("unknown-id", {"met": [["ana", "zoe", 1]]}),
        ("unknown-id", {"apart": [["ana", "zoe"]]}),
        ("unknown-id", {"fixed": {"zoe": 1}}),
        ("no-such-table", {"fixed": {"ana": 3}}),
        ("table-full", {"fixed": {each["id"]: 1 for each in GOOD["players"][:6]}}),
        ("twice-entered", {"players": [*GOOD["players"], {"id": "ana"}]}),
        ("same-pair-twice", {"met": [["ana", "bo", 1], ["bo", "ana", 1]]}),
        ("with-oneself", {"apart": [["ana", "ana"]]}),
        ("no-such-size", {"sizes": {"prefer": 4, "allow": []}}),
        (
            "too-many-players",
            {"players": [{"id": str(n)} for n in range(5000)], "met": [], "apart": [], "fixed": {}},
        ),
        ("bad-value", {"sizes": {"prefer": 1, "allow": [1]}}),
        ("bad-value", {"sizes": {"prefer": 4, "allow": [4000]}}),
        ("bad-value", {"sizes": {"prefer": True}}),
        ("bad-value", {"sizes": 4}),
        ("bad-value", {"seed": "x"}),
        ("bad-value", {"seed": 1.5}),
        ("bad-value", {"seconds": -1}),
        ("bad-value", {"seconds": 1e9}),
        ("bad-value", {"seconds": "soon"}),
        ("bad-value", {"players": {"id": "ana"}}),
        ("bad-value", {"players": ["ana"]}),
        ("bad-value", {"players": [{"id": 7}]}),
        ("bad-value", {"players": [{"id": ""}]}),
        ("bad-value", {"players": [{"points": 7}]}),
        ("bad-value", {"players": [{"id": "ana", "points": "many"}]}),
        ("bad-value", {"players": [{"id": "ana", "points": 1e300}]}),
        ("bad-value", {"players": [{"id": "ana", "short": -1}]}),
        ("bad-value", {"players": [{"id": "ana", "seats": [1] * 7}]}),
        ("bad-value", {"players": [{"id": "ana", "club": 3}]}),
        ("bad-value", {"met": [["ana", "bo"]]}),
        ("bad-value", {"met": [["ana", "bo", -1]]}),
        ("bad-value", {"met": {"ana": "bo"}}),
        ("bad-value", {"fixed": ["ana"]}),
        ("bad-value", {"fixed": {"ana": "1"}}),
    ],
)
def test_what_is_impossible_or_not_understood_is_refused_with_a_code(code, change):
    printed = said(change)
    assert list(printed) == ["error"]
    assert printed["error"]["code"] == code
    assert printed["error"]["message"] not in ("", code)


def many(people, **more):
    return {"players": [{"id": f"p{n}"} for n in range(people)], "met": [], "apart": [], "fixed": {}} | more


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("nobody", many(0)),
        ("too-few-players", many(1)),
        ("too-few-players", many(5, sizes={"prefer": 6, "allow": [6]})),
        ("table-full", many(4096, fixed={f"p{n}": 1 for n in range(4096)})),
        ("table-full", many(4096, fixed={f"p{n}": n % 500 + 1 for n in range(4096)})),
        ("no-such-table", many(4096, fixed={"p0": 2000})),
        (
            "no-such-table",
            many(4095, sizes={"prefer": 6, "allow": [6]}, fixed={f"p{n}": n // 5 + 1 for n in range(4095)}),
        ),
        (None, many(60, apart=[[f"p{n}", f"p{m}"] for m in range(60) for n in range(m)])),
    ],
)
def test_the_impossible_is_answered_within_a_second(code, change):
    """Counted as processor time: other work on the machine is no hang."""
    said()  # what is loaded once is not counted
    began = time.process_time()
    printed = said(change)
    assert time.process_time() - began < 1
    assert printed.get("error", {}).get("code") == code


@pytest.mark.parametrize(
    "raw",
    [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'{"seed": NaN}', b'{"seed": ' + b"9" * 10_000 + b"}"],
)
def test_what_is_not_json_is_refused(raw):
    assert answer(raw, SYSTEMS)["error"]["code"] == "bad-json"


def test_other_json_is_no_request():
    assert answer(b"[]", SYSTEMS)["error"]["code"] == "unknown-format"


def test_everybody_may_be_apart_from_everybody_it_only_costs():
    names = [each["id"] for each in GOOD["players"]]
    everybody = [[one, other] for index, one in enumerate(names) for other in names[:index]]
    assert said(apart=everybody)["cost"]["apart"] == 9


def test_the_command_prints_and_exits_as_the_record_says(tmp_path, capsys):
    path = tmp_path / "request.json"
    path.write_text(json.dumps(GOOD))
    call_command("pair", str(path))
    assert json.loads(capsys.readouterr().out)["format"] == "pairing/1"
    for broken in (str(tmp_path / "nothing.json"), str(tmp_path)):
        with pytest.raises(SystemExit) as left:
            call_command("pair", broken)
        assert left.value.code == 2
        assert json.loads(capsys.readouterr().out)["error"]["code"] == "unreadable"


def test_the_command_reads_standard_input():
    done = subprocess.run(
        [sys.executable, "manage.py", "pair", "-"],
        input=b'{"format": "pairing-request/1"}',
        capture_output=True,
        cwd=ROOT,
        env=os.environ,
        check=False,
    )
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["code"] == "bad-value"
