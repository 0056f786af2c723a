//! What requests need to know of a running world: tokens, who is where, and values learnt once.

use crate::client::{Connection, Outgoing, Reply};
use crate::operations::{LEARNT, OPERATIONS};
use crate::sign_in::{SignedIn, sign_in};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;

const COMPANY: &str = "Cedar Logistics";
/// Access tokens live for fifteen minutes.
const RENEWED_AFTER: Duration = Duration::from_secs(5 * 60);

pub(crate) struct Ground {
    sessions: BTreeMap<&'static str, SignedIn>,
    standings: BTreeMap<&'static str, Standing>,
    learnt: BTreeMap<&'static str, String>,
    asset: String,
}

struct Standing {
    tenant: String,
    company: String,
    person: String,
    employee: Option<String>,
}

impl Ground {
    pub(crate) async fn survey(connection: &mut Connection, server: SocketAddr) -> Result<Ground, String> {
        let page = connection.send(&Outgoing::get("/")).await?;
        let asset =
            first_asset(&page.text()).ok_or("the web app is not built in: run scripts/build-web first")?;
        let mut ground =
            Ground { sessions: BTreeMap::new(), standings: BTreeMap::new(), learnt: BTreeMap::new(), asset };
        for who in OPERATIONS.iter().filter_map(|operation| operation.who) {
            if !ground.sessions.contains_key(who) {
                ground.meet(connection, server, who).await?;
            }
        }
        for (name, who, query, variables, pointer) in LEARNT {
            let reply = ground.ask(connection, who, query, variables(&ground)).await?;
            ground.learnt.insert(name, text_at(&reply, pointer)?);
        }
        Ok(ground)
    }

    /// Everyone signs in again long before a token expires.
    pub(crate) async fn renew(&mut self, server: SocketAddr) -> Result<(), String> {
        for (who, session) in &mut self.sessions {
            if session.at.elapsed() > RENEWED_AFTER {
                *session = sign_in(&mut Connection::open(server).await?, server, who).await?;
            }
        }
        Ok(())
    }

    async fn meet(
        &mut self,
        connection: &mut Connection,
        server: SocketAddr,
        who: &'static str,
    ) -> Result<(), String> {
        self.sessions.insert(who, sign_in(connection, server, who).await?);
        let query = "{ viewer { personId tenantId companies { companyId companyName employeeId } } }";
        let viewer = self.ask(connection, who, query, json!({})).await?.json()?;
        let viewer = &viewer["data"]["viewer"];
        let companies = viewer["companies"].as_array().into_iter().flatten();
        let mut companies = companies.into_iter().peekable();
        // An administrator belongs to no company.
        let company = match companies.peek() {
            None => Some(&Value::Null),
            Some(_) => companies.find(|company| company["companyName"] == COMPANY),
        };
        let company = company.ok_or_else(|| format!("{who} has nothing to do with {COMPANY}"))?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        self.standings.insert(
            who,
            Standing {
                tenant: text(&viewer["tenantId"]),
                company: text(&company["companyId"]),
                person: text(&viewer["personId"]),
                employee: company["employeeId"].as_str().map(str::to_owned),
            },
        );
        Ok(())
    }

    async fn ask(
        &self,
        connection: &mut Connection,
        who: &str,
        query: &str,
        variables: Value,
    ) -> Result<Reply, String> {
        let body = json!({ "query": query, "variables": variables }).to_string();
        connection.send(&Outgoing::post("/graphql", Some(self.token(who)), body)).await
    }

    pub(crate) fn token(&self, who: &str) -> &str {
        &self.sessions[who].token
    }

    pub(crate) fn cookie(&self, who: &str) -> &str {
        &self.sessions[who].cookie
    }

    pub(crate) fn person(&self, who: &str) -> &str {
        &self.standings[who].person
    }

    /// The variables of a manager's call.
    pub(crate) fn as_manager(&self, who: &str) -> Value {
        let at = &self.standings[who];
        json!({ "tenant": at.tenant, "company": at.company, "manager": at.person })
    }

    /// The variables of an administrator's call.
    pub(crate) fn as_administrator(&self, who: &str) -> Value {
        json!({ "tenant": self.standings[who].tenant })
    }

    /// The variables of an employee's call.
    pub(crate) fn as_employee(&self, who: &str) -> Value {
        let at = &self.standings[who];
        json!({ "tenant": at.tenant, "company": at.company, "employee": at.employee })
    }

    pub(crate) fn learnt(&self, name: &str) -> &str {
        &self.learnt[name]
    }

    /// The path of the page's first script.
    pub(crate) fn asset(&self) -> String {
        self.asset.clone()
    }
}

fn text_at(reply: &Reply, pointer: &str) -> Result<String, String> {
    let found = reply.json()?.pointer(pointer).and_then(Value::as_str).map(str::to_owned);
    found.ok_or_else(|| format!("there is no {pointer} in {}", reply.text()))
}

fn first_asset(page: &str) -> Option<String> {
    let (_, rest) = page.split_once("src=\"/assets/")?;
    Some(format!("/assets/{}", rest.split_once('"')?.0))
}
