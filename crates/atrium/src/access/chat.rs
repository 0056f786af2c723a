//! Access to a chat socket by ticket. Anyone who has it acts as the person it was issued to, once, for half a minute.

use super::store;
use crate::shared::id::PersonId;
use crate::shared::problem::Problem;
use crate::shared::seal;
use db::Db;
use jiff::Timestamp;
use uuid::Uuid;

/// Who opens a socket, and the session it ends with.
#[derive(Clone, Debug)]
pub struct SocketHolder {
    pub person: PersonId,
    pub session: Uuid,
    pub client_id: String,
}

/// A ticket that was used, has expired or never existed opens nothing.
pub async fn chat_socket(db: &Db, ticket: &str, now: Timestamp) -> Result<SocketHolder, Problem> {
    let mut tx = db.begin_write().await?;
    let found = store::take_chat_ticket(&mut tx, &seal::hash(ticket)).await?;
    tx.commit().await?;
    let (person, session, client_id, expires_at) = found.ok_or(Problem::Unauthenticated)?;
    if expires_at <= now {
        return Err(Problem::Unauthenticated);
    }
    Ok(SocketHolder { person, session, client_id })
}
