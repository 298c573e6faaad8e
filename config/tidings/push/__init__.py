"""Web push: sealing a text for one browser, and saying to its push service who sends it. Knows no tournament."""
