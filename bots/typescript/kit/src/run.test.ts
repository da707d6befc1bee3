import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { create, fromBinary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { Server, ServerCredentials, type ServerDuplexStream, status } from "@grpc/grpc-js";
import {
  type ArenaMessage,
  ArenaMessageSchema,
  type BatchSchema,
  type BotMessage,
  BotMessageSchema,
} from "./gen/arena/protocol/v1/arena_pb.js";

const KIT = new URL("./index.js", import.meta.url);
const LONG_THOUGHT_MS = 400;

/**
 * A bot program that takes the first legal action. If this is 99, it first thinks for LONG_THOUGHT_MS; if this is 13,
 * it throws an error.
 */
const PROGRAM = `
  import { run } from ${JSON.stringify(KIT)};

  class First {
    choose(turn) {
      const begun = performance.now();
      while (turn.legal[0] === 99 && performance.now() - begun < ${LONG_THOUGHT_MS});
      if (turn.legal[0] === 13) throw new Error("unlucky");
      return turn.legal[0];
    }
  }

  await run(First, { maxMatches: 7, names: true });
`;

type Stream = ServerDuplexStream<BotMessage, ArenaMessage>;

/** Runs the program with a server at which `talk` plays the arena. Returns its exit status and standard error. */
async function converse(talk: (stream: Stream) => Promise<void>): Promise<{ code: number; stderr: string }> {
  const folder = mkdtempSync(join(tmpdir(), "kit-"));
  const address = `unix:${join(folder, "arena.sock")}`;
  const server = new Server();
  const { promise: talked, resolve, reject } = deferred();
  server.addService(
    {
      play: {
        path: "/arena.protocol.v1.ArenaService/Play",
        requestStream: true,
        responseStream: true,
        requestSerialize: (message: BotMessage) => Buffer.from(toBinary(BotMessageSchema, message)),
        requestDeserialize: (bytes: Buffer) => fromBinary(BotMessageSchema, bytes),
        responseSerialize: (message: ArenaMessage) => Buffer.from(toBinary(ArenaMessageSchema, message)),
        responseDeserialize: (bytes: Buffer) => fromBinary(ArenaMessageSchema, bytes),
      },
    },
    { play: (stream: Stream) => talk(stream).then(resolve, reject) },
  );
  await new Promise<void>((bound, failed) =>
    server.bindAsync(address, ServerCredentials.createInsecure(), (error) => (error ? failed(error) : bound())),
  );
  try {
    const [ended] = await Promise.all([start({ ARENA_ADDRESS: address, ARENA_TOKEN: "word" }), talked]);
    return ended;
  } finally {
    server.forceShutdown();
    rmSync(folder, { recursive: true });
  }
}

function deferred() {
  let resolve: () => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((fulfil, fail) => {
    resolve = fulfil;
    reject = fail;
  });
  return { promise, resolve, reject };
}

async function start(variables: Record<string, string>): Promise<{ code: number; stderr: string }> {
  const program: ChildProcess = spawn(process.execPath, ["--input-type=module", "--eval", PROGRAM], {
    env: { PATH: process.env.PATH, ...variables },
    stdio: ["ignore", "inherit", "pipe"],
    timeout: 10_000,
  });
  const [[code], stderr] = await Promise.all([once(program, "close"), program.stderr ? text(program.stderr) : ""]);
  return { code, stderr };
}

async function heard(stream: Stream): Promise<BotMessage["message"]> {
  const { value } = await stream.iterator({ destroyOnReturn: false }).next();
  return value?.message;
}

function batch(stream: Stream, value: MessageInitShape<typeof BatchSchema>): void {
  stream.write(create(ArenaMessageSchema, { message: { case: "batch", value } }));
}

function turns(...actions: number[]) {
  return actions.map((action, index) => ({ turnId: index + 1, match: 1, legal: [action] }));
}

function goodbye(stream: Stream): void {
  stream.write(create(ArenaMessageSchema, { message: { case: "goodbye", value: { reason: "over" } } }));
}

test("a program that the arena did not start says what to do", async () => {
  const { code, stderr } = await start({});
  assert.equal(code, 1);
  assert.match(stderr, /^This program is a bot; the arena starts it and sets ARENA_ADDRESS and ARENA_TOKEN\.\nTry: /);
});

test("a program says hello, answers, and ends after the goodbye", async () => {
  const { code, stderr } = await converse(async (stream) => {
    const hello = await heard(stream);
    assert.ok(hello.case === "hello");
    const { protocolVersion, token, name, maxMatches, wantsNames } = hello.value;
    assert.deepEqual(
      { protocolVersion, token, name, maxMatches, wantsNames },
      {
        protocolVersion: 1,
        token: "word",
        name: "First",
        maxMatches: 7,
        wantsNames: true,
      },
    );
    batch(stream, { starts: [{ match: 1 }], turns: turns(8, 9) });
    const choices = await heard(stream);
    assert.ok(choices.case === "choices");
    assert.deepEqual(
      [choices.value.turnIds, choices.value.actions],
      [
        [1, 2],
        [8, 9],
      ],
    );
    goodbye(stream);
    assert.equal(await heard(stream), undefined, "the bot ends its half");
    stream.end();
  });
  assert.deepEqual({ code, stderr }, { code: 0, stderr: "" });
});

test("a program ends after the goodbye even if the arena does not end the stream", async () => {
  let said = 0;
  const { code } = await converse(async (stream) => {
    await heard(stream);
    stream.on("error", () => {});
    goodbye(stream);
    said = performance.now();
  });
  assert.equal(code, 0);
  assert.ok(performance.now() - said < 2000);
});

test("choices leave before the next long thought", async () => {
  await converse(async (stream) => {
    await heard(stream);
    batch(stream, { starts: [{ match: 1 }], turns: turns(99, 99) });
    await heard(stream);
    const first = performance.now();
    await heard(stream);
    assert.ok(performance.now() - first > LONG_THOUGHT_MS / 2);
    goodbye(stream);
    stream.end();
  });
});

test("a refusal is told, with status 1", async () => {
  const { code, stderr } = await converse(async (stream) => {
    await heard(stream);
    stream.emit("error", { code: status.UNAUTHENTICATED, details: "The token is wrong." });
  });
  assert.deepEqual({ code, stderr }, { code: 1, stderr: "The arena ended the conversation: The token is wrong.\n" });
});

test("what the bot throws is told with its place, with status 1", async () => {
  const { code, stderr } = await converse(async (stream) => {
    await heard(stream);
    stream.on("error", () => {});
    batch(stream, { starts: [{ match: 1, id: "5f" }], turns: turns(13) });
  });
  assert.equal(code, 1);
  assert.match(stderr, /^The bot failed in match 5f, turn 1\.\nError: unlucky\n +at First\.choose/);
});
