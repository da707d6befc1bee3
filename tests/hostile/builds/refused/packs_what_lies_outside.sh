# refused: has an entry that would be unpacked outside | exit status 7
written=7
for end in "/proc/$PPID/fd/"*; do
    case $(readlink "$end") in
    "$(readlink /proc/$$/fd/1)") ;;
    pipe:*) (tar -C / --absolute-names -cf - /etc/ld.so.cache > "$end") && written=0 ;;
    esac
done
exit $written
