"""What is in the database of a hall, as JSON: ``python -m tests.load.audit``. Run in the hall's own environment."""

import json
from io import StringIO

import django


def main() -> None:
    django.setup()
    from games.models import Event

    events = Event.objects.order_by("match_id", "seq").values_list("match_id", "id")
    print(json.dumps({"events": [[match, str(id_)] for match, id_ in events], "complaints": complaints()}))


def complaints() -> list[str]:
    """What the log and what is derived from it have to say."""
    from django.core.management import CommandError, call_command

    found = []
    for command in ("verify_log", "rebuild"):
        said = StringIO()
        try:
            call_command(command, stdout=said, stderr=said)
        except (CommandError, SystemExit) as error:
            found.append(f"{command}: {error}\n{said.getvalue()}")
    return found


if __name__ == "__main__":
    main()
