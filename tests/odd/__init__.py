"""Odd worlds: clocks that jump, disks that are full, names in every script, nothing at all, and very much of it."""
