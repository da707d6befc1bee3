import { run } from "@bot-arena/kit";
import { Greedy } from "./greedy.js";

await run(Greedy, { maxMatches: 4096 });
