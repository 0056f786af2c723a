//! Deposits through the API, as people of the demo world, on both engines.

mod deciding;
mod invariants;
mod numbers;
mod older;
mod payday;
mod saving;
mod shield;

use crate::world::{AtHome, Reply, Standing, World, challenge_of};
use serde_json::{Value, json};

pub const OUTFITTERS: &str = "Cedar Outfitters";
pub const HARBOR: &str = "Harbor Clinic";

/// An account number that must never show up anywhere.
pub const CANARY: &str = "90817263544417";

const FIELDS: &str = "id bankAccountNumber bankRoutingNumber bankAccountType amount amountType bankDesignation bankStatus
    approvalStatus preNote takeHomePay priority edCode { id code startDate endDate edCodeId } holdUntil payableFrom changeRequestId version";

/// Someone with the ids of their own employment.
pub struct Owner<'a> {
    pub home: AtHome<'a>,
    pub at: Standing,
    pub world: &'a World,
}

impl<'a> Owner<'a> {
    pub async fn of(world: &'a World, username: &str, company: &str) -> Owner<'a> {
        let home = AtHome::of(world, username).await;
        let at = home.actor().standing(company).await;
        Owner { home, at, world }
    }

    fn ids(&self, more: Value) -> Value {
        let mut all = json!({ "t": self.at.tenant, "c": self.at.company, "e": self.at.employee });
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        all
    }

    pub async fn list(&mut self) -> Reply {
        let query = format!(
            "query ($t: ID!, $c: ID!, $e: ID!) {{ directDeposits(tenantId: $t, companyId: $c, employeeId: $e) {{
               results {{ {FIELDS} }} maximum processing frozen lastPayrollDate today }} }}"
        );
        let ids = self.ids(json!({}));
        self.home.ask(&query, ids, None).await
    }

    pub async fn accounts(&mut self) -> Vec<Value> {
        self.list().await.data("/directDeposits/results").as_array().unwrap().clone()
    }

    pub async fn save(&mut self, accounts: Value, step_up: Option<&str>) -> Reply {
        let query = format!(
            "mutation ($t: ID!, $c: ID!, $e: ID!, $i: EmployeeDataInput!) {{
               putEmployeeData(tenantId: $t, companyId: $c, employeeId: $e, input: $i) {{
                 needsApproval changeRequestId directDeposit {{ {FIELDS} }} }} }}"
        );
        let variables = self.ids(json!({ "i": { "directDeposit": accounts } }));
        self.home.ask(&query, variables, step_up).await
    }

    pub async fn delete(&mut self, id: &Value, step_up: Option<&str>) -> Reply {
        let query = format!(
            "mutation ($t: ID!, $c: ID!, $e: ID!, $id: ID!) {{
               deleteDirectDeposit(tenantId: $t, companyId: $c, employeeId: $e, directDepositId: $id) {{
                 directDepositId needsApproval changeRequestId directDeposit {{ {FIELDS} }} }} }}"
        );
        let variables = self.ids(json!({ "id": id }));
        self.home.ask(&query, variables, step_up).await
    }

    /// Answers a refused call's challenge. The same code from the app can be used again.
    pub async fn prove(&mut self, refused: &Reply) -> String {
        let challenge = challenge_of(refused);
        self.world.change("UPDATE totp SET last_step = 0", vec![]).await;
        self.home.prove(&challenge, 0).await;
        challenge
    }

    pub async fn saved(&mut self, accounts: Value) -> Reply {
        let refused = self.save(accounts.clone(), None).await;
        let challenge = self.prove(&refused).await;
        self.save(accounts, Some(&challenge)).await
    }

    pub async fn deleted(&mut self, id: &Value) -> Reply {
        let refused = self.delete(id, None).await;
        let challenge = self.prove(&refused).await;
        self.delete(id, Some(&challenge)).await
    }
}

/// A well-formed new account.
pub fn account(number: &str) -> Value {
    json!({
        "bankAccountNumber": number, "confirmAccountNumber": number, "bankRoutingNumber": "920100378",
        "bankAccountType": "savings", "amountType": "fixed", "amount": "50.00", "startDate": "2026-11-16",
    })
}

pub fn with(mut account: Value, change: Value) -> Value {
    account.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    account
}

/// Someone who decides.
pub struct Decider<'a> {
    world: &'a World,
    username: String,
    tenant: String,
    company: String,
    person: String,
}

impl<'a> Decider<'a> {
    pub async fn of(world: &'a World, username: &str, at: &Standing) -> Decider<'a> {
        Decider {
            world,
            username: username.to_owned(),
            tenant: at.tenant.clone(),
            company: at.company.clone(),
            person: world.person(username).await.to_string(),
        }
    }

    pub async fn queue(&self) -> Reply {
        let query = "query ($t: ID!, $c: ID!, $m: ID!) {
            listManagerEEChangeRequest(tenantId: $t, companyId: $c, managerId: $m, requestType: \"direct_deposit\", limit: 100) {
              results { id status changeType entityType changeDetail employeeId firstName lastName version
                cautions { code at }
                directDeposit { kind bankDesignation bankAccountNumber before { amount } after { amount amountType startDate } } }
              links { next } } }";
        let ids = json!({ "t": self.tenant, "c": self.company, "m": self.person });
        self.world.acting(&self.username).await.ask(query, ids).await
    }

    pub async fn waiting(&self) -> Vec<String> {
        let reply = self.queue().await;
        let rows = reply.data("/listManagerEEChangeRequest/results").as_array().unwrap().clone();
        rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
    }

    pub async fn get(&self, id: &Value) -> Reply {
        let query = "query ($t: ID!, $c: ID!, $m: ID!, $id: ID!) {
            getChangeRequest(tenantId: $t, companyId: $c, managerId: $m, changeRequestId: $id) {
              id status note decidedByName version cautions { code at } directDeposit { bankAccountNumber } } }";
        let ids = json!({ "t": self.tenant, "c": self.company, "m": self.person, "id": id });
        self.world.acting(&self.username).await.ask(query, ids).await
    }

    pub async fn decide(&self, id: &Value, action: &str, input: Value) -> Reply {
        let query = "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!, $a: ChangeRequestAction!, $i: ChangeRequestDecisionInput) {
            putManagerEmployeeChangeRequest(tenantId: $t, companyId: $c, managerId: $m, changeRequestId: $id, action: $a, input: $i) {
              id status note decidedByName version } }";
        let ids = json!({
            "t": self.tenant, "c": self.company, "m": self.person, "id": id, "a": action, "i": input,
        });
        self.world.acting(&self.username).await.ask_proving(query, ids).await
    }
}

/// What owners were sent, without the deciders' notices.
pub async fn sent_to_owners(world: &World) -> Vec<atrium::shared::collected::Delivered> {
    let mut sent = world.delivered().await;
    sent.retain(|each| !each.text.contains("/manager/disbursements") && !each.text.contains("/admin/home"));
    sent
}

/// The link in mail about a deposit.
pub fn freeze_link(mail: &str) -> String {
    let (_, rest) = mail.split_once("/login/freeze?token=").expect("the notice carries a link");
    rest.split_whitespace().next().unwrap().to_owned()
}

pub async fn freeze(world: &World, token: &str) -> Reply {
    let body = json!({ "token": token }).to_string();
    world.nobody().post("/login/freeze", body, &[("origin", "http://localhost:8080")]).await
}
