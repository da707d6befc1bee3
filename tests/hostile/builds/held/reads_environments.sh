tr '\0' '\n' < "/proc/$ARENA/environ" | grep -q "^PATH=" && exit
tr '\0' '\n' < /proc/1/environ | grep -q "^PATH="
