"""What messages say. Plain text, as little as is needed, in the language of whoever asked to be told."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.formats import time_format
from django.utils.translation import gettext as _

from config.tidings.models import Kind, Subscription
from config.tidings.truth import News
from tournaments.selectors.shown import public_name


@dataclass(frozen=True, slots=True)
class Words:
    title: str
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join(self.lines)


def words_of(news: News) -> Words:
    said = {"number": news.round.number, "table": _table(news), "name": news.name}
    about = _("%(name)s in “%(tournament)s”.") % {"name": news.name, "tournament": news.tournament.name}
    if news.kind == Kind.SIGN:
        title = _("A result to sign: table %(table)s") % said
        return Words(title, (about, _("The match is over. Look at the sheet at the table, then sign it.")))
    if news.out:
        return Words(_("Round %(number)s: sitting out") % said, (about,))
    title = _("Round %(number)s: table %(table)s") % said
    if news.kind == Kind.START:
        title = _("Round %(number)s has begun: table %(table)s") % said
    ends = (
        (_("The time of the round ends: %(time)s") % {"time": time_format(news.ends)},) if news.ends else ()
    )
    return Words(title, (about, *ends))


def letter_of(news: News, link: str, change: str) -> tuple[str, str]:
    """Subject and text of a mail."""
    words = words_of(news)
    ending = _("You asked to be told this. Change it, or end it:")
    return words.title, _paragraphs(words.title, words.text, link, f"{ending}\n{change}")


def question_of(subscription: Subscription, link: str) -> tuple[str, str]:
    """The letter that asks whether an address is meant."""
    entrant = subscription.entrant
    said = {"name": public_name(entrant), "tournament": entrant.tournament.name}
    return _("Do you want these messages?"), _paragraphs(
        _("Somebody, you we hope, wants this address to be told about %(name)s in “%(tournament)s”.") % said,
        _("Open this link and press the button if you want that:"),
        link,
        _("It works for a day. If you do nothing, nothing more is sent."),
    )


def _table(news: News) -> str:
    return f"{news.table} ({news.label})" if news.label else str(news.table)


def _paragraphs(*texts: str) -> str:
    return "\n\n".join(texts) + "\n"
