"""A finished tournament as a folder that opens without a server, and with what it takes to check its logs."""
