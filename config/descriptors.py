"""How many connections a process may hold. Each is an open file to the system, and often it allows 1,024 at first."""

import logging

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

ENOUGH = 65_536
"""Not more: some systems say “unlimited” and mean less."""

logger = logging.getLogger(__name__)


def allow_many() -> None:
    """As many as a process may give itself without asking an administrator."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
    if soft != resource.RLIM_INFINITY and soft < most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        except (OSError, ValueError):
            logger.warning("this process stays limited to %d open files", soft, exc_info=True)
