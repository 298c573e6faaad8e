"""Numbers for Prometheus. Each process counts for itself; one small process of its own asks them all, and the database.

Knows no page and no person: a label is the name of a process, a task or a status, never more.
"""
