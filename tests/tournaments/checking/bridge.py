"""Records in, records out, by the systems themselves: what the checker is tried on."""

from tournaments.checking.reading import sha256
from tournaments.pairing.api import CannotPair, Contender, Request, pair_key
from tournaments.pairing.registry import registry


def pair(record):
    try:
        pairing = registry().get(record["system"]).pair(request_of(record))
    except CannotPair as error:
        return {"error": {"code": error.code, "message": "It cannot be seated."}}
    return {
        "format": "pairing/1",
        "seed": record["seed"],
        "input_sha256": sha256(record),
        "tables": [{"table": table.number, "seats": list(table.seats)} for table in pairing.tables],
        "out": list(pairing.out),
        "cost": dict(pairing.cost),
        "bound": dict(pairing.bound),
        "proven": pairing.proven,
        "why": {},
    }


def request_of(record):
    people = tuple(
        Contender(
            each["id"],
            float(each.get("points", 0)),
            each.get("club", ""),
            each.get("sat_out", 0),
            each.get("short", 0),
            tuple(each.get("seats", (0,) * 6)),
        )
        for each in record["players"]
    )
    return Request(
        people,
        record["sizes"]["prefer"],
        frozenset(record["sizes"]["allow"]),
        record["seed"],
        met={pair_key(one, other): times for one, other, times in record.get("met", [])},
        apart=frozenset(pair_key(*each) for each in record.get("apart", [])),
        fixed=record.get("fixed", {}),
    )
