# Everything is done by launch.py, which needs nothing but Python; see docs/operating.md.
PYTHON ?= python3
export PORT
export REQUIRE_ALL

.PHONY: help setup run test bench lock

help setup run test bench lock:
	@$(PYTHON) launch.py $@
