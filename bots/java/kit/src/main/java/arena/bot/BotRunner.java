package arena.bot;

import arena.protocol.v1.Arena.ArenaMessage;
import arena.protocol.v1.Arena.BotMessage;
import arena.protocol.v1.Arena.Hello;
import arena.protocol.v1.Arena.MatchStart;
import arena.protocol.v1.ArenaServiceGrpc;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import io.grpc.stub.BlockingClientCall;
import java.io.PrintStream;
import java.net.UnixDomainSocketAddress;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Connects a bot to the arena and plays until the arena says goodbye. */
public final class BotRunner {
  private static final int PROTOCOL_VERSION = 1;
  private static final int MAX_MATCHES = 64;
  private static final int MOST_MESSAGE_BYTES = 16 << 20;
  private static final int MOST_LEAVING_MS = 1000;
  private static final String UNIX = "unix:";

  private BotRunner() {}

  /**
   * Plays until the arena says goodbye, up to 64 matches at the same time.
   *
   * @param name the bot's name, only for people who read its messages to the arena
   * @param factory makes the bot for one match; its argument has the data that never change during
   *     the match
   * @see #run(String, Function, int)
   */
  public static void run(String name, Function<MatchStart, ? extends Bot> factory) {
    run(name, factory, MAX_MATCHES);
  }

  /**
   * Plays until the arena says goodbye; the program should end when this method returns.
   *
   * <p>If the arena cannot be reached or refuses the bot, or if the bot throws an exception, this
   * method prints an error message to standard error and ends the program with status 1.
   *
   * @param name the bot's name, only for people who read its messages to the arena
   * @param factory makes the bot for one match; its argument has the data that never change during
   *     the match
   * @param maxMatches how many matches the bot can play at the same time; each match has its own
   *     object, so only a bot that keeps data in static fields needs 1
   */
  public static void run(String name, Function<MatchStart, ? extends Bot> factory, int maxMatches) {
    run(name, factory, maxMatches, false);
  }

  /**
   * Plays in the same way, and can ask the arena to send the names of the legal actions with each
   * turn.
   *
   * @param name the bot's name, only for people who read its messages to the arena
   * @param factory makes the bot for one match; its argument has the data that never change during
   *     the match
   * @param maxMatches how many matches the bot can play at the same time
   * @param names whether turns have the names of the legal actions, in {@code turn.getNamesList()},
   *     in the order of {@code turn.getLegalList()}
   * @see #run(String, Function, int)
   */
  public static void run(
      String name, Function<MatchStart, ? extends Bot> factory, int maxMatches, boolean names) {
    int status = play(System.getenv(), System.err, name, factory, maxMatches, names);
    if (status != 0) {
      System.exit(status);
    }
  }

  /** Plays until the arena says goodbye or an error happens, and returns the exit status. */
  static int play(
      Map<String, String> environment,
      PrintStream err,
      String name,
      Function<MatchStart, ? extends Bot> factory,
      int maxMatches,
      boolean names) {
    String address = environment.getOrDefault("ARENA_ADDRESS", "");
    String token = environment.get("ARENA_TOKEN");
    if (address.isEmpty() || token == null) {
      err.println(
          "This program is a bot; the arena starts it and sets ARENA_ADDRESS and ARENA_TOKEN.\n"
              + "Try: arena check PATH_TO_ITS_FOLDER");
      return 1;
    }
    Hello hello =
        Hello.newBuilder()
            .setProtocolVersion(PROTOCOL_VERSION)
            .setToken(token)
            .setName(name)
            .setLanguage("Java " + Runtime.version().feature())
            .setMaxMatches(maxMatches)
            .setWantsNames(names)
            .build();
    ManagedChannel channel = connect(address);
    try {
      talk(channel, hello, factory);
      channel.shutdown().awaitTermination(MOST_LEAVING_MS, TimeUnit.MILLISECONDS);
      return 0;
    } catch (StatusException failure) {
      err.println("The arena ended the conversation: " + details(failure.getStatus()));
    } catch (BotException failure) {
      failure.getCause().printStackTrace(err);
      err.println(failure.getMessage()); // last, because the arena shows only the last lines
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } finally {
      channel.shutdownNow();
    }
    return 1;
  }

  private static void talk(
      ManagedChannel channel, Hello hello, Function<MatchStart, ? extends Bot> factory)
      throws StatusException, InterruptedException {
    // The calling thread runs the bot, and a thread of gRPC writes to the socket. So choices leave
    // while the bot thinks about the next turn.
    BlockingClientCall<BotMessage, ArenaMessage> stream =
        ArenaServiceGrpc.newBlockingV2Stub(channel).play();
    stream.write(BotMessage.newBuilder().setHello(hello).build());
    Conversation conversation = new Conversation(factory, stream::write, System::nanoTime);
    for (ArenaMessage message = stream.read(); message != null; message = stream.read()) {
      if (!conversation.hear(message)) {
        break;
      }
    }
    stream.halfClose();
  }

  private static ManagedChannel connect(String address) {
    NettyChannelBuilder builder =
        address.startsWith(UNIX)
            ? connectUnix(address.substring(UNIX.length()))
            : NettyChannelBuilder.forTarget(address);
    return builder.usePlaintext().maxInboundMessageSize(MOST_MESSAGE_BYTES).build();
  }

  private static NettyChannelBuilder connectUnix(String path) {
    return NettyChannelBuilder.forAddress(UnixDomainSocketAddress.of(path))
        .overrideAuthority("localhost")
        .channelType(NioDomainSocketChannel.class)
        .withOption(ChannelOption.SO_KEEPALIVE, null) // a Unix socket does not support it
        .eventLoopGroup(
            new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("arena", true), NioIoHandler.newFactory()));
  }

  private static String details(Status status) {
    String what =
        status.getDescription() == null ? status.getCode().name() : status.getDescription();
    return status.getCause() == null ? what : what + ": " + status.getCause().getMessage();
  }
}
