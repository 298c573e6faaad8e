"""Twelve languages: who is answered in which, and what the catalogues hold."""
