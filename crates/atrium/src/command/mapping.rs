//! `atrium mapping …`: suggests a mapping for a file, and keeps mappings, through the use cases of the console.

use super::answer::CommandAnswer;
use super::{Failure, in_runtime, terminal};
use crate::access;
use crate::all_features::IMPORT_KINDS;
use crate::app::App;
use crate::config::{BadSetting, Settings};
use crate::factors::Proven;
use crate::mappings::{self, HowToRead, Mapping, TargetKind};
use crate::shared::clock::Clock;
use crate::shared::id::TenantId;
use crate::shared::page::Cursors;
use crate::work::{Author, Work};
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(crate) struct MappingOptions {
    /// Print JSON.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: MappingCommand,
}

#[derive(Subcommand)]
enum MappingCommand {
    /// Suggest a mapping for a file and print it. Correct it, then save it or use it with `atrium import --mapping`.
    Guess {
        /// A CSV, text or .xlsx file.
        file: PathBuf,
        /// What kind of file it is, if you know.
        #[arg(long)]
        kind: Option<String>,
        /// The mapping's name.
        #[arg(long)]
        name: Option<String>,
        /// A workbook's worksheet, if it isn't the first.
        #[arg(long)]
        worksheet: Option<String>,
    },
    /// List a tenant's mappings and the presets.
    List {
        /// The tenant's name or ID.
        #[arg(long)]
        tenant: Option<String>,
    },
    /// Print a saved mapping or a preset.
    Show {
        #[arg(long)]
        tenant: Option<String>,
        name: String,
    },
    /// Save a mapping from a file, replacing the one with its name.
    Save {
        #[arg(long)]
        tenant: String,
        /// TOML or JSON.
        file: PathBuf,
    },
    /// Remove a mapping.
    Remove {
        #[arg(long)]
        tenant: String,
        name: String,
    },
}

fn kinds() -> Vec<TargetKind> {
    mappings::target_kinds(IMPORT_KINDS.sheets().iter())
}

pub(super) fn mapping(
    load: impl FnOnce(&[(&str, String)]) -> Result<Settings, BadSetting>,
    options: MappingOptions,
) -> Result<(), Failure> {
    let is_json = options.json;
    match options.command {
        MappingCommand::Guess { file, kind, name, worksheet } => {
            guess(&file, (kind, name, worksheet), is_json)
        }
        MappingCommand::List { tenant: None } => {
            print_all(&presets(), is_json);
            Ok(())
        }
        MappingCommand::Show { tenant: None, name } => print_one(preset(&name).as_ref(), &name, is_json),
        command => in_runtime(with_app(load(&[])?, command, is_json)),
    }
}

/// For programs and for people.
type Listed = (Value, String);

fn presets() -> Vec<Listed> {
    let listed = |preset: &Mapping| {
        let line = format!("{:40}{:18}preset", preset.name, preset.kind);
        (json!({ "name": preset.name, "kind": preset.kind, "isPreset": true }), line)
    };
    mappings::presets().iter().map(listed).collect()
}

fn print_all(listed: &[Listed], is_json: bool) {
    CommandAnswer::all(listed, |(json, _)| json.clone(), |(_, line)| line.clone()).print(is_json);
}

fn print_text(mapping: &Mapping, is_json: bool) -> Result<(), Failure> {
    if is_json {
        println!("{}", mappings::as_json(mapping).map_err(terminal::failed)?);
    } else {
        print!("{}", mappings::as_toml(mapping).map_err(terminal::failed)?);
    }
    Ok(())
}

fn guess(
    file: &Path,
    (kind, name, worksheet): (Option<String>, Option<String>, Option<String>),
    is_json: bool,
) -> Result<(), Failure> {
    if let Some(kind) = kind.as_deref()
        && IMPORT_KINDS.called(kind).is_none()
    {
        return Err(
            BadSetting(format!("there is no kind of file {kind:?}; see `atrium import --template`")).into()
        );
    }
    let failed = |says: String| Failure::Other(format!("{}: {says}", file.display()));
    let content = std::fs::File::open(file).map_err(|error| failed(format!("cannot read it: {error}")))?;
    let how = HowToRead { worksheet: worksheet.clone(), ..HowToRead::default() };
    let sample = mappings::sample(Box::new(content), &how).map_err(|fault| failed(fault.says))?;
    let this_year = Clock::system().today("UTC").0.year();
    let kinds = kinds();
    let mut found =
        mappings::guess(&sample.rows, &kinds, kind.as_deref(), (this_year, sample.format.is_workbook()));
    let stem = || file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    found.name = name.or_else(stem).unwrap_or_default();
    found.worksheet = worksheet;
    print_text(&found, is_json)?;
    for says in mappings::check(&found, &kinds) {
        eprintln!("to do: {says}");
    }
    Ok(())
}

fn preset(name: &str) -> Option<Mapping> {
    mappings::presets().iter().find(|preset| preset.name.eq_ignore_ascii_case(name)).cloned()
}

fn print_one(mapping: Option<&Mapping>, name: &str, is_json: bool) -> Result<(), Failure> {
    let mapping = mapping.ok_or_else(|| Failure::Other(format!("there is no mapping {name:?}")))?;
    print_text(mapping, is_json)
}

/// A mapping in a file, or one that is saved under this name.
pub(super) async fn at(app: &App, tenant: TenantId, path: &Path) -> Result<Mapping, Failure> {
    let shown = path.display();
    let mapping = if path.exists() {
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failure::Other(format!("cannot read {shown}: {error}")))?;
        mappings::parse(&text).map_err(|says| Failure::Other(format!("{shown}: {says}")))?
    } else {
        let scope = access::importing_at_terminal(&access::operator(tenant));
        let name = path.to_string_lossy();
        let saved = mappings::called(&app.db, &scope, &name).await.map_err(terminal::failed)?;
        match (saved, preset(&name)) {
            (Some(saved), _) => saved.mapping().map_err(terminal::failed)?,
            (None, Some(preset)) => preset,
            (None, None) => {
                return Err(Failure::Other(format!("there is no file and no saved mapping {name:?}")));
            }
        }
    };
    let says = mappings::check(&mapping, &kinds());
    if says.is_empty() { Ok(mapping) } else { Err(Failure::Other(format!("{shown}: {}", says.join("; ")))) }
}

async fn with_app(settings: Settings, command: MappingCommand, is_json: bool) -> Result<(), Failure> {
    let app = terminal::app(settings).await?;
    let done = in_tenant(&app, command, is_json).await;
    app.db.close().await;
    done
}

async fn in_tenant(app: &App, command: MappingCommand, is_json: bool) -> Result<(), Failure> {
    let tenant = match &command {
        MappingCommand::List { tenant } | MappingCommand::Show { tenant, .. } => {
            tenant.clone().unwrap_or_default()
        }
        MappingCommand::Save { tenant, .. } | MappingCommand::Remove { tenant, .. } => tenant.clone(),
        MappingCommand::Guess { .. } => String::new(),
    };
    let tenant = terminal::tenant(app, &tenant).await?;
    let operator = access::operator(tenant);
    let scope = access::importing_at_terminal(&operator);
    let author = Author { tenant, person: None, address: String::new() };
    match command {
        MappingCommand::Guess { .. } => Ok(()),
        MappingCommand::List { .. } => {
            let (mut listed, mut cursor) = (vec![], None);
            loop {
                let cursors = Cursors::new(&app.keys.cursor, format!("mappings of {tenant}"));
                let page = mappings::list(&app.db, &scope, cursors, (Some(100), cursor.as_deref())).await;
                let page = page.map_err(terminal::failed)?;
                for row in &page.results {
                    let changed_at = row.changed_at.to_string();
                    let line = format!("{:40}{:18}{changed_at}", row.name, row.kind);
                    listed
                        .push((json!({ "name": row.name, "kind": row.kind, "changedAt": changed_at }), line));
                }
                cursor = page.links.next;
                if cursor.is_none() {
                    break;
                }
            }
            listed.extend(presets());
            print_all(&listed, is_json);
            Ok(())
        }
        MappingCommand::Show { name, .. } => {
            let saved = mappings::called(&app.db, &scope, &name).await.map_err(terminal::failed)?;
            let saved = saved.map(|saved| saved.mapping()).transpose().map_err(terminal::failed)?;
            print_one(saved.or_else(|| preset(&name)).as_ref(), &name, is_json)
        }
        MappingCommand::Save { file, .. } => {
            let mapping = at(app, tenant, &file).await?;
            let mut work = Work::begin(app, &app.db, author).await?;
            let new = mappings::check_save(work.tx(), &scope, &kinds(), mapping, None).await;
            let new = Proven::by_operator(&operator, new.map_err(terminal::failed)?);
            let saved = mappings::save(&mut work, &scope, new).await.map_err(terminal::failed)?;
            work.commit().await?;
            terminal::keep_heads(app).await?;
            if is_json {
                println!("{}", json!({ "saved": saved.name, "kind": saved.kind }));
            } else {
                println!("saved {} for {}", saved.name, saved.kind);
            }
            Ok(())
        }
        MappingCommand::Remove { name, .. } => {
            let mut work = Work::begin(app, &app.db, author).await?;
            let there = mappings::check_remove(work.tx(), &scope, &name).await.map_err(terminal::failed)?;
            let there = Proven::by_operator(&operator, there);
            let removed = mappings::remove(&mut work, &scope, there).await.map_err(terminal::failed)?;
            work.commit().await?;
            terminal::keep_heads(app).await?;
            if is_json {
                println!("{}", json!({ "removed": removed.name }));
            } else {
                println!("removed {}", removed.name);
            }
            Ok(())
        }
    }
}
