"""What a tournament prints: each document a small file, found by its entry point.

Plain data in, a Typst template and what it reads out. Knows languages, but no database and nobody's permissions.
"""
