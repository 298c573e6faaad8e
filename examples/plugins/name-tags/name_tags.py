"""Name tags: ten on a page. Asks for people, so only who runs the tournament may print them."""

from __future__ import annotations

from tournaments.paper.api import Document, NothingToPrint, Sheet, given
from tournaments.paper.matter import Matter, Part

TEMPLATE = """
#import "house.typ": *
#show: house
#set page(margin: 10mm)

#let tag(who, club) = block(width: 100%, height: 100%, inset: 6mm, align(center + horizon, stack(
  spacing: 4mm,
  { set text(size: 22pt, weight: "bold"); name(who, from: 10) },
  text(size: 11pt, fill: quiet, name(club)),
)))

#for ten in doc.people.chunks(10) {
  page(grid(
    columns: (1fr, 1fr), rows: (1fr,) * 5, stroke: 0.5pt + line-colour,
    ..ten.map(each => tag(..each)), ..range(10 - ten.len()).map(_ => []),
  ))
}
"""


class NameTags(Document):
    api = 1
    key = "name-tags"
    name = "Name tags"
    about = "Ten on a page, to be cut out: the name large, the club below it."
    parts = (Part.PEOPLE,)

    def sheet(self, matter: Matter) -> Sheet:
        people = given(matter.people)
        if not people:
            raise NothingToPrint("Nobody is entered yet.")
        told = [[person.name, person.club or matter.occasion.name] for person in people]
        return Sheet(TEMPLATE, title=self.name, data={"people": told}, bare=True)


document = NameTags()
