import type { MatchEnd, MatchStart, Turn } from "./gen/arena/protocol/v1/arena_pb.js";

/** One match from the bot's side: made when the match starts, asked for every choice, told the end. */
export interface Bot {
  /** One of `turn.legal`. The view is `turn.view.value`; `turn.view.case` names the game, or `Rows` reads it. */
  choose(turn: Turn): number;

  /** Is told the scores and ranks when the match is over. */
  end?(end: MatchEnd): void;
}

/** Makes a bot for a match; `start` says what never changes in it: game, edition, own seat, a seed, the set-up. */
export type BotClass = new (start: MatchStart) => Bot;
