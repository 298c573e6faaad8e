"""The apology, with the number under which the log tells what went wrong."""

from django.http import HttpRequest, HttpResponseServerError
from django.template import loader

from games import bearings


def server_error(_request: HttpRequest) -> HttpResponseServerError:
    """As little as possible is asked of what may be broken: no database, no session."""
    number = bearings.noted().get("request", "")
    return HttpResponseServerError(loader.get_template("500.html").render({"number": number}))
