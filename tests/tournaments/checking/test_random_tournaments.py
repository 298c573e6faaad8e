"""Random tournaments: whole ones, different ones, repeatable ones; and a fault is never overlooked."""

import json
import tempfile
from dataclasses import replace
from io import StringIO

import django
import pytest
from django.core.management import CommandError, call_command, get_commands

from tests.tournaments.checking.bridge import pair
from tournaments.checking.chance import RandomTournament
from tournaments.checking.many import Plan, outcomes
from tournaments.management.commands.check_pairing import paired
from tournaments.pairing.registry import registry

HERE = "pair" in get_commands()


@pytest.mark.parametrize(("system", "tournaments"), [("schedule", 6), ("random", 25)])
def test_every_round_of_random_tournaments_passes(system, tournaments):
    seen = []
    for number in range(tournaments):
        for checked in RandomTournament(number, 3, system).play(pair):
            assert checked.faults == (), (number, checked.round, list(map(str, checked.faults)))
            seen.append(checked)
    if system == "schedule":
        return
    requests = [each.request for each in seen]
    assert len(seen) > 50
    assert {each["sizes"]["prefer"] for each in requests} == {2, 3, 4, 5, 6}
    assert any(each["fixed"] for each in requests)
    assert any(each["apart"] for each in requests)
    assert any(each.pairing.get("out") for each in seen)
    assert any(len({len(table["seats"]) for table in each.pairing.get("tables", [])}) > 1 for each in seen)
    assert len({len(each["players"]) for each in requests}) > 15


def test_the_same_number_and_seed_give_the_same_tournament():
    first, again, other = (
        [checked.request for checked in RandomTournament(5, seed, "random").play(pair)] for seed in (1, 1, 2)
    )
    assert first == again != other


def test_a_liar_is_caught_in_the_first_round_where_it_lies():
    def lying(request):
        answer = pair(request)
        if "cost" in answer and request["met"]:
            answer["cost"]["repeats"] += 1
        return answer

    tournament = next(
        each for number in range(20) if (each := RandomTournament(number, 1, "random")).rounds > 2
    )
    rounds = list(tournament.play(lying))
    assert rounds[0].faults == ()
    assert [fault.code for fault in rounds[-1].faults] == ["cost-wrong"]
    assert all(not each.faults for each in rounds[:-1])


@pytest.fixture
def records(tmp_path):
    """The files of a request and of an answer to it."""
    checked = next(RandomTournament(1, 1, "random").play(pair))
    files = tmp_path / "request.json", tmp_path / "pairing.json"
    for file, record in zip(files, (checked.request, checked.pairing), strict=True):
        file.write_text(json.dumps(record), "utf-8")
    return files


def test_the_command_passes_a_true_pairing(records):
    out = StringIO()
    call_command("check_pairing", *map(str, records), stdout=out)
    assert "whole" in out.getvalue()


def test_the_command_ends_with_1_for_a_false_one_and_says_why(records):
    request, pairing = records
    false = json.loads(pairing.read_text("utf-8"))
    false["seed"] += 1
    pairing.write_text(json.dumps(false), "utf-8")
    out = StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("check_pairing", str(request), str(pairing), stdout=out)
    assert end.value.code == 1
    assert out.getvalue().startswith("seed: ")


@pytest.mark.parametrize("arguments", [[], ["nowhere.json", "nowhere.json"]])
def test_the_command_says_what_it_cannot_read(arguments):
    with pytest.raises(CommandError) as error:
        call_command("check_pairing", *arguments)
    assert error.value.returncode == 2


@pytest.mark.skipif(not HERE, reason="there is no command to pair with")
def test_random_tournaments_by_the_command_itself():
    out = StringIO()
    call_command("check_pairing", random=25, seed=4, stdout=out, stderr=StringIO())
    assert out.getvalue().startswith("25 tournaments")


def test_with_a_clock_they_pass_too():
    out = StringIO()
    call_command("check_pairing", random=4, seconds=0.01, processes=1, stdout=out, stderr=StringIO())
    assert out.getvalue().startswith("4 tournaments")


def test_the_outcome_does_not_depend_on_the_number_of_processes():
    plan = Plan(paired, seed=7, system="random")
    one, two = (list(outcomes(plan, range(20, 32), processes, django.setup)) for processes in (1, 2))
    assert one == two
    assert [each.number for each in one] == list(range(20, 32))


class Pessimist:
    """Seats as the lots do, and makes more of the spread than it is from the second round on."""

    key, name, about = "random", "Pessimist", "For tests."

    def rounds(self, people, prefer, options):
        return None

    def pair(self, request, watch=None):
        found = HONEST.pair(request, watch)
        return (
            replace(found, cost={**found.cost, "spread": found.cost["spread"] + 1}) if request.met else found
        )


class Clumsy(Pessimist):
    def pair(self, request, watch=None):
        raise ZeroDivisionError("a table of nobody")


HONEST = registry().get("random")


@pytest.mark.parametrize(
    ("plugin", "fault", "kept"),
    [
        (Pessimist(), "cost-wrong", '"format":"pairing/1"'),
        (Clumsy(), "unreadable-pairing", "a table of nobody"),
    ],
)
def test_a_fault_ends_with_1_and_the_records_to_see_it_again(monkeypatch, tmp_path, plugin, fault, kept):
    monkeypatch.setitem(registry().systems, "random", plugin)
    out = StringIO()
    options = {"seed": 1, "system": "random", "processes": 1, "stdout": out, "stderr": StringIO()}
    with pytest.raises(SystemExit) as end:
        call_command("check_pairing", random=12, keep=str(tmp_path), **options)
    assert end.value.code == 1
    assert f"  {fault}: " in out.getvalue()
    assert kept in (tmp_path / "pairing.json").read_text("utf-8")
    again = StringIO()
    with pytest.raises(SystemExit):
        call_command(
            "check_pairing",
            str(tmp_path / "request.json"),
            str(tmp_path / "pairing.json"),
            stdout=again,
        )
    assert again.getvalue().startswith(fault)


def test_the_records_of_a_fault_are_kept_where_no_folder_is_named(monkeypatch, tmp_path):
    monkeypatch.setitem(registry().systems, "random", Clumsy())
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(SystemExit):
        call_command("check_pairing", random=1, system="random", processes=1, stdout=StringIO())
    assert len(list(tmp_path.glob("check-pairing-*/request.json"))) == 1
