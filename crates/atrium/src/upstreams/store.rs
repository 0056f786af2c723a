//! The SQL of upstreams. What administrators ask takes a scope; the rest runs before there is a viewer, like the SQL of
//! accounts.

use super::{CheckedUpstream, Upstreams};
use crate::access::{AdminScope, Need, Write};
use crate::shared::id::{CompanyId, PersonId, TenantId, UpstreamId};
use crate::shared::names;
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::seal;
use crate::shared::sort::{Sort, SortKey};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use db::{Db, Read, Tx, Value, params};
use jiff::Timestamp;
use serde::Serialize;
use uuid::Uuid;

#[derive(Clone)]
pub struct Upstream {
    pub id: Uuid,
    pub tenant_id: TenantId,
    pub name: String,
    pub issuer: String,
    pub client_id: String,
    /// Sealed.
    pub secret: Option<Vec<u8>>,
    /// None: for people of the whole tenant.
    pub company_id: Option<CompanyId>,
}
db::row!(Upstream { id, tenant_id, name, issuer, client_id, secret, company_id });

/// An upstream as administrators see it.
#[derive(Clone, Debug)]
pub struct UpstreamRow {
    pub id: UpstreamId,
    pub name: String,
    pub issuer: String,
    pub client_id: String,
    pub has_secret: bool,
    pub company: Option<CompanyId>,
    pub company_name: Option<String>,
    /// Separated by spaces.
    mail_domains: String,
    pub version: i64,
}
db::row!(UpstreamRow {
    id,
    name,
    issuer,
    client_id,
    has_secret,
    company,
    company_name,
    mail_domains,
    version
});

impl UpstreamRow {
    pub fn domains(&self) -> Vec<String> {
        let mut domains: Vec<String> = self.mail_domains.split_whitespace().map(str::to_owned).collect();
        domains.sort();
        domains
    }

    pub(super) fn sort_keys(&self) -> Vec<String> {
        vec![self.name.clone(), self.id.to_string()]
    }
}

const BY_NAME: Sort = Sort::ascending(&[("u.name", SortKey::Text), ("u.id", SortKey::Id)]);

/// What the sign-in page shows.
#[derive(Clone, Debug, Serialize)]
pub struct OfferedUpstream {
    pub id: Uuid,
    pub name: String,
}
db::row!(OfferedUpstream { id, name });

/// A tenant by name or ID, for an operator at a terminal.
pub async fn tenant_called(db: &Db, name: &str) -> db::Result<Option<TenantId>> {
    let id = Uuid::try_parse(name).unwrap_or_default();
    let found: Vec<(TenantId,)> =
        db.all("SELECT id FROM tenant WHERE id = $1 OR name = $2 LIMIT 2", params![id, name]).await?;
    // Two tenants with the same name: the operator has to give the ID.
    Ok(if let [(tenant,)] = found[..] { Some(tenant) } else { None })
}

/// Those at which this person may sign in.
pub async fn offered_to(db: &Db, tenant: TenantId, person: PersonId) -> db::Result<Vec<OfferedUpstream>> {
    let sql = format!(
        "SELECT u.id, u.name FROM upstream u WHERE u.tenant_id = $1 AND {} ORDER BY u.name, u.id",
        belongs("$2")
    );
    db.all(sql, params![tenant, person]).await
}

/// A condition on an upstream `u`: the person is one of its company's, if it is a company's.
fn belongs(person: &str) -> String {
    format!(
        "(u.company_id IS NULL
           OR EXISTS (SELECT 1 FROM employee e WHERE e.person_id = {person} AND e.company_id = u.company_id)
           OR EXISTS (SELECT 1 FROM role_assignment b WHERE b.person_id = {person} AND b.company_id = u.company_id))"
    )
}

pub async fn is_for(tx: &mut Tx, upstream: &Upstream, person: PersonId) -> db::Result<bool> {
    let sql = format!("SELECT 1 FROM upstream u WHERE u.id = $1 AND {}", belongs("$2"));
    Ok(tx.opt::<(i64,)>(sql, params![upstream.id, person]).await?.is_some())
}

/// Whom an address at this mail domain is offered.
pub(super) async fn at_domain(db: &Db, domain: &str) -> db::Result<Option<Uuid>> {
    let found: Option<(Uuid,)> = db
        .opt(
            "SELECT d.upstream_id FROM upstream_domain d JOIN upstream u ON u.id = d.upstream_id
           JOIN tenant t ON t.id = u.tenant_id AND t.removed_at IS NULL WHERE d.domain = $1",
            params![domain],
        )
        .await?;
    Ok(found.map(|(id,)| id))
}

pub async fn all(db: &Db) -> db::Result<Vec<Upstream>> {
    db.all(format!("SELECT {} FROM upstream ORDER BY tenant_id, name", Upstream::COLS), params![]).await
}

pub async fn find(db: &Db, id: Uuid) -> db::Result<Option<Upstream>> {
    db.opt(format!("SELECT {} FROM upstream WHERE id = $1", Upstream::COLS), params![id]).await
}

/// A condition on a company, for administrators who look after only some.
fn within(
    scope: &AdminScope<Upstreams, impl Need>,
    column: &str,
    values: &mut Vec<Value>,
) -> db::Result<String> {
    let Some(companies) = scope.companies() else { return Ok(String::new()) };
    Ok(format!("AND {column} IN {}", db::in_list(values, companies)?))
}

const ROW: &str = "SELECT u.id, u.name, u.issuer, u.client_id, u.secret IS NOT NULL, u.company_id, c.name,
       coalesce((SELECT string_agg(d.domain, ' ') FROM upstream_domain d WHERE d.upstream_id = u.id), ''), u.version
     FROM upstream u LEFT JOIN company c ON c.id = u.company_id WHERE u.tenant_id = $1";

/// By name; each word in the search is in the name, the issuer or a mail domain.
pub(super) async fn list(
    db: &Db,
    scope: &AdminScope<Upstreams, impl Need>,
    search: &str,
    ask: &Ask,
) -> Result<Vec<UpstreamRow>, Problem> {
    let mut values = params![scope.tenant()];
    let within = within(scope, "u.company_id", &mut values)?;
    let mut matches = String::new();
    for pattern in names::loose_patterns(search) {
        values.push(pattern.into());
        let like = format!("LIKE ${} ESCAPE '\\'", values.len());
        matches += &format!(
            " AND (lower(u.name) {like} OR lower(u.issuer) {like} OR EXISTS
                (SELECT 1 FROM upstream_domain d WHERE d.upstream_id = u.id AND d.domain {like}))"
        );
    }
    let page = BY_NAME.page(ask, &mut values)?;
    Ok(db.all(format!("{ROW} {within}{matches} {page}"), values).await?)
}

pub(super) async fn one(
    mut from: impl Read,
    scope: &AdminScope<Upstreams, impl Need>,
    id: UpstreamId,
) -> db::Result<Option<UpstreamRow>> {
    let mut values = params![scope.tenant(), id];
    let within = within(scope, "u.company_id", &mut values)?;
    from.opt(format!("{ROW} AND u.id = $2 {within}"), values).await
}

pub(super) async fn companies(
    db: &Db,
    scope: &AdminScope<Upstreams, impl Need>,
) -> db::Result<Vec<(CompanyId, String)>> {
    let mut values = params![scope.tenant()];
    let within = within(scope, "c.id", &mut values)?;
    let sql = format!(
        "SELECT c.id, c.name FROM company c WHERE c.tenant_id = $1 {within} ORDER BY c.name LIMIT 1000"
    );
    db.all(sql, values).await
}

/// Whether it's one the administrator looks after.
pub(super) async fn is_company(
    tx: &mut Tx,
    scope: &AdminScope<Upstreams, Write>,
    company: CompanyId,
) -> db::Result<bool> {
    if !scope.reaches(company) {
        return Ok(false);
    }
    let sql = "SELECT 1 FROM company WHERE tenant_id = $1 AND id = $2";
    Ok(tx.opt::<(i64,)>(sql, params![scope.tenant(), company]).await?.is_some())
}

pub(super) async fn is_name_taken(
    tx: &mut Tx,
    scope: &AdminScope<Upstreams, Write>,
    name: &str,
    besides: Option<UpstreamId>,
) -> db::Result<bool> {
    let sql = "SELECT 1 FROM upstream WHERE tenant_id = $1 AND lower(name) = lower($2) AND ($3 IS NULL OR id <> $3) LIMIT 1";
    Ok(tx.opt::<(i64,)>(sql, params![scope.tenant(), name, besides]).await?.is_some())
}

/// Whether another upstream has one of them.
pub(super) async fn is_domain_taken(
    tx: &mut Tx,
    besides: Option<UpstreamId>,
    domains: &[String],
) -> db::Result<bool> {
    if domains.is_empty() {
        return Ok(false);
    }
    let mut values = params![besides];
    let list = db::in_list(&mut values, domains.iter().map(String::as_str))?;
    let sql = format!(
        "SELECT 1 FROM upstream_domain WHERE domain IN {list} AND ($1 IS NULL OR upstream_id <> $1) LIMIT 1"
    );
    Ok(tx.opt::<(i64,)>(sql, values).await?.is_some())
}

/// Whether a mail domain leads to an upstream of another tenant.
pub(super) async fn is_domain_elsewhere(
    mut from: impl Read,
    tenant: TenantId,
    domain: &str,
) -> db::Result<bool> {
    let sql = "SELECT 1 FROM upstream_domain WHERE domain = $1 AND tenant_id <> $2";
    Ok(from.opt::<(i64,)>(sql, params![domain, tenant]).await?.is_some())
}

/// Who has addresses at some mail domains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DomainPeople {
    /// No one, or only people the administrator looks after.
    Own,
    /// People of the tenant outside the companies the administrator looks after.
    OtherCompanies,
    OtherTenants,
}

/// Who has addresses at those that aren't this upstream's yet. Looks at everyone: mail domains change rarely.
pub(super) async fn people_at(
    tx: &mut Tx,
    scope: &AdminScope<Upstreams, Write>,
    id: Option<UpstreamId>,
    domains: &[String],
) -> db::Result<DomainPeople> {
    let kept = "SELECT domain FROM upstream_domain WHERE upstream_id = $1";
    let kept: Vec<(String,)> = match id {
        Some(id) => tx.all(kept, params![id]).await?,
        None => vec![],
    };
    let mut values = params![scope.tenant()];
    let mut conditions = vec![];
    for domain in domains.iter().filter(|domain| !kept.iter().any(|(known,)| known == *domain)) {
        values.push(format!("%@{domain}").into());
        let like = format!("LIKE ${}", values.len());
        conditions.push(format!("lower(p.email) {like} OR lower(p.username) {like}"));
    }
    if conditions.is_empty() {
        return Ok(DomainPeople::Own);
    }
    let theirs = match scope.companies() {
        None => "TRUE".to_owned(),
        Some(companies) => {
            let list = db::in_list(&mut values, companies)?;
            format!(
                "(EXISTS (SELECT 1 FROM employee e WHERE e.person_id = p.id AND e.company_id IN {list})
                  OR EXISTS (SELECT 1 FROM role_assignment b WHERE b.person_id = p.id AND b.company_id IN {list}))"
            )
        }
    };
    let sql = format!(
        "SELECT p.tenant_id = $1 FROM person p
         WHERE (p.tenant_id <> $1 OR (p.merged_into IS NULL AND NOT {theirs})) AND ({})
         ORDER BY CASE WHEN p.tenant_id = $1 THEN 1 ELSE 0 END LIMIT 1",
        conditions.join(" OR ")
    );
    Ok(match tx.opt::<(bool,)>(sql, values).await? {
        None => DomainPeople::Own,
        Some((true,)) => DomainPeople::OtherCompanies,
        Some((false,)) => DomainPeople::OtherTenants,
    })
}

pub(super) async fn insert(
    tx: &mut Tx,
    scope: &AdminScope<Upstreams, Write>,
    (id, now): (UpstreamId, Timestamp),
    new: &CheckedUpstream,
    secret: Option<Vec<u8>>,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO upstream (id, tenant_id, name, issuer, client_id, secret, created_at, company_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![
            id,
            scope.tenant(),
            new.name.as_str(),
            new.issuer.as_str(),
            new.client_id.as_str(),
            secret,
            now,
            new.company
        ],
    )
    .await?;
    Ok(())
}

/// False if its version has changed. `secret`: none stays as it was.
pub(super) async fn update(
    tx: &mut Tx,
    scope: &AdminScope<Upstreams, Write>,
    (id, version): (UpstreamId, i64),
    new: &CheckedUpstream,
    secret: Option<Option<Vec<u8>>>,
) -> db::Result<bool> {
    let mut values = params![
        id,
        scope.tenant(),
        version,
        new.name.as_str(),
        new.issuer.as_str(),
        new.client_id.as_str(),
        new.company
    ];
    let mut set = "name = $4, issuer = $5, client_id = $6, company_id = $7, version = version + 1".to_owned();
    if let Some(secret) = secret {
        values.extend(params![secret]);
        set += ", secret = $8";
    }
    let sql = format!("UPDATE upstream SET {set} WHERE id = $1 AND tenant_id = $2 AND version = $3");
    Ok(tx.exec(sql, values).await? == 1)
}

pub(super) async fn set_domains(
    tx: &mut Tx,
    scope: &AdminScope<Upstreams, Write>,
    id: UpstreamId,
    domains: &[String],
) -> db::Result<()> {
    let own = params![id, scope.tenant()];
    tx.exec("DELETE FROM upstream_domain WHERE upstream_id = $1 AND tenant_id = $2", own).await?;
    let rows = domains.iter().map(|domain| params![domain.as_str(), scope.tenant(), id]).collect();
    tx.exec_many("INSERT INTO upstream_domain (domain, tenant_id, upstream_id) VALUES ($1, $2, $3)", rows)
        .await?;
    Ok(())
}

/// False if its version has changed.
pub(super) async fn delete(
    tx: &mut Tx,
    scope: &AdminScope<Upstreams, Write>,
    (id, version): (UpstreamId, i64),
) -> db::Result<bool> {
    let sql = "DELETE FROM upstream WHERE id = $1 AND tenant_id = $2 AND version = $3";
    Ok(tx.exec(sql, params![id, scope.tenant(), version]).await? == 1)
}

/// The person linked to this subject, if the upstream is for them, and whether they may sign in.
pub async fn linked(db: &Db, upstream: &Upstream, subject: &str) -> db::Result<Option<(PersonId, bool)>> {
    let sql = format!(
        "SELECT p.id, p.disabled_at IS NULL FROM upstream_identity i JOIN person p ON p.id = i.person_id
         JOIN upstream u ON u.id = $4
         WHERE i.tenant_id = $1 AND i.issuer = $2 AND i.subject = $3 AND p.tenant_id = $1 AND {}",
        belongs("p.id")
    );
    db.opt(sql, params![upstream.tenant_id, upstream.issuer.as_str(), subject, upstream.id]).await
}

/// An identity at another provider that signs someone in.
pub struct LinkedIdentity {
    pub issuer: String,
    subject: String,
    /// The upstream's name; none if it was removed, and the identity signs no one in.
    pub name: Option<String>,
    pub linked_at: Timestamp,
}
db::row!(LinkedIdentity { issuer, subject, name, linked_at });

impl LinkedIdentity {
    /// Leaves out the subject, which doesn't belong on the wire.
    pub fn id(&self) -> String {
        identity_id(&self.issuer, &self.subject)
    }
}

pub fn identity_id(issuer: &str, subject: &str) -> String {
    URL_SAFE_NO_PAD.encode(seal::hash(&format!("{issuer}\0{subject}")))
}

/// For an identity `i`: what its provider is called.
pub const PROVIDER_OF: &str =
    "(SELECT min(u.name) FROM upstream u WHERE u.tenant_id = i.tenant_id AND u.issuer = i.issuer)";

/// The person's own, oldest first.
pub(super) async fn identities(mut from: impl Read, person: PersonId) -> db::Result<Vec<LinkedIdentity>> {
    let sql = format!(
        "SELECT i.issuer, i.subject, {PROVIDER_OF}, i.linked_at FROM upstream_identity i
         WHERE i.person_id = $1 ORDER BY i.linked_at, i.issuer, i.subject"
    );
    from.all(sql, params![person]).await
}

/// False if it's gone, or someone else's.
pub(super) async fn unlink(tx: &mut Tx, person: PersonId, identity: &LinkedIdentity) -> db::Result<bool> {
    let sql = "DELETE FROM upstream_identity WHERE person_id = $1 AND issuer = $2 AND subject = $3";
    Ok(tx.exec(sql, params![person, identity.issuer.as_str(), identity.subject.as_str()]).await? == 1)
}

/// The issuers of identities linked since then.
pub(super) async fn unlink_since(tx: &mut Tx, person: PersonId, since: Timestamp) -> db::Result<Vec<String>> {
    let sql = "DELETE FROM upstream_identity WHERE person_id = $1 AND linked_at >= $2 RETURNING issuer";
    let gone: Vec<(String,)> = tx.all(sql, params![person, since]).await?;
    Ok(gone.into_iter().map(|(issuer,)| issuer).collect())
}

pub async fn link(
    tx: &mut Tx,
    upstream: &Upstream,
    subject: &str,
    person: PersonId,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO upstream_identity (tenant_id, issuer, subject, person_id, linked_at) VALUES ($1, $2, $3, $4, $5)",
        params![upstream.tenant_id, upstream.issuer.as_str(), subject, person, now],
    )
    .await?;
    Ok(())
}
