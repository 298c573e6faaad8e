import time

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from config.health import healthz
from tests.config.chores.models import Chore


@csrf_exempt
def chores(request: HttpRequest) -> HttpResponse:
    """POST asks for one chore that takes so many seconds; GET gives them all."""
    if request.method == "POST":
        Chore.objects.create(seconds=float(request.POST.get("seconds", 0)), asked_at=time.time())
    return JsonResponse({"chores": list(Chore.objects.order_by("pk").values())})


urlpatterns = [path("healthz", healthz), path("chores", chores)]
