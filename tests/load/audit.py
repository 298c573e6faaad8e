"""What is in the database of a hall, as JSON: ``python -m tests.load.audit``. Run in the hall's own environment."""

import json
from io import StringIO

import django


def main() -> None:
    django.setup()
    from django.core.management import CommandError, call_command

    from games.models import Event

    complaints = []
    for command in ("verify_log", "rebuild"):
        said = StringIO()
        try:
            call_command(command, stdout=said, stderr=said)
        except (CommandError, SystemExit) as error:
            complaints.append(f"{command}: {error}\n{said.getvalue()}")
    events = Event.objects.order_by("match_id", "seq").values_list("match_id", "id")
    print(json.dumps({"events": [[match, str(id_)] for match, id_ in events], "complaints": complaints}))


if __name__ == "__main__":
    main()
