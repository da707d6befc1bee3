# reads a file next to the league
grep -q secret "$SECRET"
