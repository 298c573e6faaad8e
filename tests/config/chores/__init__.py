"""The smallest application that has due work: chores, each to be done once. Only for tests and the bench."""
