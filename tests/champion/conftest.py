"""Makes the modules of the bot champion importable before a test imports them."""

import training.champion  # noqa: F401  # for what it does to the path
