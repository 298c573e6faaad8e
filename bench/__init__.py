"""Measurements: each figure beside a reference taken in the same run, so that the ratio can be trusted."""
