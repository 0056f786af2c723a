//! Lists `migrations/*.sql` for the crate, so adding a file is enough: `V0007__name.sql`, or a pair of
//! `V0007__name.sqlite.sql` and `V0007__name.postgres.sql` when one text can't work on both engines.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

#[derive(Default)]
struct Files {
    name: String,
    both: Option<String>,
    sqlite: Option<String>,
    postgres: Option<String>,
}

fn main() {
    println!("cargo::rerun-if-changed=migrations");
    let mut list: BTreeMap<u32, Files> = BTreeMap::new();
    let folder = Path::new(&std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("migrations");
    for entry in std::fs::read_dir(&folder).expect("migrations/ is readable") {
        let file = entry.expect("migrations/ is readable").file_name().to_string_lossy().into_owned();
        let Some(stem) = file.strip_suffix(".sql") else {
            continue;
        };
        let (version, name) = stem
            .strip_prefix('V')
            .and_then(|x| x.split_once("__"))
            .and_then(|(version, name)| Some((version.parse().ok()?, name)))
            .unwrap_or_else(|| panic!("migrations/{file} is not named like V0007__name.sql"));
        let (name, engine) = name.split_once('.').unwrap_or((name, ""));
        let files = list.entry(version).or_default();
        assert!(files.name.is_empty() || files.name == name, "two migrations have the number {version}");
        files.name = name.to_owned();
        let text = format!("include_str!({:?})", folder.join(&file));
        let place = match engine {
            "" => &mut files.both,
            "sqlite" => &mut files.sqlite,
            "postgres" => &mut files.postgres,
            _ => panic!("migrations/{file} names an unknown engine"),
        };
        *place = Some(text);
    }
    let mut code = "/// The migrations of the application: every file of `migrations/`.\n".to_owned();
    code += "pub const MIGRATIONS: &[Migration] = &[\n";
    for (i, (version, files)) in list.into_iter().enumerate() {
        assert!(version as usize == i + 1, "migrations/ has no V{:04}", i + 1);
        let text = match (files.both, files.sqlite, files.postgres) {
            (Some(both), None, None) => format!("Text::Both({both})"),
            (None, Some(sqlite), Some(postgres)) => {
                format!("Text::Each {{ sqlite: {sqlite}, postgres: {postgres} }}")
            }
            _ => panic!("migration {version} needs one text for both engines or one for each"),
        };
        let name = files.name;
        writeln!(code, "    Migration {{ version: {version}, name: {name:?}, text: {text} }},")
            .expect("a String");
    }
    code += "];\n";
    let out = std::env::var("OUT_DIR").expect("cargo sets it");
    std::fs::write(Path::new(&out).join("migrations.rs"), code).expect("OUT_DIR is writable");
}
