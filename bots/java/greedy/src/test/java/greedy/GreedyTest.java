package greedy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import arena.protocol.v1.Arena.MatchStart;
import arena.protocol.v1.Arena.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class GreedyTest {
  private static final Path CASES = Path.of("../../cases/greedy.txt");

  @Test
  void choosesWhatGreedyChoosesInEveryLanguage() throws Exception {
    List<String> lines = Files.readAllLines(CASES);
    Greedy greedy = null;
    int turns = 0;
    for (int i = 0; i < lines.size(); i++) {
      String[] words = lines.get(i).split(" ");
      switch (words[0]) {
        case "start" -> greedy = new Greedy(MatchStart.parseFrom(bytes(words[1])));
        case "turn" -> {
          int chosen = greedy.choose(Turn.parseFrom(bytes(words[1])));
          assertEquals(Integer.parseInt(words[2]), chosen, CASES + ", line " + (i + 1));
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
