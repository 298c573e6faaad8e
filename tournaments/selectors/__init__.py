"""All reading of tournaments. Nothing here writes."""
