// Generate writes the Go code of the arena's protocol into the kit. It does not need protoc: it compiles the proto
// files itself, and runs the plugins that go.mod lists as tools. The generated code is stored in the repository, so
// building a bot does not need this program.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/protoutil"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"
)

const (
	module   = "github.com/bot-arena/bot-arena/bots/go/kit"
	target   = module + "/arenapb"
	protocol = "../../../proto"
	kit      = "../kit"
)

var sources = []string{
	"arena/protocol/v1/arena.proto",
	"arena/protocol/v1/hetverraad.proto",
	"arena/protocol/v1/rows.proto",
	"arena/protocol/v1/verraeter.proto",
}

func main() {
	log.SetFlags(0)
	files, err := generate()
	if err != nil {
		log.Fatal(err)
	}
	for name, content := range files {
		if err := write(name, content); err != nil {
			log.Fatal(err)
		}
	}
}

// generate makes the code, and returns the content of each generated file by its path in the kit.
func generate() (map[string]string, error) {
	request, err := compile(protocol)
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	for _, plugin := range []string{"protoc-gen-go", "protoc-gen-go-grpc"} {
		if err := run(plugin, request, files); err != nil {
			return nil, fmt.Errorf("%s: %w", plugin, err)
		}
	}
	return files, nil
}

// write writes a file, whose path in the kit is name; it makes missing folders.
func write(name, content string) error {
	path := filepath.Join(kit, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(content), 0o644)
}

// compile compiles the proto files in a folder, and returns the request that protoc would send to a plugin.
func compile(folder string) (*pluginpb.CodeGeneratorRequest, error) {
	compiler := protocompile.Compiler{
		Resolver:       protocompile.WithStandardImports(&protocompile.SourceResolver{ImportPaths: []string{folder}}),
		SourceInfoMode: protocompile.SourceInfoStandard,
	}
	files, err := compiler.Compile(context.Background(), sources...)
	if err != nil {
		return nil, err
	}
	parameters := []string{"module=" + module}
	for _, source := range sources {
		parameters = append(parameters, "M"+source+"="+target)
	}
	request := &pluginpb.CodeGeneratorRequest{
		FileToGenerate: sources,
		Parameter:      proto.String(strings.Join(parameters, ",")),
	}
	seen := map[string]bool{}
	for _, file := range files {
		request.ProtoFile = appendWithImports(request.ProtoFile, file, seen)
	}
	return request, nil
}

// appendWithImports appends a file to files, after the files that it imports. Plugins require this order. seen has the
// paths of all files appended so far; none is appended again.
func appendWithImports(
	files []*descriptorpb.FileDescriptorProto, file protoreflect.FileDescriptor, seen map[string]bool,
) []*descriptorpb.FileDescriptorProto {
	if seen[file.Path()] {
		return files
	}
	seen[file.Path()] = true
	imports := file.Imports()
	for i := range imports.Len() {
		files = appendWithImports(files, imports.Get(i).FileDescriptor, seen)
	}
	return append(files, protoutil.ProtoFromFileDescriptor(file))
}

// run sends the request to a plugin, and adds the content of each file that the plugin generates to the map files.
func run(plugin string, request *pluginpb.CodeGeneratorRequest, files map[string]string) error {
	input, err := proto.Marshal(request)
	if err != nil {
		return err
	}
	command := exec.Command("go", "tool", plugin)
	command.Stdin = bytes.NewReader(input)
	command.Stderr = os.Stderr
	output, err := command.Output()
	if err != nil {
		return err
	}
	var response pluginpb.CodeGeneratorResponse
	if err := proto.Unmarshal(output, &response); err != nil {
		return err
	}
	if response.Error != nil {
		return errors.New(response.GetError())
	}
	for _, file := range response.File {
		files[file.GetName()] = file.GetContent()
	}
	return nil
}
