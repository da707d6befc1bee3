/**
 * Runs a bot: connects, introduces it, keeps one object per match, and answers the turns of each
 * batch. A bot implements {@link arena.bot.Bot} and calls {@link arena.bot.BotRunner#run} in its
 * {@code main}.
 */
package arena.bot;
