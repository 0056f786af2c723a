//! Handovers as people of the demo world, on both engines: what is approved reaches payroll, and nothing gets lost on the
//! way there and back.

mod batches;
mod circle;
mod machines;
mod meeting;
mod rights;
mod time;

use crate::deposits::{Decider, OUTFITTERS, Owner, account};
use crate::world::{Actor, Reply, Standing, World, app_code, challenge_of};
use atrium::access::{self, OperatorScope};
use atrium::all_features::IMPORT_KINDS;
use atrium::import::{Effect, File, RunOptions, Told};
use serde_json::{Value, json};

const PREVIEW: &str = "query ($t: ID!, $c: ID!) { handoverPreview(tenantId: $t, companyId: $c) {
    employees onHold totals { kind action changes amount routingSum } } }";
const LIST: &str = "query ($t: ID!, $c: ID!) { listHandovers(tenantId: $t, companyId: $c) {
    results { id number creatorName changes open taken rejected conflicts kinds } links { next } } }";
const CHANGES: &str = "query ($t: ID!, $c: ID!, $s: PayrollState, $n: Boolean) {
    listPayrollChanges(tenantId: $t, companyId: $c, state: $s, notTaken: $n, limit: 100) { results {
      id employeeCode firstName kind action account values { field before after payroll } approverName state batchNumber
      seenAt reason } } }";
const CREATE: &str = "mutation ($t: ID!, $c: ID!) { createHandover(tenantId: $t, companyId: $c) {
    id number changes open kinds } }";
const ACKNOWLEDGE: &str =
    "mutation ($t: ID!, $h: ID!) { acknowledgeHandover(tenantId: $t, handoverId: $h) { settled left } }";
const TAKE: &str = "mutation ($t: ID!, $c: ID!, $i: ID!) {
    acknowledgePayrollChange(tenantId: $t, companyId: $c, changeId: $i) { state } }";
const REJECT: &str = "mutation ($t: ID!, $c: ID!, $i: ID!, $r: String!) {
    rejectPayrollChange(tenantId: $t, companyId: $c, changeId: $i, reason: $r) { state reason } }";
const RESOLVE: &str = "mutation ($t: ID!, $c: ID!, $i: ID!, $w: ConflictWinner!) {
    resolvePayrollChange(tenantId: $t, companyId: $c, changeId: $i, winner: $w) { state } }";

/// Dana, who does payroll in Cedar Outfitters.
struct Payroll<'a> {
    world: &'a World,
    actor: Actor<'a>,
    at: Standing,
}

impl<'a> Payroll<'a> {
    async fn of(world: &'a World) -> Payroll<'a> {
        forget(world).await;
        world.hold("dana", "Payroll", Some(OUTFITTERS), (None, None)).await;
        let actor = world.acting("dana").await;
        let at = actor.standing(OUTFITTERS).await;
        Payroll { world, actor, at }
    }

    async fn ask(&self, query: &str, more: Value) -> Reply {
        let mut all = json!({ "t": self.at.tenant, "c": self.at.company });
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.actor.ask(query, all).await
    }

    async fn create(&self) -> Value {
        self.ask(CREATE, json!({})).await.data("/createHandover").clone()
    }

    async fn changes(&self) -> Vec<Value> {
        let reply = self.ask(CHANGES, json!({})).await;
        reply.data("/listPayrollChanges/results").as_array().unwrap().clone()
    }

    async fn newest(&self) -> Value {
        self.changes().await.remove(0)
    }

    fn path(batch: &Value, query: &str) -> String {
        format!("/handovers/{}/file?{query}", batch["id"].as_str().unwrap())
    }

    /// A file of a batch, with a fresh factor.
    async fn fetch(&self, batch: &Value, query: &str) -> Reply {
        let path = Self::path(batch, query);
        let refused = self.actor.post(&path, String::new(), &[]).await;
        let challenge = challenge_of(&refused);
        self.world.change("UPDATE totp SET last_step = 0", vec![]).await;
        let proof = json!({ "kind": "totp", "code": app_code(self.world, 0) }).to_string();
        assert_eq!(self.actor.post(&format!("/step-up/{challenge}"), proof, &[]).await.status, 204);
        self.actor.post(&path, String::new(), &[("step-up", &challenge)]).await
    }
}

/// The end of every hold.
async fn a_day_later(world: &World) {
    world.change("UPDATE payroll_change SET ready_at = approved_at", vec![]).await;
    world.change("UPDATE direct_deposit SET hold_until = updated_at", vec![]).await;
}

/// An account that Ana asked for and Marcus approved; the request.
async fn approved(world: &World, ana: &mut Owner<'_>, draft: Value) -> Value {
    let request = ana.saved(json!([draft])).await.data("/putEmployeeData/changeRequestId").clone();
    let marcus = Decider::of(world, "marcus", &ana.at).await;
    assert_eq!(marcus.decide(&request, "approve", json!({})).await.outcome(), "ok");
    request
}

/// What Ana changed in her profile, approved by Marcus.
async fn moved(world: &World, ana: &Owner<'_>, change: Value) -> Value {
    let query = "query ($t: ID!, $c: ID!, $e: ID!) { employeeById(tenantId: $t, companyId: $c, employeeId: $e) { demographics {
        firstName lastName middleName dateOfBirth gender maritalStatus
        physicalAddress { addressLine1 addressLine2 city state zip country } } } }";
    let mut ids = json!({ "t": ana.at.tenant, "c": ana.at.company, "e": ana.at.employee });
    let actor = world.acting("ana").await;
    let mut draft = actor.ask(query, ids.clone()).await.data("/employeeById/demographics").clone();
    for (name, value) in change.as_object().unwrap() {
        let is_name = ["firstName", "lastName"].contains(&name.as_str());
        let part = if is_name { &mut draft } else { &mut draft["physicalAddress"] };
        part[name] = value.clone();
    }
    let submit = "mutation ($t: ID!, $c: ID!, $e: ID!, $i: DemographicsInput!) {
        submitEmployeeDemographics(tenantId: $t, companyId: $c, employeeId: $e, input: $i) { id } }";
    ids["i"] = draft;
    let request = actor.ask_proving(submit, ids).await.data("/submitEmployeeDemographics/id").clone();
    let marcus = Decider::of(world, "marcus", &ana.at).await;
    assert_eq!(marcus.decide(&request, "approve", json!({})).await.outcome(), "ok");
    request
}

/// What was approved in the demo's past waits for payroll, too. Tests begin with nothing waiting.
async fn forget(world: &World) {
    world.change("DELETE FROM payroll_change", vec![]).await;
    world.change("DELETE FROM clock_period", vec![]).await;
}

async fn operator_of(world: &World, tenant: &str) -> OperatorScope {
    let tenant = atrium::upstreams::tenant_called(&world.app.db, tenant).await.unwrap();
    access::operator(tenant.unwrap())
}

async fn cedar(world: &World) -> OperatorScope {
    operator_of(world, "Cedar Group").await
}

/// What an import says of each row; faults are none.
async fn import(world: &World, name: &str, text: &str) -> Vec<(Effect, String)> {
    import_into(world, "Cedar Group", name, text).await
}

async fn import_into(world: &World, tenant: &str, name: &str, text: &str) -> Vec<(Effect, String)> {
    let content = Box::new(std::io::Cursor::new(text.as_bytes().to_vec()));
    let file = File::new(name.to_owned(), content, None);
    let (mut heard, mut faults) = (vec![], vec![]);
    let mut tell = |told: Told<'_>| match told {
        Told::Read(_) => {}
        Told::Row { effect, what, .. } => heard.push((effect, what.to_owned())),
        Told::SetAside { .. } => unreachable!("nothing is set aside here"),
        Told::Fault { fault, .. } => faults.push(fault.says.clone()),
    };
    let options = RunOptions::default();
    let scope = operator_of(world, tenant).await;
    atrium::import::import(&world.app, &scope, &IMPORT_KINDS, vec![file], options, &mut tell).await.unwrap();
    assert_eq!(faults, Vec::<String>::new(), "{text}");
    heard
}

async fn text_of(world: &World, sql: &'static str) -> String {
    world.app.db.one::<(String,)>(sql, vec![]).await.unwrap().0
}

async fn code_of_ana(world: &World) -> String {
    let sql =
        "SELECT e.employee_code FROM employee e JOIN person p ON p.id = e.person_id WHERE p.username = 'ana'";
    text_of(world, sql).await
}
