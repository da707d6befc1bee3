#include "greedy.h"

int main() { return bot_arena::run<greedy::Greedy>({.name = "greedy", .max_matches = 4096}); }
