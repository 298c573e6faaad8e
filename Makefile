# Everything is done by launch.py, which needs nothing but Python; see docs/operating.md.
PYTHON ?= python3
export PORT
export REQUIRE_ALL

.PHONY: help setup run demo test bench chaos check-pairing messages pictures lock audit sbom

help setup run demo test bench chaos check-pairing messages pictures lock audit sbom:
	@$(PYTHON) launch.py $@
