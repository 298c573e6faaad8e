"""Whatever is sent to any route, fitting its description or not, is answered as the description says."""

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.core.parameters import ParameterLocation

from config.api.tokens import TokenPlan, make
from tests.api.asking import running
from tests.api.routes import ROWS, ids
from tests.factories import organiser_of

pytestmark = [pytest.mark.django_db, pytest.mark.brings_its_own]
EXAMPLES, CHAINS, STEPS = 12, 12, 12
QUIET = {
    "deadline": None,
    "derandomize": True,
    "database": None,
    "phases": [Phase.generate],
    "suppress_health_check": list(HealthCheck),
}
load_all_checks()
# What fits the description may still be refused by a rule of the game, or of the club.
ALL_CHECKS = [each for each in CHECKS.get_all() if each.__name__ != "positive_data_acceptance"]


@pytest.fixture
def tournament():
    return running()


@pytest.fixture
def headers(tournament):
    secret = make(organiser_of(tournament), tournament.club, TokenPlan("fuzz", "organise"))
    return {"Authorization": f"Bearer {secret}"}


@pytest.fixture
def one_connection():
    """A request ends without its connection, which here is the test's own (as Django's test client has it)."""
    for each in (request_started, request_finished):
        each.disconnect(close_old_connections)
    yield
    for each in (request_started, request_finished):
        each.connect(close_old_connections)


@pytest.fixture(scope="module")
def description(django_db_setup, django_db_blocker):
    """Read once, for it is long."""
    with django_db_blocker.unblock():
        found = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application())
    found.config.generation.update(with_security_parameters=False)  # the token is given
    return found


@pytest.fixture
def schema(description, tournament, one_connection):
    return description


@pytest.mark.parametrize("name", ROWS)
def test_whatever_is_sent_is_answered_as_described(name, schema, headers, tournament):
    operation = schema.find_operation_by_id(name)
    fitting = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
    unfit = operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)
    real = ids(tournament)

    @settings(max_examples=EXAMPLES, **QUIET)
    @given(case=st.one_of(fitting, unfit), here=st.sampled_from([True, True, True, False]))
    def send(case, here):
        path = case.meta.components.get(ParameterLocation.PATH)
        if here and path and path.mode.is_positive:
            # What is really there: else nearly everything would be answered with 404.
            case.path_parameters = {each: real[each] for each in case.path_parameters or {}}
        case.call_and_validate(headers=headers, checks=ALL_CHECKS)

    send()


def test_whatever_follows_from_what_was_made_is_answered_as_described(schema, headers):
    answered = []

    class Chain(schema.as_state_machine()):
        def get_call_kwargs(self, case):
            return {"headers": headers}

        def validate_response(self, response, case, **kwargs):
            answered.append(response.status_code)
            given = {"headers": headers, "transport_kwargs": kwargs, "recorder": self.recorder}
            case.validate_response(response, checks=ALL_CHECKS, **given)

    Chain.run(settings=settings(max_examples=CHAINS, stateful_step_count=STEPS, **QUIET))
    # Or everything was refused, and nothing followed from anything.
    assert sum(each in (200, 201, 202) for each in answered) > CHAINS
