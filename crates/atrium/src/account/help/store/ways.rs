//! What someone signs in with, the links we sent them and the merge that can still be undone: in one statement, so that a
//! person's page stays cheap.

use super::IS_INVITED;
use crate::access::PeopleScope;
use crate::shared::id::{PasskeyId, PersonId};
use crate::upstreams;
use db::{Db, params};
use jiff::Timestamp;
use uuid::Uuid;

/// The most links shown.
const MAX_LINKS: usize = 10;

#[derive(Default)]
pub(crate) struct AccountWays {
    /// Oldest first.
    pub passkeys: Vec<KnownPasskey>,
    pub identities: Vec<KnownIdentity>,
    /// Newest first.
    pub links: Vec<SentLink>,
    /// The newest that can still be undone.
    pub merged: Option<MergedAccount>,
    /// Whether there's an invitation they can still accept.
    pub is_invited: bool,
}

pub(crate) struct KnownPasskey {
    pub id: PasskeyId,
    pub name: String,
    pub created_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
}

/// An identity at another provider.
pub(crate) struct KnownIdentity {
    pub id: String,
    /// None if it can no longer be used here.
    pub name: Option<String>,
    pub issuer: String,
    pub linked_at: Timestamp,
}

/// A link we sent, to open the account or to tell of a change.
pub(crate) struct SentLink {
    pub kind: String,
    pub sent_to: String,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    pub used_at: Option<Timestamp>,
}

/// An account that became part of this one.
pub(crate) struct MergedAccount {
    /// Of the merge.
    pub id: Uuid,
    pub username: String,
    pub merged_at: Timestamp,
    pub undo_until: Timestamp,
}

struct WayRow {
    what: String,
    id: Option<Uuid>,
    name: Option<String>,
    /// An issuer, or an address.
    place: String,
    subject: String,
    at: Timestamp,
    until: Option<Timestamp>,
    used_at: Option<Timestamp>,
}
db::row!(WayRow { what, id, name, place, subject, at, until, used_at });

pub(crate) async fn ways(
    db: &Db,
    scope: &PeopleScope,
    person: PersonId,
    now: Timestamp,
) -> db::Result<AccountWays> {
    let (no_id, never) = ("CAST(NULL AS UUID)", "CAST(NULL AS TIMESTAMPTZ)");
    let sql = format!(
        "SELECT 'passkey', k.id, k.name, '', '', k.created_at, {never}, k.last_used_at
           FROM passkey k WHERE k.person_id = $1 AND k.tenant_id = $3
         UNION ALL
         SELECT 'identity', {no_id}, {}, i.issuer, i.subject, i.linked_at, {never}, {never}
           FROM upstream_identity i WHERE i.person_id = $1 AND i.tenant_id = $3
         UNION ALL
         SELECT * FROM (SELECT 'link', {no_id}, l.kind, l.sent_to, '', l.created_at, l.expires_at, l.used_at
           FROM account_link l WHERE l.person_id = $1 AND l.tenant_id = $3
           ORDER BY l.created_at DESC, l.kind LIMIT {MAX_LINKS}) links
         UNION ALL
         SELECT * FROM (SELECT 'merge', m.id, o.username, '', '', m.merged_at, m.undo_until, {never}
           FROM account_merge m JOIN person o ON o.id = m.other_id
           WHERE m.person_id = $1 AND m.tenant_id = $3 AND m.undone_at IS NULL AND m.undo_until > $2
           ORDER BY m.merged_at DESC, m.id DESC LIMIT 1) merges
         UNION ALL
         SELECT 'invited', {no_id}, NULL, '', '', t.created_at, {never}, {never}
           FROM person p JOIN tenant t ON t.id = p.tenant_id WHERE p.id = $1 AND p.tenant_id = $3 AND {IS_INVITED}",
        upstreams::PROVIDER_OF
    );
    let mut found = AccountWays::default();
    for row in db.all::<WayRow>(sql, params![person, now, scope.tenant()]).await? {
        found.take(row)?;
    }
    found.passkeys.sort_by_key(|passkey| (passkey.created_at, passkey.id.0));
    found.identities.sort_by_key(|identity| (identity.linked_at, identity.id.clone()));
    found.links.sort_by_key(|link| (std::cmp::Reverse(link.created_at), link.kind.clone()));
    Ok(found)
}

impl AccountWays {
    fn take(&mut self, row: WayRow) -> db::Result<()> {
        let unfit = || db::Error::Decode("a way to sign in is not as described".to_owned());
        let WayRow { what, id, name, place, subject, at, until, used_at } = row;
        match what.as_str() {
            "passkey" => self.passkeys.push(KnownPasskey {
                id: PasskeyId(id.ok_or_else(unfit)?),
                name: name.ok_or_else(unfit)?,
                created_at: at,
                last_used_at: used_at,
            }),
            "identity" => self.identities.push(KnownIdentity {
                id: upstreams::identity_id(&place, &subject),
                name,
                issuer: place,
                linked_at: at,
            }),
            "link" => self.links.push(SentLink {
                kind: name.ok_or_else(unfit)?,
                sent_to: place,
                created_at: at,
                expires_at: until.ok_or_else(unfit)?,
                used_at,
            }),
            "merge" => {
                self.merged = Some(MergedAccount {
                    id: id.ok_or_else(unfit)?,
                    username: name.ok_or_else(unfit)?,
                    merged_at: at,
                    undo_until: until.ok_or_else(unfit)?,
                });
            }
            "invited" => self.is_invited = true,
            _ => return Err(unfit()),
        }
        Ok(())
    }
}
