"""On the path of servers that tests start: what plays is as nice as the tests beside it, which would starve it; and one
worker plays each ladder, with one process of each bot, however many processors there are.
"""

import os

os.nice = lambda _increment: 0
os.sched_getaffinity = lambda _process: {0}
