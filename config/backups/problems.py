"""What goes wrong with a backup, each in a sentence that says what to do."""


class BackupProblem(Exception):
    """For whoever operates the program; nothing was changed."""
