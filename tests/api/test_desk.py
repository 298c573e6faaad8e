"""All that a judge's desk does can be done by a program: with the card of its table, and the organiser's part with a token."""

import uuid
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from games.services import finalize
from rules.triominos.variants.nordic import engine as nordic
from tests.api.asking import Caller, caller_of, callers, card_caller, deal, running, table_path
from tests.factories import member_of, organiser_of, published_round, tournament_of
from tournaments.models import Penalty, PendingChange, Phone, Player, Role
from tournaments.selectors.clocks import table_clock
from tournaments.services.closing import close, reopen
from tournaments.services.pins import set_pin

pytestmark = pytest.mark.django_db
A_MOMENT = timedelta(milliseconds=1)


def new():
    return str(uuid.uuid4())


class AtTable:
    """Somebody who asks about one table."""

    def __init__(self, caller: Caller, table):
        self.caller, self.path = caller, table_path(table)

    def get(self, what=""):
        return self.caller.get(f"{self.path}{what}").json()

    def post(self, what, status=200, **body):
        answer = self.caller.post(f"{self.path}/{what}", body)
        assert answer.status_code == status, answer.content
        return answer.json() if answer.content else None


def over(table, caller):
    """Played to its end: the sheet that is to be signed."""
    ended = AtTable(caller, table).post("events", 201, version=0, events=[deal([400, 3, 2, 1], bell=True)])
    return ended["agreement"]["sheet"]


def organiser_at(table):
    tournament = table.round.tournament
    return AtTable(caller_of(organiser_of(tournament), tournament.club, "organise"), table)


def test_a_match_is_played_to_its_end_with_a_card_alone():
    tournament = tournament_of(4, signing=True, round_minutes=60)
    table = published_round(tournament).tables.get()
    set_pin(organiser_of(tournament), tournament, table.seating.get(position=1).entrant_id, "7391")
    secret = card_caller(tournament).headers["Authorization"].removeprefix("Bearer ")
    desk = AtTable(Caller(secret), table)
    assert desk.caller.get("/me").json()["at"] == f"/api/v1{desk.path}"
    assert desk.get()["may_enter"]
    tried = desk.post("try", actions=[deal([25, 0, 14, -5])["action"]])
    assert tried["after"] == {"1": 25, "2": 0, "3": 14, "4": -5}
    first = deal([52, 0, 14, -5])
    desk.post("events", 201, version=0, events=[first])
    desk.post("events", 201, version=1, events=[deal([99, 99, 99, 99])])
    back = desk.post("take-back", id=new(), version=2)
    assert [seat["total"] for seat in back["seats"]] == [52, 0, 14, -5]
    right = {"event": first["id"], "actions": [deal([25, 0, 14, -5])["action"]]}
    seen = desk.post("changes/preview", **right)
    assert (seen["before"]["totals"]["1"], seen["after"]["totals"]["1"]) == (52, 25)
    changed = desk.post("changes", id=new(), version=3, **right)
    assert [seat["total"] for seat in changed["seats"]] == [25, 0, 14, -5]
    ended = desk.post("events", 201, version=4, events=[deal([375, 3, 2, 1], bell=True)])
    assert (ended["status"], ended["agreement"]["awaited"], ended["clock"]["runs"]) == (
        "signing",
        True,
        False,
    )
    sheet = ended["agreement"]["sheet"]
    link = desk.post("seats/2/link", 201)["link"]
    assert desk.caller.client.get(link).status_code == 302
    desk.post("object", id=new(), seat="3", sheet=sheet, why="Two points too few")
    assert desk.get()["agreement"]["appeals"] == [
        {"seat": "3", "why": "Two points too few", "open": True, "decision": ""}
    ]
    desk.post("sign", 422, id=new(), seat="1", sheet=sheet, name="Ana")
    desk.post("sign", id=new(), seat="1", sheet=sheet, pin="7391")
    for seat in "234":
        signed = desk.post("sign", id=new(), seat=seat, sheet=sheet, name=f"Player {seat}")
    assert signed["status"] == "over"
    finalize(table.match_id)  # the worker
    final = desk.get()
    assert (final["status"], [seat["place"] for seat in final["seats"]]) == ("final", [1, 3, 2, 4])
    # A final result is no longer the judge's.
    assert desk.post("take-back", 422, id=new(), version=final["version"])["code"] == "match-final"


def test_a_board_is_played_by_what_is_legal():
    tournament = tournament_of(
        2, rules_key=nordic.key, rules_version=nordic.version, options=nordic.settle_options({}), table_size=2
    )
    table = published_round(tournament).tables.get()
    desk = AtTable(card_caller(tournament), table)
    start = {"do": "start", "starter": "1", "depth": "board"}
    (begins,) = [each for each in desk.get("/legal")["actions"] if each.get("do") == start["do"]][:1]
    assert begins["do"] == "start"
    desk.post("events", 201, version=0, events=[{"id": new(), "action": start}])
    for version in (1, 2):
        action = next(each for each in desk.get("/legal")["actions"] if each["do"] == "place")
        assert desk.post("try", actions=[action])["refusal"] is None
        desk.post("events", 201, version=version, events=[{"id": new(), "action": action}])
    assert len(desk.get("/events")["items"]) == 3


def test_other_people_at_the_table_are_not_given_what_was_meant_for_those_before():
    tournament = running()
    desk = AtTable(card_caller(tournament, 2), tournament.rounds.get().tables.get(number=2))
    match = desk.get()["match"]
    desk.post("events", 404, version=0, match=match + 1, events=[deal([1, 2, 3, 4])])
    desk.post("events", 201, version=0, match=match, events=[deal([1, 2, 3, 4])])
    organiser = organiser_at(tournament.rounds.get().tables.get(number=2))
    # The organiser has been called to this table already: it is found, and told so.
    for other, found, called in ((match + 1, 404, 404), (match, 200, 422)):
        desk.post("call", called, id=new(), reason="Rules", match=other)
        desk.post("take-back", found, id=new(), version=1, match=other)
        organiser.post("end", found, id=new(), version=2, why="The time is over", match=other)


# -- the organiser's part ----------------------------------------------------------------------------


def test_a_match_is_stopped_abandoned_and_that_taken_back():
    tournament = running()
    table = tournament.rounds.get().tables.get(number=1)
    organiser = organiser_at(table)
    stop = {"id": new(), "version": 1, "why": "The time is over"}
    for _twice in range(2):
        stopped = organiser.post("end", **stop)
    assert (stopped["status"], stopped["ruling"]["kind"], stopped["ruling"]["why"]) == (
        "over",
        "stop",
        "The time is over",
    )
    again = organiser.post("changes", id=new(), version=2, event=stopped["ruling"]["event"])
    assert (again["status"], again["ruling"]) == ("playing", None)
    bad = organiser.post("end", 422, id=new(), version=3, why="Somebody fell ill", places={"1": 1})
    assert (bad["code"], bad["field"]) == ("bad-places", "places")
    late = organiser.post("end", 409, id=new(), version=2, why="Somebody fell ill")
    assert late["now"]["version"] == 3
    places = {"1": 2, "2": 1, "3": 3, "4": 3}
    ended = organiser.post("end", id=new(), version=3, why="Somebody fell ill", places=places)
    assert [seat["place"] for seat in ended["seats"]] == [2, 1, 3, 3]
    card = AtTable(card_caller(tournament), table)
    card.post("end", 403, id=new(), version=4, why="So there")


def test_a_second_person_looks_a_sheet_over_who_has_a_name_and_entered_nothing_of_it():
    tournament = tournament_of(4, double_check=True)
    table = published_round(tournament).tables.get()
    card = AtTable(card_caller(tournament), table)
    owner = caller_of(organiser_of(tournament), tournament.club, "score")
    sheet = over(table, owner)
    assert card.post("check", 422, id=new(), sheet=sheet)["code"] == "no-account"
    assert AtTable(owner, table).post("check", 422, id=new(), sheet=sheet)["code"] == "own-entries"
    second = member_of(tournament.club, Role.ORGANISER)
    checking = AtTable(caller_of(second, tournament.club, "score"), table)
    looked = checking.post("check", id=new(), sheet=sheet)
    assert (looked["status"], looked["agreement"]["check"]["who"]) == ("over", str(second.user))
    assert AtTable(Caller(), table).get()["agreement"]["check"]["who"] == ""


def test_an_appeal_is_decided():
    tournament = tournament_of(4, signing=True)
    table = published_round(tournament).tables.get()
    card, organiser = AtTable(card_caller(tournament), table), organiser_at(table)
    sheet = over(table, card.caller)
    card.post("object", id=new(), seat="2", sheet=sheet, why="Two points too few")
    waiting = organiser.caller.get(f"/tournaments/{tournament.slug}/calls").json()
    assert waiting == {"calls": [], "appeals": [{"round": 1, "table": 1}]}
    card.post("decide", 403, id=new(), sheet=sheet, why="No")
    assert organiser.post("decide", 409, id=new(), sheet="0" * 64, why="It is right")["code"] == "stale"
    decided = organiser.post("decide", id=new(), sheet=sheet, why="It is right")
    assert decided["status"] == "over"
    assert decided["agreement"]["appeals"][0]["decision"] == "It is right"


def test_the_clock_is_told_started_and_given_more_time():
    tournament = running()
    round_ = tournament.rounds.get()
    table = round_.tables.get(number=1)
    organiser = organiser_at(table)
    where = f"/tournaments/{tournament.slug}/rounds/1"

    def ends(told):
        return datetime.fromisoformat(told["round_ends_at"])

    assert abs(ends(organiser.get()["clock"]) - table_clock(table).round_end) < A_MOMENT
    before = timezone.now() - A_MOMENT  # moments are told to the thousandth of a second
    begun = organiser.caller.post(f"{where}/clock/start", {"id": new()}).json()
    assert before <= ends(begun) - timedelta(minutes=60) <= timezone.now()
    more = {"id": new(), "minutes": 5, "table": 1}
    for _twice in range(2):
        given = organiser.caller.post(f"{where}/clock/add", more).json()
    assert (given["extra_minutes"], ends(given)) == (5, ends(begun) + timedelta(minutes=5))
    other = organiser.caller.post(f"{where}/clock/add", more | {"minutes": 6})
    assert (other.status_code, other.json()["code"]) == (409, "form-reused")
    all_of_them = organiser.caller.post(f"{where}/clock/add", {"id": new(), "minutes": 10}).json()
    assert ends(all_of_them) == ends(begun) + timedelta(minutes=10)
    public = Caller()
    assert ends(public.get(where).json()["clock"]) == ends(all_of_them)
    assert ends(public.get(organiser.path).json()["clock"]) == ends(all_of_them) + timedelta(minutes=5)
    # What was told stays true while the time runs: nothing is sent twice.
    seen = public.get(organiser.path)["ETag"]
    assert public.get(organiser.path, If_None_Match=seen).status_code == 304
    nowhere = organiser.caller.post(f"{where}/clock/add", {"id": new(), "minutes": 5, "table": 9})
    assert nowhere.json()["code"] == "no-such-table"


def test_a_call_is_heard_answered_and_closed_by_the_table_itself():
    tournament = running()
    card = AtTable(card_caller(tournament), tournament.rounds.get().tables.get(number=1))
    organiser = callers(tournament)["organise"]
    where = f"/tournaments/{tournament.slug}/calls"
    made = card.post("call", 201, id=new(), reason="A question about the rules")
    assert card.get()["call"]["id"] == made["id"]
    assert AtTable(Caller(), tournament.rounds.get().tables.get(number=1)).get()["call"] is None
    waiting = organiser.get(where).json()["calls"]
    assert [(each["table"], each["reason"]) for each in waiting] == [
        (2, "A question"),
        (1, "A question about the rules"),
    ]
    assert organiser.post(f"{where}/{made['id']}/answer").json()["answered_at"]
    assert card.get()["call"]["answered_at"]
    assert card.caller.post(f"{where}/{made['id']}/close").json()["closed_at"]
    assert card.get()["call"] is None
    gone = organiser.post(f"{where}/{uuid.uuid4()}/answer")
    assert (gone.status_code, gone.json()["code"]) == (404, "no-such-call")


def test_the_control_room_hears_what_a_device_could_not_send():
    tournament = running()
    card = AtTable(card_caller(tournament), tournament.rounds.get().tables.get(number=1))
    card.post("phones", 204, device="tablet-7", unsent=3)
    assert list(Phone.objects.values_list("device", "unsent")) == [("tablet-7", 3)]


# -- penalties ---------------------------------------------------------------------------------------


def test_a_penalty_is_given_once_read_by_all_and_taken_back():
    tournament = running()
    organiser, where = callers(tournament)["organise"], f"/tournaments/{tournament.slug}/penalties"
    entrant = tournament.entrants.get(number=1)
    entrant.player = Player.objects.create(
        club=tournament.club, name="Ana Ávila", name_key="ana ávila", shown="short"
    )
    entrant.name = "Ana Ávila"
    entrant.save()
    said = {"id": new(), "entrant": entrant.pk, "kind": "placing", "amount": 0.5, "reason": "Left the table"}
    made = [organiser.post(where, said) for _twice in range(2)]
    assert [each.status_code for each in made] == [201, 201]
    assert made[0].json() == made[1].json()
    assert (made[0].json()["name"], made[0].json()["amount"]) == ("Ana Ávila", 0.5)
    public = Caller().get(where).json()
    assert [each["kind"] for each in public["items"]] == ["placing", "warning"]
    assert (public["items"][0]["name"], public["total"]) == ("Ana Á.", 2)
    assert Caller().get(f"{where}?limit=1&offset=1").json()["items"] == public["items"][1:]
    back = {"id": new(), "reason": "She was called away"}
    taken = [organiser.post(f"{where}/{made[0].json()['id']}/take-back", back).json() for _twice in range(2)]
    assert taken[0] == taken[1]
    assert taken[0]["back_reason"] == "She was called away"
    again = organiser.post(f"{where}/{made[0].json()['id']}/take-back", back | {"id": new()})
    assert (again.status_code, again.json()["code"]) == (422, "already-back")


@pytest.mark.parametrize(
    ("wrong", "status", "code", "field"),
    [
        ({"kind": "flogging"}, 422, "bad-kind", "kind"),
        ({"amount": 0.005}, 422, "bad-points", "amount"),
        ({"amount": 0}, 422, "bad-points", "amount"),
        ({"amount": -1}, 422, "bad-shape", "amount"),
        ({"reason": " "}, 422, "reason-missing", "reason"),
        ({"round": 7}, 422, "no-such-round", "round"),
        ({"entrant": 2**40}, 404, "no-such-entrant", "entrant"),
    ],
)
def test_a_penalty_that_cannot_be_is_refused_with_its_field(wrong, status, code, field):
    tournament = running()
    entrant = tournament.entrants.get(number=1).pk
    said = {"id": new(), "entrant": entrant, "kind": "placing", "amount": 1, "reason": "Late"}
    answer = callers(tournament)["organise"].post(f"/tournaments/{tournament.slug}/penalties", said | wrong)
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (status, code, field)
    assert Penalty.objects.filter(tournament=tournament).count() == 1


def played_out():
    """A tournament of one table whose only match is final, and who organises it."""
    tournament = tournament_of(4, rounds_planned=1)
    table = published_round(tournament).tables.get()
    organiser = organiser_at(table)
    organiser.post("events", 201, version=0, events=[deal([400, 3, 2, 1], bell=True)])
    finalize(table.match_id)
    return tournament, organiser


def test_after_the_end_a_penalty_waits_for_a_second_person():
    tournament, organiser = played_out()
    close(organiser_of(tournament), tournament)
    said = {"id": new(), "entrant": tournament.entrants.get(number=1).pk, "kind": "warning", "reason": "Late"}
    waits = organiser.caller.post(f"/tournaments/{tournament.slug}/penalties", said)
    assert (waits.status_code, list(waits.json())) == (202, ["waiting"])
    assert not Penalty.objects.exists()
    # Whatever becomes of the tournament, the same id is the same request.
    reopen(organiser_of(tournament), tournament, "a mistake")
    again = organiser.caller.post(f"/tournaments/{tournament.slug}/penalties", said)
    assert (again.status_code, again.json()) == (202, waits.json())
    assert not Penalty.objects.exists()


def test_a_penalty_whose_answer_was_lost_is_given_once():
    tournament, organiser = played_out()
    where = f"/tournaments/{tournament.slug}/penalties"
    said = {"id": new(), "entrant": tournament.entrants.get(number=1).pk, "kind": "out", "reason": "Unfair"}
    made = organiser.caller.post(where, said)
    assert made.status_code == 201
    assert organiser.caller.post(where, said).json() == made.json()
    other = organiser.caller.post(where, said | {"round": 1})
    assert (other.status_code, other.json()["code"]) == (409, "form-reused")
    close(organiser_of(tournament), tournament)
    again = organiser.caller.post(where, said)
    assert (again.status_code, again.json()) == (201, made.json())
    assert not PendingChange.objects.exists()
