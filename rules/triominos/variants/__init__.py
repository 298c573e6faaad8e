"""One file a published rule sheet, each saying only what it changes of the standard."""
