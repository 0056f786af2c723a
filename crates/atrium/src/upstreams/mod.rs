//! A company's own OpenID providers («upstreams») and the identities there that sign people in. Signing in through
//! them is `federation/`.
//!
//! - An upstream belongs to a tenant, or to one of its companies, and signs in only people of that tenant or company.
//! - It's offered to people who type an address at one of its mail domains. A domain leads to one upstream of the whole
//!   installation. A domain at which people of another tenant have addresses is refused, except at the terminal: the
//!   operator knows whose it is. So is one where anyone can have an address.
//! - A company administrator's mail domains are those at which only people of their companies have addresses.
//! - Company administrators look after their companies' upstreams, administrators after all of the tenant.
//! - Linked identities are shown in account settings and can be removed, except the last way in (`linked.rs`).

mod graphql;
mod linked;
mod rules;
mod store;

pub use graphql::{UpstreamMutation, UpstreamQuery};
pub use linked::{LinkedIdentity, UnlinkedIdentity, linked_to, take_identity, unlink, unlink_since};
pub use store::{
    OfferedUpstream, PROVIDER_OF, Upstream, UpstreamRow, all, find, identity_id, is_for, link, linked,
    offered_to, tenant_called,
};

use crate::access::{AdminScope, Administered, Need, PeopleScope, Write};
use crate::app::App;
use crate::factors::{NeedsProof, ProofPurpose, Proven};
use crate::shared::id::{CompanyId, UpstreamId};
use crate::shared::names;
use crate::shared::outbound::Outbound;
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use crate::shared::seal;
use crate::work::Work;
use db::{Db, Read, Tx};
use rules::UpstreamRefusal;
use secrecy::SecretString;
use serde_json::{Value, json};
use store::DomainPeople;
use uuid::Uuid;

pub const REFUSALS: &[&str] = UpstreamRefusal::CODES;

/// Access: a tenant's upstreams.
pub struct Upstreams;

impl Administered for Upstreams {}

/// What an administrator says about an upstream.
#[derive(Clone, Debug, Default)]
pub struct UpstreamDraft {
    pub name: String,
    /// None: for the whole tenant.
    pub company: Option<CompanyId>,
    pub issuer: String,
    pub client_id: String,
    /// In a change, none stays as it was; blank is none, for a public client.
    pub secret: Option<String>,
    pub mail_domains: Vec<String>,
}

/// Where only this upstream sends people back to.
pub fn redirect_uri(public_url: &str, upstream: Uuid) -> String {
    format!("{public_url}/login/upstream/{upstream}/callback")
}

/// Where people return to after signing out there.
pub fn post_logout_redirect_uri(public_url: &str) -> String {
    format!("{public_url}/login/signed-out")
}

/// An issuer we may call, by the same rules as everything else.
pub fn check_issuer(app: &App, issuer: &str) -> Result<String, Problem> {
    let outbound = Outbound::new(&app.settings.outbound_allowed_hosts).map_err(Problem::Unavailable)?;
    rules::issuer(issuer, |url| outbound.allows(url))
}

pub async fn list(
    db: &Db,
    scope: &AdminScope<Upstreams, impl Need>,
    search: &str,
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page<UpstreamRow>, Problem> {
    names::check_search(search)?;
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::list(db, scope, search, &ask).await?;
    Ok(cursors.page(&ask, rows, UpstreamRow::sort_keys))
}

/// The companies the administrator looks after, by name.
pub async fn companies(
    db: &Db,
    scope: &AdminScope<Upstreams, impl Need>,
) -> Result<Vec<(CompanyId, String)>, Problem> {
    Ok(store::companies(db, scope).await?)
}

/// A draft that passed the checks.
pub struct CheckedUpstream {
    name: String,
    company: Option<CompanyId>,
    issuer: String,
    client_id: String,
    secret: Option<String>,
    domains: Vec<String>,
}

impl CheckedUpstream {
    /// What a proof is bound to. Of the secret only a hash.
    fn bound_to(&self) -> Value {
        let secret = self.secret.as_deref().map(seal::hash);
        json!([self.name, self.company, self.issuer, self.client_id, secret, self.domains])
    }
}

/// An upstream to add.
pub struct AddedUpstream {
    pub checked: CheckedUpstream,
}

impl NeedsProof for AddedUpstream {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::AddUpstream)
    }

    fn bound_to(&self) -> Value {
        self.checked.bound_to()
    }
}

/// An upstream to change.
pub struct ChangedUpstream {
    pub id: UpstreamId,
    pub version: i64,
    pub checked: CheckedUpstream,
}

impl NeedsProof for ChangedUpstream {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::ChangeUpstream)
    }

    fn bound_to(&self) -> Value {
        json!([self.id, self.checked.bound_to()])
    }
}

/// An upstream to remove.
#[derive(Clone, Copy, Debug)]
pub struct RemovalOfUpstream {
    pub id: UpstreamId,
    pub version: i64,
}

impl NeedsProof for RemovalOfUpstream {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::RemoveUpstream)
    }

    fn bound_to(&self) -> Value {
        json!([self.id])
    }
}

/// Before anyone is asked for a factor.
pub async fn check_version(
    from: impl Read,
    scope: &AdminScope<Upstreams, Write>,
    id: UpstreamId,
    version: i64,
) -> Result<(), Problem> {
    let there = store::one(from, scope, id).await?.ok_or(Problem::NotFound)?;
    if there.version == version { Ok(()) } else { Err(Problem::conflict(there)) }
}

/// Before anyone is asked for a factor. `before`: the upstream to change, with the version that was shown; none for a
/// new one.
pub async fn check(
    app: &App,
    tx: &mut Tx,
    scope: &AdminScope<Upstreams, Write>,
    before: Option<(UpstreamId, i64)>,
    draft: UpstreamDraft,
) -> Result<CheckedUpstream, Problem> {
    if let Some((id, version)) = before {
        check_version(&mut *tx, scope, id, version).await?;
    }
    let id = before.map(|(id, _)| id);
    match draft.company {
        None if !scope.is_whole() => return Err(Problem::Forbidden),
        Some(company) if !store::is_company(tx, scope, company).await? => return Err(Problem::NotFound),
        _ => {}
    }
    let name = rules::text("name", &draft.name)?;
    let issuer = check_issuer(app, &draft.issuer)?;
    let client_id = rules::text("clientId", &draft.client_id)?;
    let secret = rules::secret(draft.secret.as_deref())?;
    let domains = rules::mail_domains(&draft.mail_domains)?;
    if store::is_name_taken(tx, scope, &name, id).await? {
        return Err(UpstreamRefusal::Exists.into());
    }
    if store::is_domain_taken(tx, id, &domains).await? {
        return Err(UpstreamRefusal::DomainTaken.into());
    }
    // The operator knows whose domain it is; an administrator could lead other people astray.
    if scope.viewer().is_some() {
        match store::people_at(tx, scope, id, &domains).await? {
            DomainPeople::Own => {}
            DomainPeople::OtherCompanies => return Err(UpstreamRefusal::DomainShared.into()),
            DomainPeople::OtherTenants => return Err(UpstreamRefusal::DomainTaken.into()),
        }
    }
    Ok(CheckedUpstream { name, company: draft.company, issuer, client_id, secret, domains })
}

/// What someone will type to sign in, by field, must not lead them to an upstream of another tenant. The operator knows whose
/// domain it is.
pub async fn check_domains(
    mut from: impl Read,
    scope: &PeopleScope,
    typed: &[(&'static str, &str)],
) -> Result<(), Problem> {
    if scope.actor().is_none() && !scope.is_machine() {
        return Ok(());
    }
    for &(field, typed) in typed {
        let domain = rules::domain_of(typed);
        if !domain.is_empty() && store::is_domain_elsewhere(&mut from, scope.tenant(), &domain).await? {
            return Err(UpstreamRefusal::DomainElsewhere(field).into());
        }
    }
    Ok(())
}

fn sealed(app: &App, id: UpstreamId, secret: &str) -> Option<Vec<u8>> {
    let seal = || seal::seal(&app.keys.secrets, &app.randomness, "upstream", id.0, secret.as_bytes());
    (!secret.is_empty()).then(seal)
}

async fn keep_domains(
    work: &mut Work,
    scope: &AdminScope<Upstreams, Write>,
    id: UpstreamId,
    domains: &[String],
) -> Result<(), Problem> {
    store::set_domains(work.tx(), scope, id, domains).await.map_err(|error| match error {
        db::Error::Unique(_) => UpstreamRefusal::DomainTaken.into(),
        error => error.into(),
    })
}

async fn one(
    work: &mut Work,
    scope: &AdminScope<Upstreams, Write>,
    id: UpstreamId,
) -> Result<UpstreamRow, Problem> {
    store::one(work.tx(), scope, id).await?.ok_or(Problem::NotFound)
}

pub async fn add(
    app: &App,
    work: &mut Work,
    scope: &AdminScope<Upstreams, Write>,
    added: Proven<AddedUpstream>,
) -> Result<UpstreamRow, Problem> {
    let checked = &added.checked;
    let (id, now) = (UpstreamId(work.new_id()), work.now());
    let secret = checked.secret.as_deref().and_then(|secret| sealed(app, id, secret));
    store::insert(work.tx(), scope, (id, now), checked, secret).await.map_err(|error| match error {
        db::Error::Unique(_) => Problem::from(UpstreamRefusal::Exists),
        error => error.into(),
    })?;
    keep_domains(work, scope, id, &checked.domains).await?;
    let detail = json!({
        "name": checked.name, "issuer": checked.issuer, "clientId": checked.client_id, "companyId": checked.company,
        "mailDomains": checked.domains,
    });
    work.record("upstream.added", "upstream", id.0, detail);
    one(work, scope, id).await
}

/// People linked at another issuer than the new one have to be linked again.
pub async fn change(
    app: &App,
    work: &mut Work,
    scope: &AdminScope<Upstreams, Write>,
    changed: Proven<ChangedUpstream>,
) -> Result<UpstreamRow, Problem> {
    let ChangedUpstream { id, version, checked } = changed.into_change();
    let there = one(work, scope, id).await?;
    if there.version != version {
        return Err(Problem::conflict(there));
    }
    let secret = checked.secret.as_deref().map(|secret| sealed(app, id, secret));
    if !store::update(work.tx(), scope, (id, version), &checked, secret.clone()).await? {
        return Err(Problem::conflict(there));
    }
    keep_domains(work, scope, id, &checked.domains).await?;
    let detail = json!({
        "name": checked.name, "issuer": checked.issuer, "clientId": checked.client_id, "companyId": checked.company,
        "mailDomains": checked.domains, "before": {
            "name": there.name, "issuer": there.issuer, "clientId": there.client_id, "companyId": there.company,
            "mailDomains": there.domains(),
        },
        "isSecretNew": secret.is_some(),
    });
    work.record("upstream.changed", "upstream", id.0, detail);
    one(work, scope, id).await
}

/// From then on no one can sign in with it. The identities stay: an upstream with the same issuer knows them again.
pub async fn remove(
    work: &mut Work,
    scope: &AdminScope<Upstreams, Write>,
    removal: Proven<RemovalOfUpstream>,
) -> Result<(), Problem> {
    let RemovalOfUpstream { id, version } = removal.into_change();
    let there = one(work, scope, id).await?;
    if there.version != version || !store::delete(work.tx(), scope, (id, version)).await? {
        return Err(Problem::conflict(there));
    }
    let detail = json!({ "name": there.name, "issuer": there.issuer, "mailDomains": there.domains() });
    work.record("upstream.removed", "upstream", id.0, detail);
    Ok(())
}

/// The upstream offered to someone who typed this to sign in. Always the same one statement, and no one's account is
/// looked at: the answer is the same whether there is one.
pub async fn offered_at(db: &Db, identifier: &str) -> Result<Option<Uuid>, Problem> {
    Ok(store::at_domain(db, &rules::domain_of(identifier)).await?)
}

/// The secret we identify ourselves with there.
pub fn secret_of(app: &App, upstream: &Upstream) -> Result<Option<SecretString>, Problem> {
    let Some(sealed) = &upstream.secret else { return Ok(None) };
    let plain = seal::open(&app.keys.secrets, "upstream", upstream.id, sealed)?;
    let text = String::from_utf8(plain).map_err(|error| Problem::Internal(error.to_string()))?;
    Ok(Some(text.into()))
}
