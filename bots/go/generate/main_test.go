package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestTheCodeOfTheKitIsCurrent fails if the kit's generated code does not match the proto files; it then also writes
// the current code into the kit.
func TestTheCodeOfTheKitIsCurrent(t *testing.T) {
	files, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		if kept, err := os.ReadFile(filepath.Join(kit, name)); err == nil && string(kept) == content {
			continue
		}
		if err := write(name, content); err != nil {
			t.Fatal(err)
		}
		t.Errorf("%s was not current; it is now", name)
	}
}
