# refused: there is no ./program afterwards
exit 0
