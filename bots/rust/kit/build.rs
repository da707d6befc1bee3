//! Generates the messages and the client of the protocol from its proto files; no protoc is needed.

use std::error::Error;
use std::process::Command;

const PROTOCOL: &str = "../../../proto";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={PROTOCOL}");
    let files = protox::compile(["arena/protocol/v1/arena.proto"], [PROTOCOL])?;
    tonic_prost_build::configure()
        .build_server(false)
        .extern_path(".arena.protocol.v1.Batch", "crate::protocol::Batch")
        .extern_path(".arena.protocol.v1.Turn", "crate::protocol::Turn")
        .compile_fds(files)?;
    println!("cargo:rustc-env=KIT_LANGUAGE={}", language()?);
    Ok(())
}

/// "Rust 1.95" for a compiler that calls itself "rustc 1.95.0 (59807616e 2026-04-14)".
fn language() -> Result<String, Box<dyn Error>> {
    let output = Command::new(std::env::var("RUSTC")?)
        .arg("--version")
        .output()?;
    let line = String::from_utf8(output.stdout)?;
    let version = line.split_whitespace().nth(1).unwrap_or_default();
    let minor: Vec<&str> = version.split('.').take(2).collect();
    Ok(format!("Rust {}", minor.join(".")))
}
