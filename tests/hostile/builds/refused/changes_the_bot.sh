# refused: it changed files that are the bot
echo more >> attack.sh
