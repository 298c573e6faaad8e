"""How strong people are, out of the places at their tables. Pure: plain data in, numbers out; knows no database."""
