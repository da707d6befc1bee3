//! Sets the environment variable `KIT_LANGUAGE` of the build. The kit sends its value to the arena
//! as the bot's language.

use std::error::Error;
use std::process::Command;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-env=KIT_LANGUAGE={}", language()?);
    Ok(())
}

/// Returns the language with its version, for example "Rust 1.95" for the compiler
/// "rustc 1.95.0 (59807616e 2026-04-14)".
fn language() -> Result<String, Box<dyn Error>> {
    let output = Command::new(std::env::var("RUSTC")?)
        .arg("--version")
        .output()?;
    let line = String::from_utf8(output.stdout)?;
    let version = line.split_whitespace().nth(1).unwrap_or_default();
    let minor: Vec<&str> = version.split('.').take(2).collect();
    Ok(format!("Rust {}", minor.join(".")))
}
