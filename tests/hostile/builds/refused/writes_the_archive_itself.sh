# refused: is no tar | exit status 7
written=7
for end in "/proc/$PPID/fd/"*; do
    case $(readlink "$end") in
    "$(readlink /proc/$$/fd/1)") ;;
    pipe:*) (head -c 2000 /dev/zero | tr '\0' x > "$end") && written=0 ;;
    esac
done
exit $written
