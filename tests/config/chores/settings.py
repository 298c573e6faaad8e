from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.config.chores"]
ROOT_URLCONF = "tests.config.chores.urls"
