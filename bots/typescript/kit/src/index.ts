/**
 * The kit for bots in TypeScript: a bot is a class with `choose(turn)`.
 *
 * ```ts
 * import { type Bot, run, type Turn } from "@bot-arena/kit";
 *
 * class First implements Bot {
 *   choose(turn: Turn): number {
 *     return turn.legal[0];
 *   }
 * }
 *
 * await run(First);
 * ```
 *
 * @module
 */

export { create, fromBinary, toBinary } from "@bufbuild/protobuf";
export type { Bot, BotClass } from "./bot.js";
export * from "./gen/arena/protocol/v1/arena_pb.js";
export * from "./gen/arena/protocol/v1/hetverraad_pb.js";
export * from "./gen/arena/protocol/v1/rows_pb.js";
export * from "./gen/arena/protocol/v1/verraeter_pb.js";
export { note } from "./note.js";
export { Random } from "./random.js";
export { Rows } from "./rows.js";
export { type RunOptions, run } from "./run.js";
