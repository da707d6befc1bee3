import type { MatchEnd, MatchStart, Turn } from "./gen/arena/protocol/v1/arena_pb.js";

/** A bot's side of one match: made when the match starts, asked for every choice, and told the result. */
export interface Bot {
  /**
   * Chooses one of `turn.legal`. What the seat sees is in `turn.view.value`, and `turn.view.case` names the game; or
   * `Rows` reads it.
   */
  choose(turn: Turn): number;

  /** Receives the scores and ranks when the match is over. */
  end?(end: MatchEnd): void;
}

/**
 * Makes a bot for a match; `start` holds what never changes in it: the game, its edition, the bot's seat, a seed, the
 * set-up.
 */
export type BotClass = new (start: MatchStart) => Bot;
