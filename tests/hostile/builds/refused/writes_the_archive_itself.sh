# refused: is no tar | exit status 2
head -c 2000 /dev/zero | tr '\0' x > "/proc/$PPID/fd/1"
