package kit

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/bot-arena/bot-arena/bots/go/kit/arenapb"
)

type firstLegal struct{}

func (firstLegal) Choose(turn *Turn) uint32 { return turn.Legal[0] }

func newFirstLegal(*MatchStart) Bot { return firstLegal{} }

// serve starts a gRPC server at which talk is the arena's side of the conversation, and sets the environment variables
// with which run finds it.
func serve(t *testing.T, talk func(arenapb.ArenaService_PlayServer) error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "socket")
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	arenapb.RegisterArenaServiceServer(server, service{talk: talk})
	go server.Serve(listener)
	t.Cleanup(server.Stop)
	t.Setenv("ARENA_ADDRESS", "unix:"+path)
	t.Setenv("ARENA_TOKEN", "secret")
}

type service struct {
	arenapb.UnimplementedArenaServiceServer
	talk func(arenapb.ArenaService_PlayServer) error
}

func (s service) Play(stream arenapb.ArenaService_PlayServer) error { return s.talk(stream) }

func TestRunWithoutArena(t *testing.T) {
	for _, name := range []string{"ARENA_ADDRESS", "ARENA_TOKEN"} {
		t.Setenv(name, "") // restores the variable after the test
		os.Unsetenv(name)
	}
	err := run(newFirstLegal, options{})
	if err == nil || !strings.HasPrefix(err.Error(), "This program is a bot; the arena starts it") {
		t.Errorf("said: %v", err)
	}
}

func TestRunPlaysUntilGoodbye(t *testing.T) {
	talked := make(chan error, 1)
	serve(t, func(stream arenapb.ArenaService_PlayServer) error {
		err := talk(stream)
		talked <- err
		return err
	})
	started := time.Now()
	if err := run(newFirstLegal, options{maxMatches: 7, names: true}); err != nil {
		t.Error(err)
	}
	if err := <-talked; err != nil {
		t.Error(err)
	}
	if took := time.Since(started); took > leaveWithin {
		t.Errorf("took %v", took)
	}
}

// talk is the arena's side of a conversation with one batch. It checks what the bot sends, and waits until the bot ends
// its half of the stream.
func talk(stream arenapb.ArenaService_PlayServer) error {
	message, err := stream.Recv()
	if err != nil {
		return err
	}
	hello := message.GetHello()
	if hello.GetProtocolVersion() != 1 || hello.GetToken() != "secret" || hello.GetMaxMatches() != 7 ||
		!hello.GetWantsNames() ||
		!strings.HasPrefix(hello.GetLanguage(), "Go 1.") {
		return errors.New("unexpected hello: " + hello.String())
	}
	turn := &Turn{TurnId: 9, Match: 1, Legal: []uint32{5, 6}}
	if err := stream.Send(batch(&arenapb.Batch{Starts: starts(1), Turns: []*Turn{turn}})); err != nil {
		return err
	}
	if message, err = stream.Recv(); err != nil {
		return err
	}
	choices := message.GetChoices()
	if !slices.Equal(choices.GetTurnIds(), []uint32{9}) || !slices.Equal(choices.GetActions(), []uint32{5}) {
		return errors.New("unexpected choices: " + choices.String())
	}
	if err := stream.Send(goodbye()); err != nil {
		return err
	}
	if _, err = stream.Recv(); err != io.EOF {
		return fmt.Errorf("the bot did not end its half of the stream: %v", err)
	}
	return nil
}

func TestRunLeavesThoughTheArenaKeepsTheStreamOpen(t *testing.T) {
	serve(t, func(stream arenapb.ArenaService_PlayServer) error {
		if err := stream.Send(goodbye()); err != nil {
			return err
		}
		<-stream.Context().Done()
		return nil
	})
	started := time.Now()
	if err := run(newFirstLegal, options{}); err != nil {
		t.Error(err)
	}
	if took := time.Since(started); took > leaveWithin+500*time.Millisecond {
		t.Errorf("took %v", took)
	}
}

func TestRunTellsWhyTheArenaRefused(t *testing.T) {
	serve(t, func(arenapb.ArenaService_PlayServer) error {
		return status.Error(codes.Unauthenticated, "wrong token")
	})
	err := run(newFirstLegal, options{})
	if err == nil || err.Error() != "The arena ended the conversation: wrong token" {
		t.Errorf("said: %v", err)
	}
}
