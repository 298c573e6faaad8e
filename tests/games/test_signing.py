"""A sheet becomes final when everybody has signed it, or the organiser has decided; never before."""

import uuid
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games import services
from games.agreements import agreement_of
from games.due import matches_to_finalize
from games.errors import IdReused, Refused, Stale
from games.models import Event, Match, Signature
from games.rebuilding import rebuild
from games.services import Change, Hand, SeatPermit
from rules.points import engine
from tests.games.hurting import at_once, killed
from tests.games.table import correct, deal, entry, now, organiser, permit, send, undo
from tests.guard import unguarded

pytestmark = pytest.mark.django_db(transaction=True)
INK = "10,10 20,20 30,10 40,20 50,10 60,20;70,70 80,80"
LAST = deal(410, 80)


def open_signed(names=("Ana", "Bo")):
    return services.open_match(engine, {}, list(names), needs_signatures=True)


@pytest.fixture
def over():
    match = open_signed()
    send(match, LAST)
    return match


def seat(match, key):
    return SeatPermit(match.pk, key, "judge", device="phone")


def sheet(match):
    return services.sheet_of_record(now(match))


def sign(match, key, *, id_=None, on=None, hand=None):
    return services.sign(seat(match, key), id_ or uuid.uuid4(), on or sheet(match), hand or Hand(pin=True))


def disagree(match, key, why="The bridge was not counted.", id_=None):
    return services.object_to(seat(match, key), id_ or uuid.uuid4(), sheet(match), why)


def decide(match, why="The sheet is right.", leave=organiser):
    return services.decide(leave(match), uuid.uuid4(), sheet(match), why)


def code(call, *args, **kwargs):
    with pytest.raises(Refused) as caught:
        call(*args, **kwargs)
    return caught.value.code


def is_well():
    try:
        for command in ("verify_log", "rebuild"):
            call_command(command, stdout=StringIO(), stderr=StringIO())
    except CommandError:
        return False
    return True


def test_it_waits_for_every_signature_and_then_is_due(over):
    assert now(over).status == Match.Status.SIGNING
    services.finalize(over.pk)  # too early: nothing happens
    assert list(matches_to_finalize()) == []
    sign(over, "1", hand=Hand(drawn=INK))
    assert now(over).status == Match.Status.SIGNING
    assert sign(over, "2", hand=Hand(name="Bo")).status == Match.Status.OVER
    assert list(matches_to_finalize()) == [over.pk]
    services.finalize(over.pk)
    services.finalize(over.pk)
    assert (now(over).status, now(over).result["winners"]) == (Match.Status.FINAL, ["1"])
    assert is_well()


def test_without_signing_nothing_is_asked():
    match = services.open_match(engine, {}, ["Ana", "Bo"])
    send(match, LAST)
    assert now(match).status == Match.Status.OVER
    assert code(sign, match, "1") == "nothing-to-sign"


def test_a_signature_sent_twice_is_made_once(over):
    id_ = uuid.uuid4()
    first = sign(over, "1", id_=id_, hand=Hand(drawn=INK))
    assert sign(over, "1", id_=id_, hand=Hand(drawn=INK)).version == first.version
    with pytest.raises(IdReused):
        sign(over, "1", id_=id_, hand=Hand(name="Bo"))
    with pytest.raises(IdReused):
        sign(over, "2", id_=id_, hand=Hand(drawn=INK))
    assert code(sign, over, "1") == "already-signed"
    assert (Event.objects.filter(kind="sign").count(), Signature.objects.count()) == (1, 1)


def test_a_change_of_the_sheet_leaves_signatures_void_and_asks_again(over):
    sign(over, "1")
    seen = sheet(over)
    correct(over, Event.objects.get(kind="action"), deal(420, 80))
    assert [each.state for each in agreement_of(now(over)).seats] == ["void", "waiting"]
    with pytest.raises(Stale):
        sign(over, "2", on=seen)
    for key in "12":
        sign(over, key)
    services.finalize(over.pk)
    assert now(over).status == Match.Status.FINAL
    correct(over, Event.objects.get(kind="action"), deal(430, 80), leave=organiser)
    assert (now(over).status, now(over).signoffs) == (Match.Status.SIGNING, None)
    assert is_well()


def test_an_objection_holds_the_result_until_it_is_decided(over):
    sign(over, "1")
    disagree(over, "2")
    assert code(sign, over, "1") == "already-signed"
    found = agreement_of(now(over))
    assert [(each.name, each.why) for each in found.open_appeals] == [("Bo", "The bridge was not counted.")]
    assert [each.state for each in found.seats] == ["signed", "objects"]
    services.finalize(over.pk)
    assert now(over).status == Match.Status.SIGNING
    assert code(decide, over, leave=permit) == "not-yours"
    assert code(decide, over, why=" ") == "reason-missing"
    decide(over)
    services.finalize(over.pk)
    assert now(over).status == Match.Status.FINAL
    (appeal,) = agreement_of(now(over)).appeals
    assert (appeal.open, appeal.decision) == (False, "The sheet is right.")
    assert is_well()


def test_an_objection_outlives_a_correction_and_ends_when_its_player_signs(over):
    disagree(over, "2")
    correct(over, Event.objects.get(kind="action"), deal(410, 120))
    sign(over, "1")
    assert now(over).status == Match.Status.SIGNING
    assert len(agreement_of(now(over)).open_appeals) == 1
    assert sign(over, "2").status == Match.Status.OVER
    assert [(each.open, each.decision) for each in agreement_of(now(over)).appeals] == [(False, "")]


def test_the_organiser_lets_a_sheet_count_that_nobody_is_there_to_sign(over):
    sign(over, "1")
    assert decide(over, "Bo had to leave.").status == Match.Status.OVER
    assert agreement_of(now(over)).decision == "Bo had to leave."
    assert code(disagree, over, "2") == "nothing-to-sign"


def test_a_match_taken_up_again_is_signed_again(over):
    disagree(over, "1")
    undo(over, Event.objects.get(kind="action"))
    assert (now(over).status, code(sign, over, "1")) == (Match.Status.PLAYING, "nothing-to-sign")
    send(over, LAST)
    assert [*now(over).signoffs["appeals"]] == ["1"]
    assert is_well()


def test_what_was_stopped_is_signed_and_what_was_abandoned_is_not():
    stopped, abandoned = open_signed(), open_signed()
    services.stop_match(organiser(stopped), entry(stopped), "Time is over.")
    services.abandon_match(organiser(abandoned), entry(abandoned), "Ana fell ill.", {"1": 2, "2": 1})
    assert (now(stopped).status, now(abandoned).status) == (Match.Status.SIGNING, Match.Status.OVER)
    services.finalize(abandoned.pk)
    assert now(abandoned).status == Match.Status.FINAL
    assert is_well()


@pytest.mark.parametrize(
    ("hand", "refused"),
    [
        (Hand(), "no-hand"),
        (Hand(name="  "), "no-hand"),
        (Hand(name="x" * 81), "name-too-long"),
        (Hand(drawn="1,1 2,2"), "empty-drawing"),
        (Hand(drawn="999,1 " * 9 + "1,1"), "bad-drawing"),
        (Hand(drawn="<svg onload=alert(1)>"), "bad-drawing"),
        (Hand(drawn="1,1 " * 5_000 + "1,1"), "bad-drawing"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_signature_is_refused(over, hand, refused):
    assert code(sign, over, "1", hand=hand) == refused
    assert Event.objects.count() == 1


def test_nobody_signs_for_a_seat_that_is_not_there(over):
    assert code(sign, over, "3") == "no-such-seat"


def test_switched_off_later_it_no_longer_holds_a_result_unless_somebody_objects():
    matches = [open_signed() for _ in range(3)]
    for match in matches[:2]:
        send(match, LAST)
    disagree(matches[1], "1")
    services.require_sign_offs([match.pk for match in matches], signatures=False, check=False)
    assert [now(match).status for match in matches] == ["over", "signing", "playing"]
    services.require_sign_offs([match.pk for match in matches], signatures=True, check=False)
    assert [now(match).status for match in matches] == ["signing", "signing", "playing"]
    assert is_well()


def test_drawings_are_beside_the_log_and_may_be_erased(over):
    sign(over, "1", hand=Hand(drawn=INK))
    assert INK not in str(Event.objects.get(kind="sign").body)
    assert agreement_of(now(over)).seats[0].path.startswith("M10 10L20 20")
    Signature.objects.all().delete()
    assert is_well()
    assert agreement_of(now(over)).seats[0].state == "signed"


def test_another_drawing_in_its_place_is_noticed(over):
    sign(over, "1", hand=Hand(drawn=INK))
    Signature.objects.update(drawn=INK.replace("70,70", "71,70"))
    assert not is_well()


def test_rebuild_puts_back_who_has_signed(over):
    sign(over, "1")
    kept = now(over).signoffs
    Match.objects.update(signoffs=None, status=Match.Status.OVER)
    services.finalize(over.pk)  # caches that do not agree with the log freeze nothing
    assert now(over).problem
    assert sorted(rebuild(over.pk, write=True)) == ["signoffs", "status"]
    assert (now(over).signoffs, now(over).status, now(over).problem) == (kept, "signing", "")
    assert rebuild(over.pk, write=False) == []


def test_a_forged_signature_is_found(over):
    sign(over, "1")
    with unguarded():
        Event.objects.filter(kind="sign").update(body={"seat": "2", "sheet": sheet(over), "how": "pin"})
    assert not is_well()


def test_two_sign_at_once(over):
    on = sheet(over)
    answers = at_once(lambda: sign(over, "1", on=on), lambda: sign(over, "2", on=on))
    assert all(isinstance(answer, Match) for answer in answers)
    assert (now(over).status, Event.objects.filter(kind="sign").count()) == (Match.Status.OVER, 2)
    assert is_well()


def test_one_seat_signed_on_two_phones_at_once_is_signed_once(over):
    on = sheet(over)
    answers = at_once(*[lambda: sign(over, "1", on=on)] * 4)
    assert sum(isinstance(answer, Match) for answer in answers) == 1
    assert {each.code for each in answers if isinstance(each, Refused)} == {"already-signed"}


def test_signing_while_a_correction_comes_in_never_signs_what_was_not_seen(over):
    for number in range(6):
        on, last = sheet(over), Event.objects.get(kind="action")
        change = Change(last.pk, (deal(420 + number, 80),))
        sent = entry(over)
        at_once(
            lambda on=on: sign(over, "1", on=on),
            lambda change=change, sent=sent: services.apply_change(permit(over), sent, change),
            lambda: services.finalize(over.pk),
        )
        match = now(over)
        assert match.status == Match.Status.SIGNING
        if (match.signoffs or {}).get("signed"):
            assert Event.objects.get(kind="sign", body__sheet=sheet(over))
    assert is_well()


def test_switching_while_the_last_deal_comes_in_loses_neither():
    for _ in range(4):
        match = open_signed()
        sent = entry(match)
        at_once(
            lambda match=match: services.require_sign_offs([match.pk], signatures=False, check=False),
            lambda match=match, sent=sent: services.append_action(permit(match), sent, LAST),
        )
        assert (now(match).status, now(match).version) == (Match.Status.OVER, 1)


def test_killed_anywhere_a_signature_is_there_whole_or_not_at_all(over):
    sign(over, "1")
    *deaths, committed, alive = killed("sign", over, uuid.uuid4())
    assert len(deaths) > 4
    assert {(each["status"], each["events"]) for each in deaths} == {("signing", 2)}
    assert (committed["status"], committed["events"]) == ("over", 3)
    assert alive == committed
    assert all(each["well"] for each in [*deaths, committed])


def test_finalizing_a_signed_match_killed_anywhere_freezes_all_or_nothing(over):
    for key in "12":
        sign(over, key)
    *deaths, committed, _alive = killed("finalize", over)
    assert {each["status"] for each in deaths} == {"over"}
    assert committed["status"] == "final"
