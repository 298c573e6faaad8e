"""The description: valid, the whole of it, and good enough that a client made from it alone plays a tournament."""

import importlib
import json
import subprocess
import sys
import uuid

import pytest
import schemathesis

from config.api.api import api
from config.api.tokens import TokenPlan, make
from games.services import finalize
from tests.api.routes import operations
from tests.factories import organiser_of, tournament_of
from tournaments.models import Round, Table
from tournaments.services import rounds


def test_the_description_is_valid_and_says_what_every_route_refuses_with():
    schema = api.get_openapi_schema()
    assert schema["openapi"] == "3.1.0"
    schemathesis.openapi.from_dict(json.loads(json.dumps(schema))).validate()
    for path in schema["paths"].values():
        for operation in path.values():
            assert {"401", "403", "404", "422", "429"} <= set(operation["responses"])
            assert operation["summary"]


@pytest.fixture
def client_module(tmp_path, monkeypatch):
    """A client as somebody else makes it: from the description, with a tool that knows nothing of us."""
    (tmp_path / "openapi.json").write_text(json.dumps(api.get_openapi_schema()))
    (tmp_path / "config.yml").write_text("post_hooks: []\n")
    made = subprocess.run(
        [
            *(
                sys.executable,
                "-m",
                "openapi_python_client",
                "generate",
                "--meta",
                "none",
                "--fail-on-warning",
            ),
            *("--path", str(tmp_path / "openapi.json"), "--config", str(tmp_path / "config.yml")),
            *("--output-path", str(tmp_path / "made_client")),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    monkeypatch.syspath_prepend(tmp_path)
    return importlib.import_module("made_client")


@pytest.mark.brings_its_own
def test_a_client_made_from_the_description_plays_a_tournament(client_module, live_server):
    home = tournament_of(2)
    secret = make(organiser_of(home), home.club, TokenPlan("a program", "organise"))
    models = importlib.import_module("made_client.models")
    with client_module.AuthenticatedClient(base_url=live_server.url, token=secret) as client:

        def ask(tag, name, *args, **kwargs):
            return importlib.import_module(f"made_client.api.{tag}.{name}").sync(
                *args, client=client, **kwargs
            )

        made = ask(
            "tournaments",
            "create_tournament",
            home.club.slug,
            body=models.TournamentIn(name="Spring Cup", rounds=2),
        )
        slug = made.slug
        names = [f"Person {number}" for number in range(1, 9)]
        entered = ask("entrants", "enter_names", slug, body=models.EntrantsIn(names=names))
        assert [each.name for each in entered.items] == names
        for number in (1, 2):
            ask("rounds", "ask_for_pairings", slug, body=models.PairingIn(round_=number))
            rounds.compute_pairings(Round.objects.get(tournament__slug=slug, number=number).pk)  # the worker
            drafted = ask("rounds", "get_round", slug, number)
            assert drafted.state == "draft"
            published = ask("rounds", "publish_round", slug, number, edition=drafted.edition)
            for table in published.tables:
                play(ask, models, slug, number, table.number)
        ask("tournaments", "close_tournament", slug)
        standings = ask("tournaments", "get_standings", slug)
        assert standings.finished
        assert sorted(each.name for each in standings.standings) == names
        assert [each.rank for each in standings.standings] == sorted(
            each.rank for each in standings.standings
        )
        refused = ask("entrants", "enter_names", slug, body=models.EntrantsIn(names=["Too late"]))
        assert (refused.code, refused.status) == ("tournament-closed", 422)


def play(ask, models, slug, number, table):
    """A deal mistyped and taken back, one tried first, and the one that ends it."""
    at = (slug, number, table)

    def action(points, *, bell=False):
        return {
            "do": "deal",
            "points": {str(seat): each for seat, each in enumerate(points, 1)},
            "bell": bell,
        }

    def enter(version, points, **more):
        event = models.NewEvent(
            id=uuid.uuid4(), action=models.NewEventAction.from_dict(action(points, **more))
        )
        return ask("tables", "enter_events", *at, body=models.EventsIn(version=version, events=[event]))

    assert enter(0, [99, 0, 0, 0]).version == 1
    back = ask("tables", "take_back_event", *at, body=models.TakeBack(id=uuid.uuid4(), version=1))
    assert [seat.total for seat in back.seats] == [0, 0, 0, 0]
    stale = enter(0, [1, 2, 3, 4])
    assert (stale.status, stale.code) == (409, "stale")
    tried = ask(
        "tables",
        "try_events",
        *at,
        body=models.Actions.from_dict({"actions": [action([400, 3, 2, 1], bell=True)]}),
    )
    assert tried.rings
    over = enter(2, [400, 3, 2, 1], bell=True)
    assert over.status == "over"
    finalize(
        Table.objects.get(round__tournament__slug=slug, round__number=number, number=table).match_id
    )  # the worker
    final = ask("tables", "get_table", *at)
    assert [seat.place for seat in final.seats] == [1, 2, 3, 4]
    log = ask("tables", "list_events", *at)
    assert [each.kind for each in log.items] == ["action", "undo", "action"]


def test_every_route_is_on_the_page_for_people(client):
    page = client.get("/api/").content.decode()
    assert [path for _method, path in operations().values() if path not in page] == []


def test_the_description_is_made_once_for_everybody():
    assert api.get_openapi_schema(path_params={}) is api.get_openapi_schema()
