package main

// c
func main() { x := `a
b`; _ = '\n'; /* d */ }
