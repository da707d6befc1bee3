head -c 20000000 /dev/zero > zeros
size=$(wc -c < zeros)
rm zeros
[ "$size" = 20000000 ]
