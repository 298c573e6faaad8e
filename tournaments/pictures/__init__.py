"""Pictures made of numbers: where each line and label of a drawing goes. Pure; knows no database and no page."""
