"""Makes the modules of the bot champion importable before a test imports them."""

import training.champion  # noqa: F401  # importing it adds the folder of the champion's modules to sys.path
