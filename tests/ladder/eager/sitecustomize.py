"""A module that Python loads at the start of each server in these tests, because the module's folder is on Python's
path.

With this module, processes that play keep normal priority; at low priority, the other running tests would starve them.
Each ladder is played by one worker with one process of each bot, however many processors the machine has.
"""

import os

os.nice = lambda _increment: 0
os.sched_getaffinity = lambda _process: {0}
