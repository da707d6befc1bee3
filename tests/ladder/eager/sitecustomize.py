"""On the path of servers that tests start: what plays is as nice as the tests beside it, which would starve it."""

import os

os.nice = lambda _increment: 0
