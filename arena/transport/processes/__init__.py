"""Programs under guards (processes that end them safely): starting, measuring, limiting, stopping and ending them."""
