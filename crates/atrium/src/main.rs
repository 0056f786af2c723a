//! The binary `atrium`.

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    atrium::command::run(atrium::command::Cli::parse())
}
