package mybot;

import static org.junit.jupiter.api.Assertions.assertTrue;

import arena.protocol.v1.Arena.MatchStart;
import arena.protocol.v1.Arena.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class MyBotTest {
  private static final Path TURNS = Path.of("../../cases/verraeter.txt");

  @Test
  void choosesALegalActionInEveryTurn() throws Exception {
    List<String> lines = Files.readAllLines(TURNS);
    MyBot bot = null;
    int turns = 0;
    for (int i = 0; i < lines.size(); i++) {
      String[] words = lines.get(i).split(" ");
      switch (words[0]) {
        case "start" -> bot = new MyBot(MatchStart.parseFrom(bytes(words[1])));
        case "turn" -> {
          Turn turn = Turn.parseFrom(bytes(words[1]));
          int chosen = bot.choose(turn);
          assertTrue(
              turn.getLegalList().contains(chosen),
              TURNS + ", line " + (i + 1) + ": " + chosen + " is not legal");
          turns++;
        }
        default -> {} // a comment
      }
    }
    assertTrue(turns > 0);
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }
}
