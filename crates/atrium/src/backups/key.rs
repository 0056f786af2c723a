//! The keys of backups: age's X25519 pairs, as `age-keygen` writes them. The public one encrypts, the other one opens.

use age::secrecy::ExposeSecret;
use std::io::BufRead;
use std::path::Path;

pub type BackupRecipient = age::x25519::Recipient;
pub type BackupIdentities = Vec<age::x25519::Identity>;

pub fn recipient(text: &str) -> Result<BackupRecipient, String> {
    if text.trim().starts_with("AGE-SECRET-KEY-") {
        return Err(
            "this is the secret key; --recipient takes the public one, which begins with age1".to_owned()
        );
    }
    text.trim().parse().map_err(|_| format!("{text:?} isn't a public key: one begins with age1"))
}

/// The public key, and the file that opens what is encrypted to it.
pub fn new_pair() -> (String, String) {
    let identity = age::x25519::Identity::generate();
    let public = identity.to_public().to_string();
    let file = format!("# public key: {public}\n{}\n", identity.to_string().expose_secret());
    (public, file)
}

/// Of a file with one secret key per line; others are comments.
pub fn identities(path: &Path) -> Result<BackupIdentities, String> {
    let shown = path.display();
    let cannot = |error: std::io::Error| format!("cannot read {shown}: {error}");
    let mut found = vec![];
    for line in std::io::BufReader::new(std::fs::File::open(path).map_err(cannot)?).lines() {
        let line = line.map_err(cannot)?;
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        // Never quoted: it may be a key with a typing mistake.
        found.push(
            line.parse::<age::x25519::Identity>()
                .map_err(|_| format!("{shown} has a line that isn't a secret key of age"))?,
        );
    }
    if found.is_empty() {
        return Err(format!("{shown} has no secret key: it begins with AGE-SECRET-KEY-"));
    }
    Ok(found)
}
