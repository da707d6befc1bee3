/**
 * Runs a bot: connects it to the arena, introduces it, keeps one object per match, and answers the
 * turns that the arena sends together, in a batch. A bot implements {@link arena.bot.Bot} and calls
 * {@link arena.bot.BotRunner#run} in its {@code main}.
 */
package arena.bot;
