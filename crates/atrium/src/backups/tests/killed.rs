//! Backups and restores that are killed in the middle.

use super::{Pair, Place, at, backed_up, ends, in_place};
use crate::world::{World, both};
use atrium::backups;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

/// A strong one: `serve` takes no other.
const KEY: &str = "3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=";

both! {
    async fn a_backup_that_is_killed_leaves_nothing_that_looks_like_one(world: World) {
        let pair = Pair::new(world.folder.path());
        let folder = world.folder.path().join("backups");
        std::fs::create_dir(&folder).unwrap();
        let to = folder.join("a.atrium");
        let parts = || -> Vec<PathBuf> {
            std::fs::read_dir(&folder).unwrap().flatten().map(|entry| entry.path()).collect()
        };
        let mut killed = 0;
        while killed < 3 {
            let mut child = at(&world, &["backup", "--to", to.to_str().unwrap(), "--recipient", &pair.public])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            while parts().is_empty() && child.try_wait().unwrap().is_none() {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            tokio::time::sleep(Duration::from_millis(20 * killed)).await;
            child.kill().unwrap();
            child.wait().unwrap();
            if to.exists() {
                // It was faster than we were: then it's whole.
                drop(backups::check(&to, pair.identities(), Some(&world.app.keys.audit)).unwrap());
                std::fs::remove_file(&to).unwrap();
            }
            for part in parts() {
                assert!(part.file_name().unwrap().to_str().unwrap().starts_with(".atrium-backup-"), "{part:?}");
                assert!(backups::check(&part, pair.identities(), None).is_err(), "half a backup passed for a whole one");
                std::fs::remove_file(part).unwrap();
            }
            killed += 1;
        }
        let (code, _, line) = ends(at(&world, &["backup", "--to", to.to_str().unwrap(), "--recipient", &pair.public]));
        assert_eq!(code, 0, "{line}");
    }

    async fn a_restore_that_is_killed_isnt_served_and_can_be_started_over(world: World) {
        let pair = Pair::new(world.folder.path());
        let (path, _) = backed_up(&world, &pair, "a.atrium").await;
        let (from, key) = (path.to_str().unwrap(), pair.file.to_str().unwrap());
        let restore = ["restore", "--from", from, "--identity", key];
        let mut seen = 0;
        let mut place = Place::new(world.engine);
        for wait in [0, 30, 100, 300, 0, 5, 10] {
            let mut child = in_place(&place, &restore).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            let db = place.connect().await;
            while backups::check_finished(&db).await.is_ok() && child.try_wait().unwrap().is_none() {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            tokio::time::sleep(Duration::from_millis(wait)).await;
            child.kill().unwrap();
            child.wait().unwrap();
            let is_unfinished = backups::check_finished(&db).await.is_err();
            db.close().await;
            if !is_unfinished {
                // Done before the kill: a fresh place for the next try.
                assert_eq!(ends(in_place(&place, &["audit", "verify"])).0, 0);
                place = Place::new(world.engine);
                continue;
            }
            seen += 1;
            for arguments in [&["serve"][..], &["migrate"], &["audit", "verify", "--without-heads"], &["tenant", "list"]] {
                let mut command = in_place(&place, arguments);
                command.env("ATRIUM_LISTEN", format!("127.0.0.1:{}", crate::world::free_port()));
                if arguments == ["serve"] {
                    command.env("ATRIUM_MASTER_KEY", KEY);
                }
                let (code, _, line) = ends(command);
                assert!(code == 1 && line.contains("restore that didn't finish"), "{arguments:?} {line}");
            }
        }
        assert!(seen > 0, "no restore was killed in the middle");
        let place = if backups_are_unfinished(&place).await { place } else { Place::new(world.engine) };
        let (code, said, line) = ends(in_place(&place, &restore));
        assert!(code == 0 && said.starts_with("Restored"), "{said}{line}");
        let (code, said, line) = ends(in_place(&place, &["audit", "verify"]));
        assert!(code == 0 && said.contains("intact"), "{said}{line}");
    }
}

async fn backups_are_unfinished(place: &Place) -> bool {
    let db = place.connect().await;
    let is_unfinished = backups::check_finished(&db).await.is_err();
    db.close().await;
    is_unfinished
}
