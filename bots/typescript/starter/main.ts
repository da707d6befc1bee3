import { run } from "@bot-arena/kit";
import { MyBot } from "./bot.js";

await run(MyBot);
