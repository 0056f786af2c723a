//! Signing in with a passkey alone, by someone who hasn't said who they are.

use super::proving::refusal;
use super::rules::{self, Bucket};
use super::{Passkeys, give_back, gone, store};
use crate::app::App;
use crate::shared::id::{PersonId, TenantId};
use crate::shared::problem::Problem;
use crate::shared::seal;
use crate::work::{Author, Work, record_refusal};
use serde_json::{Value, json};
use uuid::Uuid;

/// One per client request: asking again replaces it, so it never leaves more rows than starting a sign-in does.
fn ceremony_of(app: &App, request: &str) -> Uuid {
    let sealed = app.keys.factors.seal(&[b"ceremony", request.as_bytes()]);
    let mut random = [0; 16];
    random.copy_from_slice(&sealed[..16]);
    uuid::Builder::from_random_bytes(random).into_uuid()
}

/// Begins a passkey sign-in for someone who hasn't said who they are.
pub async fn begin_passkey_sign_in(
    app: &App,
    passkeys: &Passkeys,
    request: &str,
) -> Result<(Uuid, Value), Problem> {
    let (options, state) = passkeys.begin_discovery()?;
    let id = ceremony_of(app, request);
    let sealed = seal::seal(&app.keys.secrets, &app.randomness, "ceremony", id, &state);
    let mut tx = app.db.begin_write().await?;
    store::write_ceremony(&mut tx, id, &sealed, app.clock.now() + rules::CHALLENGE_LIFE).await?;
    tx.commit().await?;
    Ok((id, options))
}

/// Who answered, if the answer is valid. A passkey that verified its owner is two factors in one. `buckets` have
/// already counted this attempt.
pub async fn finish_passkey_sign_in(
    app: &App,
    passkeys: &Passkeys,
    (request, ceremony): (&str, Uuid),
    answer: &Value,
    (address, buckets): (&str, &[Bucket]),
) -> Result<Option<(PersonId, TenantId)>, Problem> {
    if ceremony != ceremony_of(app, request) {
        return Err(gone());
    }
    let now = app.clock.now();
    let mut tx = app.db.begin_write().await?;
    let state = store::take_ceremony(&mut tx, ceremony, now).await?;
    tx.commit().await?;
    let Some(state) = state else { return Err(gone()) };
    let Some(credential_id) = Passkeys::credential_of(answer) else { return Ok(None) };
    let Some((id, person, tenant, known)) = store::passkey_by_credential(&app.db, &credential_id).await?
    else {
        return Ok(None);
    };
    let state = seal::open(&app.keys.secrets, "ceremony", ceremony, &state)?;
    let author = Author { tenant, person: Some(person), address: address.to_owned() };
    let Some(proved) = passkeys.finish_discovery(&state, answer, &known)? else {
        let detail = json!({ "by": "passkey" });
        record_refusal(app, &app.db, author, refusal("sign_in.refused", person, "WRONG_PASSKEY", detail))
            .await?;
        return Ok(None);
    };
    let mut work = Work::begin(app, &app.db, author).await?;
    store::used_passkey(work.tx(), id, &proved.credential, now).await?;
    give_back(app, work.tx(), buckets).await?;
    work.record("sign_in.done", "person", person.0, json!({ "by": "passkey" }));
    work.commit().await?;
    Ok(Some((person, tenant)))
}
