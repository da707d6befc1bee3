# refused: it changed files that belong to the bot
echo more >> attack.sh
