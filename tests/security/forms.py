"""The forms that pages really show, filled in with something that fits: found by reading the pages, not listed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

from django.test import Client

TOKEN = "csrfmiddlewaretoken"


@dataclass
class Form:
    """Where it is sent, how, and what is in it."""

    action: str
    method: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    def add(self, name: str, kind: str, value: str) -> None:
        self.kinds[name] = kind
        self.fields.setdefault(name, [])
        if value:
            self.fields[name].append(value)

    def filled(self) -> dict[str, list[str] | str]:
        """As somebody would send it who fills in what is empty."""
        return {
            name: values or FILLING.get(self.kinds[name], "Zed")
            for name, values in self.fields.items()
            if name != TOKEN and self.kinds[name] != "file"
        }


FILLING = {
    "number": "3",
    "email": "zed@example.org",
    "date": "2031-05-06",
    "datetime-local": "2031-05-06T10:00",
    "checkbox": "on",
    "password": "three corners 5-5-5",
}


class _Reader(HTMLParser):
    def __init__(self, where: str) -> None:
        super().__init__()
        self.where = where
        self.forms: list[Form] = []
        self._open: Form | None = None
        self._select = ""
        self._area = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "form":
            action = urljoin(self.where, told.get("action") or told.get("hx-post", ""))
            self._open = Form(action, told.get("method", "get").lower())
            self.forms.append(self._open)
        form = next((each for each in self.forms if told.get("form") and each is self._open), self._open)
        name = told.get("name", "")
        if form is None:
            return
        if tag == "input" and name:
            kind = told.get("type", "text")
            chosen = kind not in ("checkbox", "radio") or "checked" in told or not form.fields.get(name)
            form.add(name, kind, told.get("value", "on" if kind == "checkbox" else "") if chosen else "")
            if kind == "radio" and "checked" in told:
                form.fields[name] = [told.get("value", "")]
        elif tag == "textarea" and name:
            form.add(name, "textarea", "")
            self._area = name
        elif tag == "select" and name:
            form.add(name, "select", "")
            self._select = name
        elif tag == "option" and self._select:
            if "selected" in told:
                form.fields[self._select] = [told.get("value", "")]
            elif told.get("value") and not form.fields[self._select]:
                form.add(self._select, "select", told["value"])
        elif tag == "button" and name:
            form.buttons.append((name, told.get("value", "")))

    def handle_data(self, data: str) -> None:
        if self._area and self._open and data.strip():
            self._open.fields[self._area].append(data.strip())

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._area = ""


def forms_in(page: str, where: str) -> list[Form]:
    reader = _Reader(where)
    reader.feed(page)
    return reader.forms


def forms_at(client: Client, addresses: Iterable[str]) -> list[Form]:
    """Every different form of these pages: the same fields sent to the same place are one form."""
    found: dict[tuple[object, ...], Form] = {}
    for where in addresses:
        answer = client.get(where)
        if answer.streaming:
            answer.getvalue()  # read to its end, which closes the file behind it
        if answer.status_code != 200 or not answer.get("Content-Type", "").startswith("text/html"):
            continue
        for each in forms_in(answer.content.decode(), where):
            found.setdefault(
                (urlsplit(each.action).path, each.method, frozenset(each.fields), *each.buttons), each
            )
    return list(found.values())
