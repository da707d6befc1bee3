"""What holds for all tests."""

from hypothesis import settings

settings.register_profile("house", deadline=None)  # machines are shared: how long a test takes proves nothing
settings.load_profile("house")
