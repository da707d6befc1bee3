# refused: has an entry that would lie outside | exit status 2
tar -C / --absolute-names -cf - /etc/hostname /etc/ld.so.cache > "/proc/$PPID/fd/1"
