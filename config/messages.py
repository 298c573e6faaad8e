"""What a page tells the next one, in a cookie that follows HTTPS as the others do."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class _Cookie(CookieStorage):
    cookie_name = "__Host-messages" if settings.HTTPS else "messages"


class Messages(FallbackStorage):
    storage_classes = (_Cookie, SessionStorage)
