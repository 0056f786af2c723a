//! Backups that aren't what they were, or are opened by the wrong people: a clear line, and nothing restored.

use super::{Pair, Place, at, backed_up, checked, ends, in_place};
use crate::world::{World, both};
use atrium::backups;
use atrium::shared::keys::Keys;

both! {
    async fn a_damaged_backup_is_refused_wherever_the_damage_is(world: World) {
        let pair = Pair::new(world.folder.path());
        let (path, _) = backed_up(&world, &pair, "a.atrium").await;
        let whole = std::fs::read(&path).unwrap();
        let damaged = world.folder.path().join("damaged");
        let refused = |bytes: &[u8], what: &str| {
            std::fs::write(&damaged, bytes).unwrap();
            let found = backups::check(&damaged, pair.identities(), Some(&world.app.keys.audit));
            assert!(found.is_err(), "{what} wasn't noticed");
            found.err().unwrap()
        };
        for part in 0..=16 {
            let length = (whole.len() - 1) * part / 16;
            refused(&whole[..length], &format!("a cut after {length} of {} bytes", whole.len()));
        }
        for part in 0..=16 {
            let at = (whole.len() - 1) * part / 16;
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            refused(&bytes, &format!("a changed byte at {at}"));
        }
        refused(&[&whole[..], b"more"].concat(), "more at the end");
        let line = refused(b"this is no backup", "a file that is none");
        assert!(line.contains("isn't a backup"), "{line}");
        assert!(!line.contains('\n'), "{line}");
        drop(checked(&world, &pair, &path));
    }

    async fn only_its_key_opens_a_backup_and_only_its_installation_restores_it(world: World) {
        let (pair, stranger) = (Pair::new(world.folder.path()), Pair::new(world.folder.path()));
        let (path, _) = backed_up(&world, &pair, "a.atrium").await;
        let found = backups::check(&path, stranger.identities(), None).err().unwrap();
        assert!(found.contains("this key doesn't open the backup"), "{found}");
        let others = Keys::derive(&[9; 32]);
        let found = backups::check(&path, pair.identities(), Some(&others.audit)).err().unwrap();
        assert!(found.contains("another master_key"), "{found}");
        assert!(!backups::check(&path, pair.identities(), None).unwrap().is_seal_checked);
    }

    async fn nothing_is_made_where_a_restore_is_refused(world: World) {
        let (pair, stranger) = (Pair::new(world.folder.path()), Pair::new(world.folder.path()));
        let (path, _) = backed_up(&world, &pair, "a.atrium").await;
        let place = Place::new(world.engine);
        let (from, key) = (path.to_str().unwrap(), stranger.file.to_str().unwrap());
        let (code, _, line) = ends(in_place(&place, &["restore", "--from", from, "--identity", key]));
        assert_eq!(code, 1);
        assert!(line.contains("this key doesn't open the backup") && line.lines().count() == 1, "{line}");
        let there: Vec<_> = std::fs::read_dir(place.data()).unwrap().flatten().map(|entry| entry.file_name()).collect();
        assert_eq!(there, ["demo-key"]);
    }

    async fn the_command_line_makes_keys_backs_up_checks_and_restores(world: World) {
        let folder = world.folder.path();
        let key = folder.join("backup-key");
        let path = folder.join("all.atrium");
        let (key, path) = (key.to_str().unwrap(), path.to_str().unwrap());
        let (code, public, _) = ends(at(&world, &["backup", "keygen", "--to", key]));
        assert!(code == 0 && public.starts_with("age1"), "{public}");
        assert_ne!(ends(at(&world, &["backup", "keygen", "--to", key])).0, 0, "a key is never replaced");
        let (code, said, line) = ends(at(&world, &["--as", "Olga", "backup", "--to", path, "--recipient", public.trim()]));
        assert_eq!(code, 0, "{line}");
        assert!(said.contains("master key") && said.contains("aren't in it"), "{said}");
        let (code, _, line) = ends(at(&world, &["backup", "--to", path, "--recipient", public.trim()]));
        assert!(code == 1 && line.contains("there already"), "{line}");
        let (code, _, line) = ends(at(&world, &["backup", "--to", "x", "--recipient", "age1nonsense"]));
        assert!(code == 2 && line.contains("isn't a public key"), "{line}");
        let place = Place::new(world.engine);
        let (code, said, line) = ends(in_place(&place, &["restore", "--from", path, "--identity", key, "--check"]));
        assert!(code == 0 && said.starts_with("Intact"), "{said}{line}");
        let (code, said, line) = ends(in_place(&place, &["restore", "--from", path, "--identity", key]));
        assert!(code == 0 && said.starts_with("Restored"), "{said}{line}");
        let (code, said, line) = ends(in_place(&place, &["audit", "verify"]));
        assert!(code == 0 && said.contains("intact"), "{said}{line}");
        let (code, _, line) = ends(in_place(&place, &["restore", "--from", path, "--identity", key]));
        assert!(code == 1 && line.contains("isn't empty"), "{line}");
        // Through a pipe, it's the same file.
        let output = at(&world, &["backup", "--to", "-", "--recipient", public.trim()]).output().unwrap();
        let piped = folder.join("piped");
        std::fs::write(&piped, &output.stdout).unwrap();
        let (code, said, line) = ends(in_place(&place, &["restore", "--from", piped.to_str().unwrap(), "--identity", key, "--check"]));
        assert!(code == 0 && said.starts_with("Intact"), "{said}{line}");
    }
}
