"""Fixtures and settings for all tests."""

from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.helpers.servers", "tests.helpers.beginnings", "tests.helpers.browser"]

# How long an example takes tells how busy the machine is; what must be quick is measured elsewhere.
settings.register_profile("suite", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")
