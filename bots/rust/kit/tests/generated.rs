//! Tests that the generated code of the protocol matches the proto files.
//!
//! The generated code is stored in the repository, so that building a bot does not need the generators. If the code is
//! not current, the test fails and generates the code again.

use std::error::Error;
use std::fs;

const PROTOCOL: &str = "../../../proto";
const GENERATED: &str = "src/generated.rs";

#[test]
fn it_is_current() -> Result<(), Box<dyn Error>> {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let files = protox::compile(["arena/protocol/v1/arena.proto"], [PROTOCOL])?;
    tonic_prost_build::configure()
        .build_server(false)
        .extern_path(".arena.protocol.v1.Batch", "crate::protocol::Batch")
        .extern_path(".arena.protocol.v1.Turn", "crate::protocol::Turn")
        .out_dir(folder)
        .compile_fds(files)?;
    let generated = fs::read_to_string(format!("{folder}/arena.protocol.v1.rs"))?;
    let current = fs::read_to_string(GENERATED).is_ok_and(|kept| kept == generated);
    if !current {
        fs::write(GENERATED, generated)?;
    }
    assert!(current, "{GENERATED} was not current; it is now");
    Ok(())
}
