"""Telling everybody who watches, within a second, and without asking Django for each of them.

One hub a process. A view is rendered once a version, as a stranger would see it, packed once, and the same bytes go
to all. Knows no page and no tournament: a view says by its headers what it depends on, and each application's
``pulse`` module says which version of that the database holds.
"""
