"""Processes that the measurements start."""
