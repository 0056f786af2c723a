//! `atrium completion` and `atrium man`: made from the commands themselves, so they know all of them.

use super::{Cli, Failure};
use clap::{CommandFactory, ValueEnum};
use std::io::Write;
use std::path::Path;

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum CompletionShell {
    Bash,
    Zsh,
    Fish,
}

impl From<CompletionShell> for clap_complete::Shell {
    fn from(shell: CompletionShell) -> clap_complete::Shell {
        match shell {
            CompletionShell::Bash => clap_complete::Shell::Bash,
            CompletionShell::Zsh => clap_complete::Shell::Zsh,
            CompletionShell::Fish => clap_complete::Shell::Fish,
        }
    }
}

pub(super) fn completion(shell: CompletionShell) {
    let shell = clap_complete::Shell::from(shell);
    clap_complete::generate(shell, &mut Cli::command(), "atrium", &mut std::io::stdout());
}

/// The page of `atrium` itself to standard output, or a page per command into a folder.
pub(super) fn man(folder: Option<&Path>) -> Result<(), Failure> {
    let Some(folder) = folder else {
        let mut page = vec![];
        let made = clap_mangen::Man::new(Cli::command()).render(&mut page);
        let printed = made.and_then(|()| std::io::stdout().write_all(&page));
        return printed.map_err(|error| Failure::Other(format!("cannot print the manual: {error}")));
    };
    let shown = folder.display();
    let written =
        std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(Cli::command(), folder));
    written.map_err(|error| Failure::Other(format!("cannot write the manual to {shown}: {error}")))?;
    println!("{shown}");
    Ok(())
}
