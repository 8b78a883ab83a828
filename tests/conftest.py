"""Hypothesis: no timed assertions on noisy machines; `--hypothesis-profile soak` searches much longer."""

from hypothesis import settings

settings.register_profile("ventuno", deadline=None)
settings.register_profile("soak", deadline=None, max_examples=5000)
settings.load_profile("ventuno")
