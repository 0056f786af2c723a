//! The `atrium` binary.

use clap::Parser;
use std::process::ExitCode;

/// A GraphQL answer is thousands of small pieces: the system's allocator would take a fifth of the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    atrium::command::run(atrium::command::Cli::parse())
}
