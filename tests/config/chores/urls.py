import time

from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from config.health import healthz, readyz
from config.urls import handler500  # noqa: F401
from games import jobs
from tests.config.chores.models import Chore


@csrf_exempt
def chores(request: HttpRequest) -> HttpResponse:
    """POST asks for one chore that takes so many seconds, and sends it if told to; GET gives them all."""
    if request.method == "POST":
        with transaction.atomic():
            chore = Chore.objects.create(seconds=float(request.POST.get("seconds", 0)), asked_at=time.time())
            if "send" in request.POST:
                jobs.send_on_commit("chores.do", chore.pk)
    return JsonResponse({"chores": list(Chore.objects.order_by("pk").values())})


@csrf_exempt
def slow(request: HttpRequest) -> HttpResponse:
    """Says that it has begun (a chore that nobody has to do), takes its time, says that it has ended."""
    seconds = float(request.GET.get("seconds", 0))
    begun = Chore.objects.create(asked_at=time.time(), done_at=0)
    time.sleep(seconds)
    Chore.objects.filter(pk=begun.pk).update(done_at=time.time())
    return JsonResponse({"id": begun.pk})


def boom(request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError(f"at {request.build_absolute_uri()}")


urlpatterns = [
    path("healthz", healthz),
    path("readyz", readyz),
    path("chores", chores),
    path("slow", slow),
    path("boom", boom),
    path("j/<str:token>/", boom),
]
