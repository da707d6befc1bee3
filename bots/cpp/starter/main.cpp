#include "bot.h"

int main() { return bot_arena::run<MyBot>({.name = "starter", .max_matches = 64}); }
