//! People who sign in.
//!
//! - A username and a password open a session with the identity provider (`oidc`), which knows nothing about people
//!   itself.
//! - An unknown username and a wrong password get the same answer after the same work, however often they were tried.
//! - An address means the person whose mailbox it is. A username with an @ is its owner's address, and no one else's in
//!   any tenant.
//! - Attempts are counted by account and address, by account, by address and by neighborhood, in 15-minute windows. A
//!   counter that strangers can fill never refuses other people: decision 18.
//! - After many wrong guesses at an account, a password alone opens it only in known browsers; elsewhere it takes a
//!   second factor or a mailed link.
//! - Every sign-in goes in the audit trail, and so does every refused one for a known person.
//! - A new e-mail address counts once its owner follows the link sent there (`new_email/`).
//! - Administrators help people back in (`help/`).
//! - Changing a name, e-mail, phone, password or factor takes a fresh factor. The old address and phone are told, with
//!   a link that undoes it all («this was not me»).

mod demo;
mod graphql;
mod help;
mod http;
mod import;
mod invitation;
mod link_requests;
mod links;
mod links_http;
mod lost_address;
mod merge;
mod new_email;
mod newcomer;
mod people;
mod refusal;
mod replaced;
mod rules;
mod second_factor;
mod security;
mod security_graphql;
mod security_wire;
mod settings;
mod settings_http;
mod sign_in;
mod step_up_http;
mod store;

pub use demo::DEMO;
pub use graphql::AccountQuery;
pub use help::{
    AccountOverview, CorrectedSignIn, HelpMutation, HelpQuery, IS_INVITED, ResetOfSignIn, SignInName,
    SignInReset, SignInState, UndoneMerge, UnlockedAccount, belongs_to, check_within_reach, correct,
    end_sessions, has_rights_in_tenant, invite_newcomers, lock, newcomers, overview, reset_sign_in,
    send_link, set_names, sign_out, undo_merge, unlock,
};
pub use http::{ROUTES, known_browser, routes};
pub use import::SHEETS;
pub use invitation::{accept_invitation, is_invitation, tell_of_accepted_invitation};
pub use link_requests::{BATCH as LINK_BATCH, answer_link_requests};
pub use links::{Invited, invite, invite_called, invite_many};
pub use newcomer::{CheckedAccount, PersonAccount, check_account, open_account};
pub use people::People;
pub use replaced::{MovedAccount, ReplacedContact, note_replaced, tell_replaced};
pub use second_factor::{SecondFactor, ask_for_second_factor};
pub use security_graphql::{SecurityMutation, SecurityQuery};
pub use settings::warn_of_wrong_factors;
pub use step_up_http::{ROUTES as STEP_UP_ROUTES, routes as step_up_routes};

use crate::app::App;
use crate::factors::{Passkeys, password::Passwords};
use crate::identity::{Identity, OWN_CLIENTS};
use crate::shared::clock::Randomness;
use oidc::{Algorithm, Client, ClientAuth, Given, Provider};
use std::sync::Arc;

pub const REFUSALS: &[&str] = refusal::AccountRefusal::CODES;
// For SCIM, which has words of its own for these.
pub const USERNAME_TAKEN_CODE: &str = refusal::AccountRefusal::UsernameTaken.code();
pub const EMAIL_TAKEN_CODE: &str = refusal::AccountRefusal::EmailTaken.code();

/// Created once at startup, with our own two clients.
pub async fn identity(app: &App) -> Result<Identity, String> {
    let url = app.settings.public_url.clone();
    let algorithm_of = |id: &str| match app.settings.rs256_clients.iter().any(|client| client == id) {
        true => Algorithm::Rs256,
        false => app.settings.signing_algorithm,
    };
    let client = |id: &str, bases: &[&str], origins: Vec<String>| Client {
        id: id.to_owned(),
        redirect_uris: bases.iter().map(|base| format!("{base}/callback")).collect(),
        loopback_path: None,
        post_logout_redirect_uris: bases.iter().map(|base| format!("{base}/signedout")).collect(),
        origins,
        id_token_signed_response_alg: algorithm_of(id),
        auth: ClientAuth::Public,
        machine: None,
    };
    let [web, native] = OWN_CLIENTS;
    let clients = vec![
        client(web, &[&url], vec![url.clone()]),
        // An app shell that shows the portal's own pages returns to them; one that opens a browser returns by its own
        // scheme on a phone, and on a computer by a port of its own.
        Client {
            loopback_path: Some("/callback".to_owned()),
            ..client(native, &["com.atrium.app:", &url], vec![])
        },
    ];
    if let Some(unknown) =
        app.settings.rs256_clients.iter().find(|id| !clients.iter().any(|client| client.id == **id))
    {
        return Err(format!("setting rs256_clients: there is no client {unknown:?}"));
    }
    let (clock, randomness) = (app.clock.clone(), Randomness::system());
    let fill = randomness.clone();
    let (ticking, now) = (clock.clone(), Arc::new(move || clock.now()));
    let uptime = Arc::new(move || ticking.uptime());
    let given = Given { now, uptime, fill: Arc::new(move |bytes| fill.fill(bytes)) };
    let people = Arc::new(People(app.clone()));
    let passkeys = Passkeys::new(&url);
    let mut settings = oidc::Settings::new(url, clients);
    settings.algorithm = app.settings.signing_algorithm;
    settings.requests_per_minute = app.settings.provider_requests_per_minute;
    let provider = Provider::new(settings, app.db.clone(), people, given, &app.keys.identity);
    Ok(Identity {
        provider: provider.await.map_err(|error| match error {
            oidc::Error::Sealed => format!("{error} Is master_key the one this database was created with?"),
            error => error.to_string(),
        })?,
        passwords: Passwords::new(&randomness, app.settings.breached_passwords.clone()),
        passkeys,
    })
}
