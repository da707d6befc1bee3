import type { MatchEnd, MatchStart, Turn } from "./gen/arena/protocol/v1/arena_pb.js";

/**
 * A bot in one match. The kit makes an object of the class at the start of each match, and calls it for every choice
 * and at the end of the match.
 */
export interface Bot {
  /**
   * Returns the bot's choice, which must be one of the actions in `turn.legal`.
   *
   * The bot's view of the game is in `turn.view.value`, and `turn.view.case` is the name of the game. If the game
   * describes its views in rows, `Rows` reads them instead.
   */
  choose(turn: Turn): number;

  /** Receives the scores and ranks when the match is over. */
  end?(end: MatchEnd): void;
}

/**
 * A class of bots, one for each match. `start` has the data that never change during the match: the game, its edition,
 * the bot's seat, a seed, and the set-up.
 */
export type BotClass = new (start: MatchStart) => Bot;
