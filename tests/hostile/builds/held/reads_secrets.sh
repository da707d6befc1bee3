# reads what lies beside the league
grep -q secret "$SECRET"
