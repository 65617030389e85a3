"""Settings for every test."""

from hypothesis import HealthCheck, settings

# No deadline: it would be a hidden test of speed. A function-scoped tmp_path is fine where each example overwrites it.
settings.register_profile("origins", deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
settings.load_profile("origins")
