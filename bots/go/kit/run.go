package kit

import (
	"context"
	"errors"
	"fmt"
	"go/version"
	"io"
	"os"
	"path"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	"github.com/bot-arena/bot-arena/bots/go/kit/arenapb"
)

const (
	protocolVersion  = 1
	mostMessageBytes = 16 << 20
	// leaveWithin is how long the arena may take to end the stream after its goodbye.
	leaveWithin = time.Second
)

var errNoArena = errors.New("This program is a bot; the arena starts it and sets ARENA_ADDRESS and ARENA_TOKEN.\n" +
	"Try: arena check PATH_TO_ITS_FOLDER")

func run(newBot func(*MatchStart) Bot, o options) error {
	address := os.Getenv("ARENA_ADDRESS")
	token, found := os.LookupEnv("ARENA_TOKEN")
	if address == "" || !found {
		return errNoArena
	}
	connection, err := grpc.NewClient(address,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(mostMessageBytes)))
	if err != nil {
		return err
	}
	defer connection.Close()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	arena, err := arenapb.NewArenaServiceClient(connection).Play(ctx)
	if err != nil {
		return ended(err)
	}
	if err := send(arena, &arenapb.BotMessage{Message: &arenapb.BotMessage_Hello{Hello: &arenapb.Hello{
		ProtocolVersion: protocolVersion,
		Token:           token,
		Name:            programName(),
		Language:        "Go " + strings.TrimPrefix(version.Lang(runtime.Version()), "go"),
		MaxMatches:      o.maxMatches,
		WantsNames:      o.names,
	}}}); err != nil {
		return err
	}
	if err := play(arena, newBot); err != nil {
		return err
	}
	// Read until the arena has ended the stream. If the connection closed earlier, the end of the bot's half of the
	// stream might not reach the arena.
	defer time.AfterFunc(leaveWithin, cancel).Stop()
	for err == nil {
		_, err = arena.Recv()
	}
	return nil
}

// programName returns the last element of the main package's path, which is the name of the bot's module; "" if the
// path is unknown.
func programName() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return path.Base(info.Path)
	}
	return ""
}

func ended(err error) error {
	return fmt.Errorf("The arena ended the conversation: %s", status.Convert(err).Message())
}

// send sends a message. It returns nil even if the arena has ended the stream, because the next Recv returns the
// reason.
func send(arena stream, message *arenapb.BotMessage) error {
	if err := arena.Send(message); err != nil && !errors.Is(err, io.EOF) {
		return ended(err)
	}
	return nil
}
