import { setImmediate } from "node:timers/promises";
import { create } from "@bufbuild/protobuf";
import type { Bot, BotClass } from "./bot.js";
import {
  type ArenaMessage,
  type Batch,
  type Choices,
  ChoicesSchema,
  type MatchStart,
  type Turn,
} from "./gen/arena/protocol/v1/arena_pb.js";
import { addNote } from "./note.js";

/**
 * How long the kit collects choices before it sends them, in milliseconds. The first choice made after this time is
 * sent at once, together with the collected ones, so that none of them waits for the rest of the batch.
 */
const FLUSH_MS = 5;
const MOST_ACTION = 0xffffffff;

/**
 * Thrown if a bot throws an exception, or if `choose` returns a value that cannot be an action. The message names the
 * match, and the turn if it happened in one. The cause is the exception.
 */
export class BotError extends Error {
  override readonly name = "BotError";
}

/** One match on the stream. `turns` is the number of turns that the bot has had so far. */
interface Match {
  readonly id: string;
  readonly bot: Bot;
  turns: number;
}

/**
 * Makes a bot for each match and answers the arena's batches, until the arena says goodbye or ends the stream. Throws a
 * BotError if a bot fails, and the error of the stream if the stream fails.
 */
export async function play(
  messages: AsyncIterable<ArenaMessage>,
  bot: BotClass,
  send: (choices: Choices) => void,
): Promise<void> {
  const matches = new Map<number, Match>();
  for await (const { message } of messages) {
    if (message.case === "goodbye") return;
    if (message.case === "batch") await take(message.value, matches, bot, send);
  }
}

async function take(
  batch: Batch,
  matches: Map<number, Match>,
  bot: BotClass,
  send: (choices: Choices) => void,
): Promise<void> {
  for (const start of batch.starts) matches.set(start.match, made(bot, start));
  await answer(batch.turns, matches, send);
  for (const end of batch.ends) {
    const ended = matches.get(end.match);
    matches.delete(end.match);
    try {
      ended?.bot.end?.(end);
    } catch (cause) {
      throw new BotError(`The bot failed at the end of match ${ended?.id}.`, { cause });
    }
  }
}

/** Answers in the order of the batch, because the arena's clock runs for the first turn that is not answered yet. */
async function answer(turns: Turn[], matches: Map<number, Match>, send: (choices: Choices) => void): Promise<void> {
  let choices = create(ChoicesSchema);
  let flushed = performance.now();
  for (const turn of turns) {
    choices.actions.push(chosen(matches.get(turn.match), turn));
    choices.turnIds.push(turn.turnId);
    addNote(choices, turn);
    if (performance.now() - flushed > FLUSH_MS) {
      send(choices);
      await setImmediate(); // Node writes to the socket only when the event loop runs
      choices = create(ChoicesSchema);
      flushed = performance.now();
    }
  }
  if (choices.turnIds.length > 0) send(choices);
}

function made(bot: BotClass, start: MatchStart): Match {
  try {
    return { id: start.id, bot: new bot(start), turns: 0 };
  } catch (cause) {
    throw new BotError(`The bot failed at the start of match ${start.id}.`, { cause });
  }
}

function chosen(match: Match | undefined, turn: Turn): number {
  if (!match) throw new Error(`turn ${turn.turnId} is of match ${turn.match}, which has not started`);
  match.turns += 1;
  try {
    const action = match.bot.choose(turn);
    if (Number.isInteger(action) && action >= 0 && action <= MOST_ACTION) return action;
    throw new TypeError(`choose returned ${action}, which is no action`);
  } catch (cause) {
    throw new BotError(`The bot failed in match ${match.id}, turn ${match.turns}.`, { cause });
  }
}
