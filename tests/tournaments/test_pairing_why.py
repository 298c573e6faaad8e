"""Every pairing says why, to everybody in it, in sentences that are true."""

import pytest

from tests.tournaments.fields import Tournament, as_now
from tournaments.pairing.api import CannotPair, Contender, PastRound, Played, Reason, Request
from tournaments.pairing.swiss import pair
from tournaments.pairing.words import REFUSED, WHY, explanation, refusal, sentence


def request(*people, prefer=2, allow=(2,), **kwargs):
    return Request(tuple(people), prefer, frozenset(allow), seed=1, **kwargs)


def codes(pairing, one):
    return [reason.code for reason in pairing.why[one]]


def test_somebody_is_told_who_is_equal_and_who_was_met_already():
    people = [Contender(each, points=12) for each in ("ana", "bo", "cy")] + [Contender("di", points=1)]
    past = (PastRound(()), PastRound((Played(1, ("ana", "cy")), Played(2, ("bo", "di")))))
    asked = request(*people, met={("ana", "cy"): 1, ("bo", "di"): 1}, past=past)
    told = explanation(pair(asked).why["ana"], name=str.title)
    assert told in (
        "You and Bo are both on 12 points. Cy, also on 12 points, you met in round 2.",
        "You are on 12 points; with you at the table: Di (1 points). Cy, also on 12 points, you met in round 2.",
    )


def test_nobody_goes_without_a_reason():
    played = Tournament(23, 4, seed=2, allow=frozenset({3, 4})).play_rounds(3, as_now)
    asked = played.request()
    pairing = pair(asked)
    assert set(pairing.why) == pairing.everybody
    assert all(pairing.why.values())
    for reasons in pairing.why.values():
        assert all(sentence(each) != each.code for each in reasons)
        assert "%(" not in explanation(reasons)


def test_who_sits_out_and_who_sits_at_an_odd_table_is_told():
    people = [Contender(each, points=number) for number, each in enumerate("abcdefg")]
    out = pair(request(*people))
    assert codes(out, "g") == ["sits-out", "least-out"]
    odd = pair(request(*people, prefer=4, allow=(3, 4)))
    (short,) = [table.seats for table in odd.tables if len(table.seats) == 3]
    assert all(("odd-table" in codes(odd, each)) == (each in short) for each in "abcdefg")


def test_who_meets_again_is_told_that_it_could_not_be_helped():
    people = [Contender(each) for each in "ab"]
    pairing = pair(request(*people, met={("a", "b"): 2}))
    assert "there is no seating with fewer repeats" in explanation(pairing.why["a"])


def test_the_organisers_wishes_are_named():
    people = [Contender(each, points=1) for each in "abcd"]
    apart = pair(request(*people, apart=frozenset({("a", "b")})))
    assert "kept-apart" in codes(apart, "a")
    together = pair(request(*people[:2], apart=frozenset({("a", "b")})))
    assert "not-kept-apart" in codes(together, "a")
    assert "fixed-table" in codes(pair(request(*people, fixed={"d": 1})), "d")


def test_sentences_are_translated_whole_and_names_put_in():
    reason = Reason("same-points", {"who": ["1", "2"], "points": 3})
    names = {"1": "Bo", "2": "Cy"}
    loud = sentence(
        reason, names.__getitem__, lambda text: text.replace("You", "TU").replace(" and ", " ET ")
    )
    assert loud == "TU, Bo ET Cy are all on 3 points."


def test_a_code_without_words_is_shown_and_not_swallowed():
    assert sentence(Reason("of-a-plug-in")) == "of-a-plug-in"
    assert refusal(CannotPair("of-a-plug-in")) == "of-a-plug-in"


@pytest.mark.parametrize("template", [*WHY.values(), *REFUSED.values()])
def test_sentences_end_as_sentences(template):
    assert template.endswith(".")
