package arena.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import arena.protocol.v1.Arena.ArenaMessage;
import arena.protocol.v1.Arena.Batch;
import arena.protocol.v1.Arena.BotMessage;
import arena.protocol.v1.Arena.Choices;
import arena.protocol.v1.Arena.Goodbye;
import arena.protocol.v1.Arena.MatchStart;
import arena.protocol.v1.Arena.Turn;
import arena.protocol.v1.ArenaServiceGrpc;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class BotRunnerTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Arena arena = new Arena();

  /**
   * An arena that sends one batch of two turns, and says goodbye after the choice for the second.
   * It refuses the token "wrong".
   */
  private static final class Arena extends ArenaServiceGrpc.ArenaServiceImplBase {
    final List<BotMessage> heard = new CopyOnWriteArrayList<>();
    final CountDownLatch firstChoice = new CountDownLatch(1);
    final CountDownLatch halfClosed = new CountDownLatch(1);

    @Override
    public StreamObserver<BotMessage> play(StreamObserver<ArenaMessage> bot) {
      return new StreamObserver<>() {
        @Override
        public void onNext(BotMessage message) {
          heard.add(message);
          if (message.hasHello() && message.getHello().getToken().equals("wrong")) {
            bot.onError(
                Status.UNAUTHENTICATED.withDescription("The token is wrong.").asException());
          } else if (message.hasHello()) {
            bot.onNext(
                ArenaMessage.newBuilder()
                    .setBatch(
                        Batch.newBuilder()
                            .addStarts(MatchStart.newBuilder().setMatch(1).setId("5f"))
                            .addTurns(Turn.newBuilder().setTurnId(1).setMatch(1).addLegal(4))
                            .addTurns(Turn.newBuilder().setTurnId(2).setMatch(1).addLegal(5)))
                    .build());
          } else if (message.getChoices().getTurnIdsList().contains(2)) {
            bot.onNext(ArenaMessage.newBuilder().setGoodbye(Goodbye.getDefaultInstance()).build());
          } else {
            firstChoice.countDown();
          }
        }

        @Override
        public void onError(Throwable failure) {}

        @Override
        public void onCompleted() {
          halfClosed.countDown();
          bot.onCompleted();
        }
      };
    }
  }

  @Test
  void withoutTheArenaItSaysHowToBeStarted() {
    assertEquals(1, BotRunner.play(Map.of(), printer(), "first", start -> turn -> 0, 64, false));
    assertEquals(
        """
        This program is a bot; the arena starts it and sets ARENA_ADDRESS and ARENA_TOKEN.
        Try: arena check PATH_TO_ITS_FOLDER
        """,
        said());
  }

  @Test
  void playsOverTcpUntilGoodbye() throws Exception {
    Server server = tcpServer();
    try {
      assertEquals(0, play("127.0.0.1:" + server.getPort(), "word", start -> t -> t.getLegal(0)));
    } finally {
      server.shutdownNow().awaitTermination();
    }
    assertEquals("", said());
    assertTrue(arena.halfClosed.await(0, TimeUnit.SECONDS));
    var hello = arena.heard.get(0).getHello();
    assertEquals(1, hello.getProtocolVersion());
    assertEquals("word", hello.getToken());
    assertEquals("first", hello.getName());
    assertTrue(hello.getLanguage().matches("Java \\d+"));
    assertEquals(64, hello.getMaxMatches());
    assertTrue(hello.getWantsNames());
    var both = Choices.newBuilder().addTurnIds(1).addActions(4).addTurnIds(2).addActions(5);
    assertEquals(List.of(BotMessage.newBuilder().setChoices(both).build()), choices());
  }

  @Test
  void sendsAChoiceAtOnceWhileItThinksAboutTheNextOne(@TempDir Path folder) throws Exception {
    Path socket = folder.resolve("arena");
    EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    Server server =
        NettyServerBuilder.forAddress(UnixDomainSocketAddress.of(socket))
            .channelType(NioServerDomainSocketChannel.class)
            .withChildOption(ChannelOption.SO_KEEPALIVE, null)
            .bossEventLoopGroup(group)
            .workerEventLoopGroup(group)
            .addService(arena)
            .build()
            .start();
    try {
      assertEquals(0, play("unix:" + socket, "word", start -> this::thinkLong));
    } finally {
      server.shutdownNow().awaitTermination();
      group.shutdownGracefully(0, 0, TimeUnit.SECONDS);
    }
    assertEquals("", said());
    assertEquals(2, choices().size());
  }

  private int thinkLong(Turn turn) {
    try {
      if (turn.getTurnId() == 1) {
        Thread.sleep(10);
      } else {
        assertTrue(arena.firstChoice.await(10, TimeUnit.SECONDS), "the first choice has not left");
      }
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
    return turn.getLegal(0);
  }

  @Test
  void saysWhyTheArenaEndedTheConversation() throws Exception {
    Server server = tcpServer();
    try {
      assertEquals(1, play("127.0.0.1:" + server.getPort(), "wrong", start -> turn -> 0));
    } finally {
      server.shutdownNow().awaitTermination();
    }
    assertEquals("The arena ended the conversation: The token is wrong.\n", said());
  }

  @Test
  void saysWhereTheBotThrew() throws Exception {
    Server server = tcpServer();
    try {
      assertEquals(
          1, play("127.0.0.1:" + server.getPort(), "word", start -> turn -> turn.getLegal(9)));
    } finally {
      server.shutdownNow().awaitTermination();
    }
    assertTrue(said().contains("at arena.bot.BotRunnerTest"));
    assertTrue(said().contains("The bot failed in match 5f, turn 1: java.lang.IndexOut"));
  }

  private Server tcpServer() throws Exception {
    return NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
        .addService(arena)
        .build()
        .start();
  }

  private int play(String address, String token, Function<MatchStart, ? extends Bot> factory) {
    Map<String, String> environment = Map.of("ARENA_ADDRESS", address, "ARENA_TOKEN", token);
    return BotRunner.play(environment, printer(), "first", factory, 64, true);
  }

  private PrintStream printer() {
    return new PrintStream(err, true, StandardCharsets.UTF_8);
  }

  private String said() {
    return err.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }

  private List<BotMessage> choices() {
    return arena.heard.stream().filter(BotMessage::hasChoices).toList();
  }
}
