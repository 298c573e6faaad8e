"""Which column holds what: by its heading in several languages, else by its place. Knows no people."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.errors import Refused


class Field(StrEnum):
    NAME = "name"
    FIRST = "first"
    LAST = "last"
    CLUB = "club"
    EMAIL = "email"
    PHONE = "phone"
    MINOR = "minor"
    APART = "apart"


IN_WORDS = {
    Field.NAME: gettext_lazy("name"),
    Field.FIRST: gettext_lazy("first name"),
    Field.LAST: gettext_lazy("last name"),
    Field.CLUB: gettext_lazy("club"),
    Field.EMAIL: gettext_lazy("e-mail"),
    Field.PHONE: gettext_lazy("telephone"),
    Field.MINOR: gettext_lazy("minor"),
    Field.APART: gettext_lazy("keep apart from"),
}
BY_PLACE = (Field.NAME, Field.CLUB, Field.EMAIL, Field.PHONE, Field.MINOR, Field.APART)
"""Without headings."""

HEADINGS: dict[Field, str] = {
    Field.NAME: "name|full name|player|players|person|participant|nom et prenom|nom complet|joueur|joueuse|"
    "nombre|nombre completo|jugador|jugadora|spieler|spielerin|teilnehmer|naam|speler|deelnemer|nome|"
    "nome completo|giocatore|jogador|jmeno|cele jmeno|hrac|navn|spiller|namn|spelare|nimi|nazwisko i imie|gracz|"
    "meno|hrac|nev|jatekos|ime i prezime|имя|игрок|име|όνομα|שם|اسم|名前|氏名|姓名",
    Field.FIRST: "first name|firstname|given name|forename|prenom|vorname|voornaam|nombre de pila|primer nombre|"
    "nome proprio|fornavn|fornamn|etunimi|imie|krestni jmeno|krstne meno|keresztnev|ime",
    Field.LAST: "last name|lastname|surname|family name|nom|nom de famille|nachname|familienname|achternaam|"
    "apellido|apellidos|cognome|sobrenome|apelido|etternavn|efternavn|efternamn|sukunimi|nazwisko|prijmeni|"
    "priezvisko|vezeteknev|prezime|фамилия",
    Field.CLUB: "club|team|from|home|verein|klub|club de jeu|equipe|equipo|vereniging|squadra|circolo|clube|"
    "oddil|forening|foerening|klubb|seura|klub sportowy|egyesulet|town|city|ort|ville|ciudad|plaats|клуб|σύλλογος",
    Field.EMAIL: "e-mail|email|mail|e mail|e-mail address|email address|courriel|correo|correo electronico|"
    "e-post|epost|sahkoposti|e-mailadres|posta elettronica|почта",
    Field.PHONE: "phone|telephone|tel|mobile|cell|phone number|telefon|handy|mobil|telefono|movil|telefoon|"
    "telefone|telemovel|cellulare|portable|puhelin|телефон|τηλέφωνο",
    Field.MINOR: "minor|junior|youth|child|under 18|u18|mineur|mineure|jeune|minderjaehrig|minderjahrig|jugend|"
    "jugendlicher|kind|menor|juvenil|minderjarig|jeugd|minore|minorenne|mladez|nepelnolety|ung|ungdom|nuori|"
    "niepelnoletni|kiskoru",
    Field.APART: "keep apart|keep apart from|apart|not with|separer de|pas avec|a separer|getrennt von|"
    "nicht mit|separar de|no con|gescheiden van|niet met|non con|separare da|ne s|ikke med|inte med",
}
NAME_ALONE = {"nom": Field.NAME, "ime": Field.NAME}
"""A word that is a last or first name beside the other half, and the whole name alone."""
YES = frozenset(
    [
        "1",
        "x",
        "y",
        "yes",
        "true",
        "wahr",
        "vrai",
        "j",
        "ja",
        "o",
        "oui",
        "s",
        "si",
        "sim",
        "v",
        "verdadero",
        "vero",
        "a",
        "ano",
        "tak",
        "t",
        "igen",
        "k",
        "kylla",
        "да",
        "ναι",
        "✓",
        "✔",
        "×",
    ]
) | frozenset({"minor", "junior", "u18", "minderjährig", "mineur", "menor"})
NO = frozenset(
    [
        "0",
        "-",
        "n",
        "no",
        "non",
        "nein",
        "nee",
        "nao",
        "ne",
        "nie",
        "nem",
        "ei",
        "nei",
        "nej",
        "false",
        "falsch",
        "faux",
        "falso",
        "f",
        "нет",
        "όχι",
    ]
)


def is_heading(cell: str) -> bool:
    return _field_of(cell) is not None


def columns_of(first: Sequence[str]) -> tuple[dict[Field, int], bool]:
    """Where each field is, and whether the first row is a heading."""
    found: dict[Field, int] = {}
    for place, cell in enumerate(first):
        field = _field_of(cell)
        if field is not None and field not in found:
            found[field] = place
    if not found:
        return {field: place for place, field in enumerate(BY_PLACE)}, False
    if Field.NAME not in found:
        _take_half_for_whole(found, first)
    if Field.NAME not in found and not {Field.FIRST, Field.LAST} & found.keys():
        raise Refused(
            "no-name-column",
            _(
                "No column is headed “name”. The headings found are: %(found)s. "
                "Call the column with the names “name”, or leave out the heading and put the names first."
            )
            % {"found": ", ".join(cell.strip()[:40] for cell in first if cell.strip())},
            field="file",
        )
    return found, True


def yes_or_no(text: str) -> bool | None:
    """What somebody put into a column of yes and no; None if it is neither."""
    said = plain(text)
    if not said:
        return False
    return True if said in YES else False if said in NO else None


# -- in detail -----------------------------------------------------------------------------------


def _take_half_for_whole(found: dict[Field, int], first: Sequence[str]) -> None:
    halves = [half for half in (Field.FIRST, Field.LAST) if half in found]
    if len(halves) == 1 and plain(first[found[halves[0]]]) in NAME_ALONE:
        found[Field.NAME] = found.pop(halves[0])


def _field_of(cell: str) -> Field | None:
    """By a heading that we know, or by the one that we would write ourselves in the reader's language."""
    said = plain(cell)
    return _FIELD_OF.get(said) or next(
        (field for field, words in IN_WORDS.items() if plain(str(words)) == said), None
    )


def plain(cell: str) -> str:
    """Without accents, case, spare marks: “E-Mail:” and “e-mail” are one."""
    decomposed = unicodedata.normalize("NFKD", cell.replace("\ufeff", "")).casefold()
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    return " ".join(re.sub(r"[_:*.()?]", " ", bare).split())


_FIELD_OF = {
    plain(word): field for field, words in reversed(HEADINGS.items()) for word in words.split("|") if word
}
"""Reversed, so that of a word that stands twice the field named first counts."""
