//! A backup of a grown world and its restore into an empty place, on SQLite: how long each took, the most memory it held,
//! and how large the backup is.

use crate::processes;
use crate::site::{self, Place};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How often its memory is looked at; the kernel keeps the highest itself.
const LOOK: Duration = Duration::from_millis(100);

pub(crate) async fn measure(folder: &Path, employees: usize, requests_each: usize) -> Result<(), String> {
    let text = |error: std::io::Error| error.to_string();
    let data_dir = folder.join("backup");
    let database_url = format!("sqlite:{}", data_dir.join("atrium.db").display());
    let place = Place { data_dir, database_url, employees, requests_each };
    site::build(&place)?;
    let (key, backup, restored) =
        (folder.join("backup-key"), folder.join("backup.atrium"), folder.join("restored"));
    let mut keygen = site::program()?;
    let output = keygen.args(["backup", "keygen", "--to"]).arg(&key).output().map_err(text)?;
    let public = String::from_utf8_lossy(&output.stdout).trim().to_owned();

    let mut write = at(&place.data_dir)?;
    write.args(["backup", "--recipient", &public, "--to"]).arg(&backup);
    let (written_in, write_kb) = run(write).await?;
    let bytes = backup.metadata().map_err(text)?.len();
    std::fs::create_dir(&restored).map_err(text)?;
    std::fs::copy(place.data_dir.join("demo-key"), restored.join("demo-key")).map_err(text)?;
    let mut read = at(&restored)?;
    read.args(["restore", "--identity"]).arg(&key).arg("--from").arg(&backup);
    let (restored_in, read_kb) = run(read).await?;
    println!("\na backup of {employees} employees, SQLite: {:.0} MB", bytes as f64 / 1e6);
    println!("  written in {:.1} s, {:.0} MB at most", written_in.as_secs_f64(), write_kb as f64 / 1e3);
    println!(
        "  checked, restored and compared in {:.1} s, {:.0} MB at most",
        restored_in.as_secs_f64(),
        read_kb as f64 / 1e3
    );
    Ok(())
}

fn at(data_dir: &Path) -> Result<Command, String> {
    let mut command = site::program()?;
    command.env("ATRIUM_DATA_DIR", data_dir).env("ATRIUM_DATABASE_URL", "").stdout(Stdio::null());
    Ok(command)
}

async fn run(mut command: Command) -> Result<(Duration, u64), String> {
    let from = Instant::now();
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let mut most = 0;
    loop {
        most = processes::most_resident_kb(child.id()).unwrap_or_default().max(most);
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) if status.success() => return Ok((from.elapsed(), most)),
            Some(_) => return Err("the backup or its restore failed".to_owned()),
            None => tokio::time::sleep(LOOK).await,
        }
    }
}
