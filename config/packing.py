"""Pages are sent compressed: a list of seven hundred people is a tenth of its size then.

Pages alone. Files are packed already or seldom asked for, an answer of the API is known by the tag of its very bytes,
and a stream packs what it sends once for everybody (config.live).
"""

from __future__ import annotations

from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class PackedPagesMiddleware(GZipMiddleware):
    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if isinstance(response, StreamingHttpResponse) or not response.headers.get(
            "Content-Type", ""
        ).startswith("text/html"):
            return response
        return super().process_response(request, response)
