//! `atrium import`: loads real data from CSV files, or from others through a mapping. `--dry-run` prints what would happen, row by row. Faults go to
//! standard error with file, line and column.

use super::{Failure, in_runtime, terminal};
use crate::access;
use crate::all_features::IMPORT_KINDS;
use crate::app::App;
use crate::config::{BadSetting, Settings};
use crate::handover::MetCounts;
use crate::import::{self, Effect, Fault, File, Outcome, RowsAside, Told};
use crate::mappings::{self, MAX_SOURCE_BYTES, Mapping};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};

/// After this many rows, the database updates its statistics.
const BULK: u64 = 10_000;

#[derive(Args)]
pub(crate) struct ImportOptions {
    /// The tenant's name or ID.
    #[arg(long, required_unless_present = "template")]
    tenant: Option<String>,
    /// List what would happen to every row without changing anything.
    #[arg(long)]
    dry_run: bool,
    /// Don't invite new people. Use `atrium invite` later.
    #[arg(long)]
    without_invitations: bool,
    /// Import the other pay stubs and W-2s when some can't be: their rows go to this new file with the reason, to be
    /// corrected and imported again.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["undo", "template"])]
    set_aside: Option<PathBuf>,
    /// The files have everything of their kind that this company has: what they lack ends today. Look at a dry run first.
    #[arg(long, value_name = "COMPANY", conflicts_with_all = ["undo", "template"])]
    whole_truth: Option<String>,
    /// How many would end, as the dry run says, if that is a tenth or more of what is there.
    #[arg(long, value_name = "N", requires = "whole_truth")]
    confirm_removals: Option<u64>,
    /// Undo the tenant's newest import.
    #[arg(long, conflicts_with_all = ["files", "dry_run", "template", "mapping"])]
    undo: bool,
    /// Print the template for a kind of file, or list the kinds.
    #[arg(long, value_name = "KIND", num_args = 0..=1, default_missing_value = "", conflicts_with = "files")]
    template: Option<String>,
    /// A mapping that all of the files are read with: a file, or the name of a saved one. Several are tried in this order.
    #[arg(long, value_name = "FILE")]
    mapping: Vec<PathBuf>,
    /// Print JSON: a line per fault and, with --dry-run, per row, then one with the counts.
    #[arg(long, conflicts_with = "template")]
    json: bool,
    /// CSV or .xlsx files, in any order. The header says what kind each one is.
    #[arg(required_unless_present_any = ["template", "undo"])]
    files: Vec<PathBuf>,
}

pub(super) fn import(
    load: impl FnOnce(&[(&str, String)]) -> Result<Settings, BadSetting>,
    options: ImportOptions,
) -> Result<(), Failure> {
    match options.template.as_deref() {
        Some(kind) => template(kind),
        None => in_runtime(with_tenant(load(&[])?, options)),
    }
}

fn template(kind: &str) -> Result<(), Failure> {
    if kind.is_empty() {
        for kind in IMPORT_KINDS.sheets() {
            println!("{:18}{}", kind.name, kind.column_names().collect::<Vec<_>>().join(","));
        }
        return Ok(());
    }
    let kinds = || IMPORT_KINDS.sheets().iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ");
    let kind = IMPORT_KINDS
        .called(kind)
        .ok_or_else(|| BadSetting(format!("--template must be one of {}, not {kind:?}", kinds())))?;
    print!("{}", kind.template());
    Ok(())
}

async fn with_tenant(settings: Settings, options: ImportOptions) -> Result<(), Failure> {
    let app = terminal::app(settings).await?;
    let done = match options.undo {
        true => undo(&app, &options).await,
        false => bring_in(&app, &options).await,
    };
    app.db.close().await;
    done
}

async fn bring_in(app: &App, options: &ImportOptions) -> Result<(), Failure> {
    let tenant = terminal::tenant(app, options.tenant.as_deref().unwrap_or_default()).await?;
    let mut mappings = vec![];
    for path in &options.mapping {
        mappings.push(super::mapping::at(app, tenant, path).await?);
    }
    let (mut files, mut sizes) = (vec![], 0);
    for path in &options.files {
        let cannot = |error| Failure::Other(format!("cannot read {}: {error}", path.display()));
        let file = std::fs::File::open(path).map_err(cannot)?;
        let size = file.metadata().map_err(cannot)?.len();
        sizes += size;
        let mapping = match mappings.as_slice() {
            [] => None,
            _ if size > MAX_SOURCE_BYTES => {
                let most = MAX_SOURCE_BYTES >> 20;
                return Err(Failure::Other(format!("{} is larger than {most} MB", path.display())));
            }
            mappings => Some(chosen(path, mappings)?),
        };
        files.push(File {
            company: options.whole_truth.clone(),
            is_whole_truth: options.whole_truth.is_some(),
            ..File::new(path.display().to_string(), Box::new(file), mapping)
        });
    }
    let mut aside = options.set_aside.as_deref().map(aside_in).transpose()?;
    let mut repeated = Repeated::default();
    // Drawn on a terminal only.
    let style = ProgressStyle::with_template("{bar:40} {percent}%  {elapsed}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    let progress = ProgressBar::new(sizes).with_style(style);
    let (mut before, mut at_hand) = (0, 0);
    let mut met = MetCounts::default();
    let mut out = std::io::BufWriter::new(std::io::stdout());
    let mut tell = |told: Told<'_>| match told {
        Told::Read(bytes) => {
            if bytes < at_hand {
                before += at_hand;
            }
            at_hand = bytes;
            progress.set_position(before + bytes);
        }
        Told::Row { file, line, effect, what } if options.dry_run => {
            met.hear(what);
            let verb = match effect {
                Effect::Added => "adds",
                Effect::Changed => "changes",
                Effect::Same => "leaves",
                Effect::Ended => "ends",
            };
            let at = line;
            let line = if line == 0 { String::new() } else { format!(" line {line}") };
            // A reader that closed the pipe has read enough.
            let _ = match options.json {
                true => {
                    writeln!(out, "{}", json!({ "file": file, "line": at, "effect": verb, "what": what }))
                }
                false => writeln!(out, "{file}{line}: {verb} {what}"),
            };
        }
        Told::Row { what, .. } => met.hear(what),
        Told::Fault { file, fault } if options.json => {
            let _ = writeln!(out, "{}", fault_json(file, fault, false));
        }
        Told::Fault { file, fault } => {
            if repeated.is_new(file, fault) {
                progress.suspend(|| eprintln!("{}", sentence(file, fault)));
            }
        }
        Told::SetAside { file, sheet, rows, faults } => {
            for fault in faults {
                if options.json {
                    let _ = writeln!(out, "{}", fault_json(file, fault, true));
                } else {
                    progress.suspend(|| eprintln!("{} (set aside)", sentence(file, fault)));
                }
            }
            if let Some((_, aside)) = &mut aside {
                aside.add(sheet, rows, faults);
            }
        }
    };
    let how = import::RunOptions {
        is_dry: options.dry_run,
        invites: !options.without_invitations,
        sets_aside: options.set_aside.is_some(),
        confirmed_removals: options.confirm_removals,
    };
    let outcome = import::import(app, &access::operator(tenant), &IMPORT_KINDS, files, how, &mut tell).await;
    progress.finish_and_clear();
    let _ = out.flush();
    drop(out);
    repeated.say();
    terminal::keep_heads(app).await?;
    let outcome = outcome.map_err(terminal::failed)?;
    if let Some((path, aside)) = aside.filter(|_| !options.dry_run && outcome.faults == 0) {
        keep_aside(path, aside, options.json)?;
    }
    let is_bulk = !options.dry_run && outcome.added + outcome.changed >= BULK;
    let has_invited = outcome.invited > 0;
    said(outcome, &met, options)?;
    if has_invited && !options.json {
        println!("invitation links point to {} (public_url)", app.settings.public_url);
        if app.settings.smtp_url.expose_secret().is_empty() {
            println!(
                "no mail can be sent yet because smtp_url is not set: set it, then run `atrium invite` for each person"
            );
        }
    }
    if is_bulk && let Err(error) = app.db.settle().await {
        eprintln!("the import is done, but the database statistics could not be updated: {error}");
    }
    Ok(())
}

/// Rows set aside earlier, and not imported yet, stay.
fn aside_in(path: &Path) -> Result<(&Path, RowsAside), Failure> {
    if path.exists() {
        return Err(Failure::Other(format!("{} already exists: choose another file", path.display())));
    }
    Ok((path, RowsAside::default()))
}

fn keep_aside(path: &Path, aside: RowsAside, is_quiet: bool) -> Result<(), Failure> {
    for (nth, (sheet, bytes)) in aside.into_files().into_iter().enumerate() {
        let path = match nth {
            0 => path.to_owned(),
            _ => {
                let stem = path.file_stem().unwrap_or_default().to_string_lossy();
                path.with_file_name(format!("{stem}-{}.csv", sheet.name))
            }
        };
        std::fs::write(&path, bytes).map_err(|error| {
            Failure::Other(format!(
                "the others were imported, but {} can't be written: {error}. Import the same files again with another file",
                path.display()
            ))
        })?;
        if !is_quiet {
            println!("rows set aside are in {}", path.display());
        }
    }
    Ok(())
}

/// A fault that many rows share, such as a missing column, is printed once, with a count.
#[derive(Default)]
struct Repeated(HashMap<(String, Option<usize>, String), u64>);

/// How many are remembered.
const MAX_DIFFERENT_FAULTS: usize = 10_000;

impl Repeated {
    fn is_new(&mut self, file: &str, fault: &Fault) -> bool {
        let key = (file.to_owned(), fault.column.as_ref().map(|(at, _)| *at), fault.says.clone());
        if let Some(more) = self.0.get_mut(&key) {
            *more += 1;
            return false;
        }
        if self.0.len() < MAX_DIFFERENT_FAULTS {
            self.0.insert(key, 0);
        }
        true
    }

    fn say(self) {
        let mut more: Vec<_> = self.0.into_iter().filter(|(_, more)| *more > 0).collect();
        more.sort();
        for ((file, _, says), more) in more {
            eprintln!("{file}: {} the same: {says}", counted(more, "more row says", "more rows say"));
        }
    }
}

/// The first mapping that reads only what the file has. It counts even if the header looks like ours: it also says how dates
/// and numbers are written.
fn chosen(path: &Path, mappings: &[Mapping]) -> Result<Mapping, Failure> {
    let open = || -> Result<Box<dyn std::io::Read + Send>, Failure> {
        let file = std::fs::File::open(path);
        let file =
            file.map_err(|error| Failure::Other(format!("cannot read {}: {error}", path.display())))?;
        Ok(Box::new(file))
    };
    let name = path.display().to_string();
    let mut why = None;
    for mapping in mappings {
        match mappings::fits(mapping, open()?) {
            Ok(()) => return Ok(mapping.clone()),
            Err(fault) => why = why.or(Some(fault)),
        }
    }
    match (mappings.len(), why) {
        (1, Some(fault)) => Err(Failure::Other(sentence(&name, &fault))),
        _ => Err(Failure::Other(format!("{name} fits none of the mappings"))),
    }
}

fn sentence(file: &str, fault: &Fault) -> String {
    let column = fault.column.as_ref().map(|(number, name)| format!(", column {number} ({name})"));
    format!("{file} line {}{}: {}", fault.line, column.unwrap_or_default(), fault.says)
}

fn fault_json(file: &str, fault: &Fault, is_set_aside: bool) -> Value {
    let column = fault.column.as_ref().map(|(_, name)| name);
    json!({ "file": file, "line": fault.line, "column": column, "fault": fault.says, "isSetAside": is_set_aside })
}

fn said(outcome: Outcome, met: &MetCounts, options: &ImportOptions) -> Result<(), Failure> {
    let Outcome { added, changed, same, invited, faults, followed, set_aside, ended, is_braked } = outcome;
    if options.json {
        let counts = json!({
            "added": added, "changed": changed, "unchanged": same, "invited": invited, "faults": faults,
            "followed": followed, "setAside": set_aside, "ended": ended, "isBraked": is_braked, "isDryRun": options.dry_run,
            "conflicts": met.conflicts, "notTaken": met.not_taken,
        });
        println!("{counts}");
    }
    let is_dry = options.dry_run;
    if faults > 0 {
        let followed = match followed {
            0 => String::new(),
            _ => format!(", and {} only because of them", counted(followed, "row failed", "rows failed")),
        };
        let faults = counted(faults, "fault", "faults");
        return Err(Failure::Other(format!("{faults}{followed}: nothing was imported")));
    }
    if options.json {
        return Ok(());
    }
    let would = if is_dry { "would be " } else { "" };
    let invited = counted(invited, "person", "people");
    println!("{added} {would}added, {changed} {would}changed, {same} unchanged, {invited} {would}invited");
    if ended > 0 {
        println!("{ended} {would}ended");
    }
    if is_braked && is_dry {
        println!(
            "that is a tenth or more of what is there: import with --confirm-removals {ended} if it's right"
        );
    }
    if set_aside > 0 {
        println!("{} {would}set aside", counted(set_aside, "stub or form", "stubs or forms"));
    }
    for line in against_changes(met) {
        println!("{line}");
    }
    Ok(())
}

/// What rows say against changes that were approved here. These stay.
fn against_changes(met: &MetCounts) -> Vec<String> {
    let mut lines = vec![];
    if met.conflicts > 0 {
        let rows = counted(met.conflicts, "row conflicts", "rows conflict");
        lines.push(format!("{rows} with approved changes: someone with the role Payroll must decide"));
    }
    if met.not_taken > 0 {
        let rows = counted(met.not_taken, "row has", "rows have");
        lines.push(format!("{rows} a value from before an approved change: payroll hasn't taken it yet"));
    }
    lines
}

fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

async fn undo(app: &App, options: &ImportOptions) -> Result<(), Failure> {
    let tenant = terminal::tenant(app, options.tenant.as_deref().unwrap_or_default()).await?;
    let mut tell = |line: &str| eprintln!("{line}");
    let outcome = import::undo(app, &access::operator(tenant), &IMPORT_KINDS, &mut tell)
        .await
        .map_err(terminal::failed)?;
    terminal::keep_heads(app).await?;
    if outcome.faults > 0 {
        return Err(Failure::Other(format!(
            "{} in the way: nothing was undone",
            counted(outcome.faults, "row is", "rows are")
        )));
    }
    if options.json {
        println!("{}", json!({ "removed": outcome.added, "restored": outcome.changed }));
        return Ok(());
    }
    println!("undone: {} removed, {} restored", counted(outcome.added, "record", "records"), outcome.changed);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mappings::DateOrder;

    #[test]
    fn rows_against_approved_changes_are_said_with_the_counts() {
        let mut met = MetCounts::default();
        met.hear("account of 9001");
        assert_eq!(against_changes(&met), Vec::<String>::new());
        met = MetCounts { conflicts: 1, not_taken: 2 };
        assert_eq!(
            against_changes(&met),
            [
                "1 row conflicts with approved changes: someone with the role Payroll must decide",
                "2 rows have a value from before an approved change: payroll hasn't taken it yet",
            ]
        );
    }

    #[test]
    fn a_mapping_that_was_named_counts_for_a_file_that_looks_like_ours() {
        let text = "[columns]\nusername = \"username\"\nrole = \"role\"\nfirst_day = \"first_day\"\n";
        let mapping = |dates: &str| {
            mappings::parse(&format!("name = \"Ours\"\nkind = \"roles\"\ndates = \"{dates}\"\n{text}"))
                .unwrap()
        };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("roles.csv");
        std::fs::write(&path, "username,role,first_day\nana,Employee,03/04/2027\n").unwrap();
        let found = chosen(&path, &[mapping("dmy")]);
        assert!(matches!(&found, Ok(found) if found.dates == DateOrder::Dmy));
        // Nor is it left out when the file doesn't fit.
        std::fs::write(&path, "username,role\nana,Employee\n").unwrap();
        assert!(chosen(&path, &[mapping("dmy")]).is_err());
    }
}
