package main

import (
	"os"
	"path/filepath"
	"testing"
)

// The generated code of the kit matches the proto files. If it is not current, this test fails and writes it anew.
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
