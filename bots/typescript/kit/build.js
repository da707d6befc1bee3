// Builds the kit, and the bot in the current folder. Makes only what is missing or older than its sources.

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const kit = import.meta.dirname;
const bot = process.cwd();

install(kit);
generate();
link();
if (bot !== kit) install(bot);
run(bot, "node_modules/.bin/tsc", "--build");

function install(folder) {
  const installed = join(folder, "node_modules/.package-lock.json");
  if (isOlder(installed, [join(folder, "package-lock.json")])) {
    run(folder, "npm", "ci", "--include=dev", "--install-links=false", "--no-audit", "--no-fund", "--loglevel=error");
  }
}

function generate() {
  const proto = join(kit, "../../../proto");
  const sources = readdirSync(proto, { recursive: true }).filter((path) => path.endsWith(".proto"));
  const stamp = join(kit, "src/gen/.generated");
  if (isOlder(stamp, [join(kit, "package-lock.json"), ...sources.map((path) => join(proto, path))])) {
    run(kit, "node_modules/.bin/buf", "generate", "--clean");
    writeFileSync(stamp, "");
  }
}

// Makes dist/ a package, on which every bot depends. The package declares no dependencies, so the lock file of a bot
// need not repeat those of the kit. Node finds the kit's dependencies in node_modules/ next to dist/.
function link() {
  const { name, version, type } = JSON.parse(readFileSync(join(kit, "package.json"), "utf8"));
  mkdirSync(join(kit, "dist"), { recursive: true });
  writeFileSync(join(kit, "dist/package.json"), JSON.stringify({ name, version, type, exports: "./index.js" }));
}

function isOlder(target, sources) {
  const made = statSync(target, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return sources.some((source) => statSync(source).mtimeMs > made);
}

function run(cwd, command, ...options) {
  const { status, error } = spawnSync(command, options, { cwd, stdio: "inherit" });
  if (error) console.error(`${command}: ${error.message}`);
  if (status !== 0) process.exit(1);
}
