//! An import of many people and twice as many pay stubs: killed half-way, looked at, and run again to its end. What a person wants
//! to see of it: nothing left behind, how long the whole took, and the most memory it held.

use crate::processes;
use crate::site::{self, Place};
use db::Db;
use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How often its memory is looked at; the kernel keeps the highest itself.
const LOOK: Duration = Duration::from_millis(100);

/// What the files would leave in a database: people, stubs, invitations, and the note of the import itself.
type Counts = (i64, i64, i64, i64);

pub(crate) async fn measure(folder: &Path, people: usize) -> Result<(), String> {
    let data_dir = folder.join("import");
    let database_url = format!("sqlite:{}", data_dir.join("atrium.db").display());
    let place = Place { data_dir, database_url, employees: 1_000, requests_each: 1 };
    site::build(&place)?;
    let (files, rows) = write_files(folder, people).map_err(|error| error.to_string())?;
    println!("\nan import of {people} people and {} pay stubs ({rows} rows), SQLite:", 2 * people);
    let before = counts(&place).await?;

    let from = Instant::now();
    let held = kill_half_way(&place, folder, &files)?;
    let left = counts(&place).await?;
    println!(
        "  killed halfway through its stubs after {:.1} s, holding {:.0} MB: {}",
        from.elapsed().as_secs_f64(),
        held as f64 / 1e3,
        if left == before {
            "nothing is left behind ✓".to_owned()
        } else {
            format!("✗ {before:?} became {left:?}")
        }
    );

    let from = Instant::now();
    let mut import = start(&place, &files)?;
    let mut most = 0;
    let status = loop {
        most = processes::most_resident_kb(import.id()).unwrap_or_default().max(most);
        match import.try_wait().map_err(|error| error.to_string())? {
            Some(status) => break status,
            None => tokio::time::sleep(LOOK).await,
        }
    };
    if !status.success() {
        return Err(format!("the second import failed: {}", said(&mut import)));
    }
    let took = from.elapsed();
    let after = counts(&place).await?;
    let wanted = i64::try_from(people).map_err(|error| error.to_string())?;
    let is_whole = (after.0, after.1, after.2 - before.2, after.3) == (wanted, 2 * wanted, wanted, 1);
    println!(
        "  run again: {:.1} s ({:.0} rows per second), {:.0} MB at most, {}",
        took.as_secs_f64(),
        rows as f64 / took.as_secs_f64(),
        most as f64 / 1e3,
        if is_whole {
            "everything is there ✓".to_owned()
        } else {
            format!("✗ {before:?} became {after:?}")
        }
    );
    Ok(())
}

fn start(place: &Place, files: &[PathBuf]) -> Result<Child, String> {
    let mut command: Command = site::program()?;
    command.args(["import", "--tenant", "Cedar Group"]).args(files);
    command.env("ATRIUM_DATA_DIR", &place.data_dir).env("ATRIUM_DATABASE_URL", &place.database_url);
    command.stderr(Stdio::piped()).spawn().map_err(|error| error.to_string())
}

fn said(import: &mut Child) -> String {
    let mut text = String::new();
    if let Some(errors) = &mut import.stderr {
        let _ = errors.read_to_string(&mut text);
    }
    text
}

/// Its stubs come through a pipe that stops in the middle: by then it has written all people and half of the stubs. Gives the most
/// memory it held.
fn kill_half_way(place: &Place, folder: &Path, files: &[PathBuf]) -> Result<u64, String> {
    let (text, pipe) = (|error: std::io::Error| error.to_string(), folder.join("pipe.csv"));
    let made = Command::new("mkfifo").arg(&pipe).status().map_err(text)?;
    if !made.success() {
        return Err("mkfifo made no pipe".to_owned());
    }
    let mut import = start(place, &[files[0].clone(), pipe.clone()])?;
    let stubs = std::fs::read(&files[1]).map_err(text)?;
    let mut feed = std::fs::OpenOptions::new().write(true).open(&pipe).map_err(text)?;
    feed.write_all(&stubs[..stubs.len() / 2]).map_err(text)?;
    if import.try_wait().map_err(text)?.is_some() {
        return Err(format!("it ended before it was killed: {}", said(&mut import)));
    }
    let held = processes::most_resident_kb(import.id()).unwrap_or_default();
    import.kill().map_err(text)?;
    import.wait().map_err(text)?;
    Ok(held)
}

async fn counts(place: &Place) -> Result<Counts, String> {
    let db =
        Db::connect(&place.database_url, db::Options::default()).await.map_err(|error| error.to_string())?;
    let sql = "SELECT (SELECT count(*) FROM person WHERE username LIKE 'load%'),
        (SELECT count(*) FROM pay_stub WHERE check_number LIKE '9________'), (SELECT count(*) FROM account_link),
        (SELECT count(*) FROM import_run)";
    let counts = db.one::<Counts>(sql, vec![]).await.map_err(|error| error.to_string());
    db.close().await;
    counts
}

/// `people.csv` and `stubs.csv`, and how many rows both have: a stub is an earning and a tax.
fn write_files(folder: &Path, people: usize) -> std::io::Result<(Vec<PathBuf>, usize)> {
    let paths = vec![folder.join("people.csv"), folder.join("stubs.csv")];
    let mut file = BufWriter::new(File::create(&paths[0])?);
    writeln!(
        file,
        "username,first_name,last_name,email,company,employee_code,date_of_birth,original_hire_date"
    )?;
    for n in 0..people {
        writeln!(
            file,
            "load{n},Load,Person{n},load{n}@example.com,Cedar Logistics,L{n},1990-01-31,2020-02-29"
        )?;
    }
    file.flush()?;
    let mut file = BufWriter::new(File::create(&paths[1])?);
    writeln!(
        file,
        "company,employee_code,check_date,check_number,period_begin,period_end,line,item,rate,hours,current,ytd"
    )?;
    for n in 0..2 * people {
        let (of, nth) = (n / 2, n % 2);
        let (day, number) = (1 + 13 * nth, 900_000_000 + n);
        let check = format!("Cedar Logistics,L{of},2026-11-{day:02},{number},2026-10-26,2026-11-08");
        writeln!(file, "{check},earning,REG,20,80,1600.00,{}", 1600 * (nth + 1))?;
        writeln!(file, "{check},tax,FIT,,,160.00,{}", 160 * (nth + 1))?;
    }
    file.flush()?;
    Ok((paths, 5 * people))
}
