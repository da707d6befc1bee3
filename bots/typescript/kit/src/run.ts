import { inspect } from "node:util";
import { create, fromBinary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { Client, credentials, type ServiceError } from "@grpc/grpc-js";
import type { BotClass } from "./bot.js";
import {
  type ArenaMessage,
  ArenaMessageSchema,
  ArenaService,
  type BotMessage,
  BotMessageSchema,
} from "./gen/arena/protocol/v1/arena_pb.js";
import { BotError, play } from "./play.js";

const PROTOCOL_VERSION = 1;
const PLAY = `/${ArenaService.typeName}/${ArenaService.method.play.name}`;
const MOST_MESSAGE_BYTES = 16 << 20;
const FAREWELL_MS = 1000;

/** Settings with which `run` introduces the bot to the arena. */
export interface RunOptions {
  /**
   * How many matches the bot can play at the same time; 64 by default. Each match has its own object, so only a bot
   * that keeps data in global variables needs 1.
   */
  maxMatches?: number;
  /**
   * Whether turns have the names of the legal actions, in `turn.names`, in the order of `turn.legal`; `false` by
   * default.
   */
  names?: boolean;
}

/**
 * Plays matches with the bot until the arena says goodbye; the program should end after that.
 *
 * If the arena cannot be reached or refuses the bot, or if the bot throws an exception, `run` prints an error message
 * to standard error and ends the program with status 1.
 */
export async function run(bot: BotClass, { maxMatches = 64, names = false }: RunOptions = {}): Promise<void> {
  const { ARENA_ADDRESS: address, ARENA_TOKEN: token } = process.env;
  if (!address || token === undefined) {
    fail(
      "This program is a bot; the arena starts it and sets ARENA_ADDRESS and ARENA_TOKEN.\n" +
        "Try: arena check PATH_TO_ITS_FOLDER",
    );
  }
  const client = new Client(address, credentials.createInsecure(), {
    "grpc.max_receive_message_length": MOST_MESSAGE_BYTES,
  });
  const stream = client.makeBidiStreamRequest(PLAY, encode, decode);
  const send = (message: MessageInitShape<typeof BotMessageSchema>["message"]) =>
    stream.write(create(BotMessageSchema, { message }));
  // An error without a listener would end the program. `play` throws the errors that happen before the goodbye; later
  // errors do not matter.
  stream.on("error", () => {});
  send({
    case: "hello",
    value: {
      protocolVersion: PROTOCOL_VERSION,
      token,
      name: bot.name,
      language: `TypeScript on Node ${process.versions.node}`,
      maxMatches,
      wantsNames: names,
    },
  });
  try {
    const messages = stream.iterator({ destroyOnReturn: false });
    await play(messages, bot, (choices) => send({ case: "choices", value: choices }));
  } catch (error) {
    if (error instanceof BotError) fail(`${error.message}\n${inspect(error.cause)}`);
    fail(`The arena ended the conversation: ${(error as ServiceError).details ?? inspect(error)}`);
  }
  stream.end();
  client.close();
  setTimeout(() => stream.cancel(), FAREWELL_MS).unref();
}

function encode(message: BotMessage): Buffer {
  const bytes = toBinary(BotMessageSchema, message);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function decode(bytes: Buffer): ArenaMessage {
  return fromBinary(ArenaMessageSchema, bytes, { readUnknownFields: false });
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
