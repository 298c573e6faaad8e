"""The API: other programs do by HTTP and JSON what pages do, through the same services (docs/api.md).

``routes`` say what there is, ``telling`` what is told of it, ``tokens`` who asks, ``middleware`` what holds for all of it.
No rule, permission or query is its own. Hooks tell other programs that something happened.
"""
