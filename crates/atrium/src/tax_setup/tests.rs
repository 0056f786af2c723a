//! Tax setup through the API, as people of the demo world, on both engines.

use crate::world::{Actor, Reply, Standing, World, both};
use serde_json::{Value, json};

const FIGURES: &str = "maritalStatus numberOfDependents numberOfExemptions exemptionAmount";
const FORM: &str = "form { version signedName inForceAt changeRequestId }";
const ADDITIONAL: &str = "additionalTax { additionalType additionalAmount }";

struct Taxpayer<'a> {
    actor: Actor<'a>,
    at: Standing,
    name: &'static str,
}

impl<'a> Taxpayer<'a> {
    async fn of(world: &'a World, username: &str, company: &str, name: &'static str) -> Taxpayer<'a> {
        let actor = world.acting(username).await;
        let at = actor.standing(company).await;
        Taxpayer { actor, at, name }
    }

    async fn ana(world: &'a World) -> Taxpayer<'a> {
        Taxpayer::of(world, "ana", "Cedar Outfitters", "Ana Morales").await
    }

    async fn hugo(world: &'a World) -> Taxpayer<'a> {
        Taxpayer::of(world, "hugo", "Harbor Clinic", "Hugo Becker").await
    }

    fn ids(&self, more: Value) -> Value {
        let mut all = json!({ "t": self.at.tenant, "c": self.at.company, "e": self.at.employee });
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        all
    }

    async fn forms(&self) -> Value {
        let query = format!(
            "query ($t: ID!, $c: ID!, $e: ID!) {{ employeeTaxSetup(tenantId: $t, companyId: $c, employeeId: $e) {{
               federalTaxSetup {{ {FIGURES} otherAmount {ADDITIONAL} multipleJobs w4TotalDependents w4OtherIncome
                 w4Deductions {FORM} }}
               stateTaxSetup {{ taxSetupRequired state stateName {FIGURES} {ADDITIONAL} {FORM} }}
               localTaxSetup {{ locality {FIGURES} {FORM} }}
               history {{ level state locality version status signedName inForceAt figures {{ {FIGURES} }} }}
               signerName declaration needsApproval }} }}"
        );
        self.actor.ask(&query, self.ids(json!({}))).await.data("/employeeTaxSetup").clone()
    }

    async fn send(&self, input: Value) -> Reply {
        let query = format!(
            "mutation ($t: ID!, $c: ID!, $e: ID!, $i: EmployeeDataInput!) {{
               putEmployeeData(tenantId: $t, companyId: $c, employeeId: $e, input: $i) {{
                 changeRequestId needsApproval directDeposit {{ id }}
                 taxSetup {{ federalTaxSetup {{ maritalStatus {FORM} }} }} }} }}"
        );
        self.actor.ask(&query, self.ids(json!({ "i": input }))).await
    }

    fn signature(&self) -> Value {
        json!({ "name": self.name, "declaration": "2026-01" })
    }

    async fn sign(&self, mut input: Value) -> Reply {
        input["signature"] = self.signature();
        self.send(input).await
    }
}

fn federal(change: Value) -> Value {
    let mut form = json!({ "maritalStatus": "HH" });
    form.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    json!({ "federalTaxSetup": form })
}

async fn decide(world: &World, of: &Taxpayer<'_>, request: &Value, action: &str) -> Reply {
    let query = "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!, $a: ChangeRequestAction!) {
        putManagerEmployeeChangeRequest(tenantId: $t, companyId: $c, managerId: $m, changeRequestId: $id, action: $a) { status } }";
    let ids = json!({ "t": of.at.tenant, "c": of.at.company, "m": world.person("marcus").await.to_string(),
        "id": request, "a": action });
    world.acting("marcus").await.ask(query, ids).await
}

both! {
    async fn a_signed_form_is_normalised_counts_at_once_where_nobody_approves_and_is_told(world: World) {
        let hugo = Taxpayer::hugo(&world).await;
        let before = hugo.forms().await;
        assert_eq!(before["needsApproval"], false);
        world.delivered().await;
        let input = federal(json!({
            "version": before["federalTaxSetup"]["form"]["version"], "numberOfDependents": 1.2, "numberOfExemptions": "",
            "exemptionAmount": "$1,250.50", "multipleJobs": true, "w4TotalDependents": "2000", "w4OtherIncome": 400,
            "additionalTax": { "additionalType": "percentage", "additionalAmount": "100" },
        }));
        let reply = hugo.sign(input).await;
        assert_eq!(reply.data("/putEmployeeData/needsApproval"), false);
        let after = hugo.forms().await;
        let form = &after["federalTaxSetup"];
        assert_eq!((&form["maritalStatus"], &form["numberOfDependents"], &form["numberOfExemptions"]), (&json!("HH"), &json!(2), &json!(0)));
        assert_eq!((&form["exemptionAmount"], &form["otherAmount"], &form["w4Deductions"]), (&json!("1250.50"), &json!("0.00"), &json!("0.00")));
        assert_eq!((&form["w4TotalDependents"], &form["w4OtherIncome"], &form["multipleJobs"]), (&json!("2000.00"), &json!("400.00"), &json!(true)));
        assert_eq!(form["additionalTax"], json!({ "additionalType": "percentage", "additionalAmount": "100.00" }));
        assert_eq!((&form["form"]["signedName"], &form["form"]["changeRequestId"]), (&json!("Hugo Becker"), &Value::Null));
        let history = after["history"].as_array().unwrap();
        assert_eq!(history.len(), before["history"].as_array().unwrap().len() + 1, "the old form stays");
        assert_eq!((&history[0]["level"], &history[0]["status"]), (&json!("federal"), &json!("Approved")));
        assert_eq!(history[0]["version"].as_i64(), before["federalTaxSetup"]["form"]["version"].as_i64().map(|version| version + 1));
        let told = world.delivered().await;
        assert_eq!(told.len(), 1);
        assert!(told[0].text.contains("A tax form was signed in your name"), "{}", told[0].text);
    }

    async fn what_needs_approval_waits_blocks_the_same_form_and_counts_once_approved(world: World) {
        let ana = Taxpayer::ana(&world).await;
        let before = ana.forms().await;
        let mut input = federal(json!({ "w4Deductions": "300" }));
        input["signature"] = ana.signature();
        let reply = ana.send(input.clone()).await;
        assert_eq!(reply.data("/putEmployeeData/needsApproval"), true);
        let request = reply.data("/putEmployeeData/changeRequestId").clone();
        let waiting = ana.forms().await;
        assert_eq!(waiting["federalTaxSetup"]["maritalStatus"], before["federalTaxSetup"]["maritalStatus"]);
        assert_eq!(waiting["federalTaxSetup"]["form"]["changeRequestId"], request);

        let rows = world.rows().await;
        let refused = ana.send(input).await;
        assert_eq!(refused.outcome(), "OUTSTANDING_TAX_REQUEST");
        assert!(refused.text.contains("You cannot edit this form because you have another outstanding request"));
        assert_eq!(world.rows().await, rows);

        let query = "query ($t: ID!, $c: ID!, $m: ID!) { listManagerEEChangeRequest(tenantId: $t, companyId: $c, managerId: $m,
            requestType: \"ee_info\", limit: 100) { results { id entityType changeType changeDetail
              federalTaxSetup { before { maritalStatus w4Deductions } after { maritalStatus w4Deductions } }
              stateTaxSetup { state } localTaxSetup { locality } directDeposit { id } } } }";
        let ids = json!({ "t": ana.at.tenant, "c": ana.at.company, "m": world.person("marcus").await.to_string() });
        let queue = world.acting("marcus").await.ask(query, ids).await;
        let queue = queue.data("/listManagerEEChangeRequest/results").as_array().unwrap().clone();
        let row = queue.iter().find(|row| row["id"] == request).expect("Marcus is asked");
        assert_eq!((&row["entityType"], &row["changeType"], &row["changeDetail"]), (&json!("taxSetup"), &json!("ee-info"), &json!("federal tax setup")));
        assert_eq!(row["federalTaxSetup"]["after"], json!({ "maritalStatus": "HH", "w4Deductions": "300.00" }));
        assert_eq!(row["federalTaxSetup"]["before"]["w4Deductions"], "0.00");
        assert_eq!((&row["stateTaxSetup"], &row["localTaxSetup"], &row["directDeposit"]), (&Value::Null, &Value::Null, &Value::Null));

        decide(&world, &ana, &request, "approve").await.data("/putManagerEmployeeChangeRequest/status");
        let after = ana.forms().await;
        assert_eq!((&after["federalTaxSetup"]["maritalStatus"], &after["federalTaxSetup"]["w4Deductions"]), (&json!("HH"), &json!("300.00")));
        assert_eq!(after["federalTaxSetup"]["form"]["changeRequestId"], Value::Null);
    }

    async fn a_change_request_may_be_about_tax_forms_and_is_like_signing_them(world: World) {
        let ana = Taxpayer::ana(&world).await;
        let query = "mutation ($t: ID!, $c: ID!, $e: ID!, $i: EmployeeChangeInput!) {
            submitChangeRequest(tenantId: $t, companyId: $c, employeeId: $e, input: $i) { id status entityType changeType
              changeDetail changedFields { field } federalTaxSetup { after { maritalStatus w4Deductions } } } }";
        let submit = async |input: Value| ana.actor.ask(query, ana.ids(json!({ "i": input }))).await;
        let rows = world.rows().await;
        assert_eq!(submit(federal(json!({}))).await.outcome(), "SIGNATURE_REQUIRED");
        let mut two = federal(json!({}));
        two["dependents"] = json!([]);
        assert_eq!(submit(two).await.outcome(), "ONE_PART");
        assert_eq!(submit(json!({ "signature": ana.signature() })).await.outcome(), "ONE_PART");
        assert_eq!(world.rows().await, rows);

        let mut input = federal(json!({ "w4Deductions": "300" }));
        input["signature"] = ana.signature();
        let reply = submit(input).await;
        let asked = reply.data("/submitChangeRequest");
        assert_eq!((&asked["status"], &asked["entityType"], &asked["changeType"]), (&json!("Pending"), &json!("taxSetup"), &json!("ee-info")));
        assert_eq!((&asked["changeDetail"], &asked["changedFields"]), (&json!("federal tax setup"), &Value::Null));
        assert_eq!(asked["federalTaxSetup"]["after"], json!({ "maritalStatus": "HH", "w4Deductions": "300.00" }));
        decide(&world, &ana, &asked["id"], "approve").await.data("/putManagerEmployeeChangeRequest/status");
        assert_eq!(ana.forms().await["federalTaxSetup"]["w4Deductions"], "300.00");
    }

    async fn whoever_may_change_their_profile_alone_cannot_submit_tax_forms(world: World) {
        let ana = Taxpayer::ana(&world).await;
        world.change("UPDATE role SET permissions = 'employee employee:profile.write employee:taxes' WHERE name = 'Employee'", vec![]).await;
        let rows = world.rows().await;
        let query = "mutation ($t: ID!, $c: ID!, $e: ID!, $i: EmployeeChangeInput!) {
            submitChangeRequest(tenantId: $t, companyId: $c, employeeId: $e, input: $i) { id } }";
        let mut input = federal(json!({ "w4Deductions": "300" }));
        input["signature"] = ana.signature();
        assert_eq!(ana.actor.ask(query, ana.ids(json!({ "i": input }))).await.outcome(), "FORBIDDEN");
        assert_eq!(world.rows().await, rows);
    }

    async fn a_denied_form_changes_nothing_and_stays_in_the_history(world: World) {
        let ana = Taxpayer::ana(&world).await;
        let before = ana.forms().await;
        let request = ana.sign(federal(json!({ "w4Deductions": "300" }))).await.data("/putEmployeeData/changeRequestId").clone();
        decide(&world, &ana, &request, "deny").await.data("/putManagerEmployeeChangeRequest/status");
        let after = ana.forms().await;
        assert_eq!(after["federalTaxSetup"], before["federalTaxSetup"]);
        assert_eq!(after["history"][0]["status"], "Denied");
        // And a new one can be signed.
        ana.sign(federal(json!({}))).await.data("/putEmployeeData/changeRequestId");
    }

    async fn several_forms_are_one_change_and_a_local_one_is_where_a_local_tax_is(world: World) {
        let ana = Taxpayer::ana(&world).await;
        let forms = ana.forms().await;
        assert_eq!((&forms["stateTaxSetup"][0]["state"], &forms["stateTaxSetup"][0]["taxSetupRequired"]), (&json!("OR"), &json!(true)));
        assert_eq!(forms["localTaxSetup"]["locality"], "Multnomah County");
        assert_eq!(forms["localTaxSetup"]["form"]["version"], 0);
        let input = json!({
            "federalTaxSetup": { "maritalStatus": "HH" },
            "stateTaxSetup": [{ "state": "OR", "maritalStatus": "MH", "additionalTax": { "additionalType": "amount", "additionalAmount": "15" } }],
            "localTaxSetup": { "maritalStatus": "S", "numberOfExemptions": "1" },
        });
        let request = ana.sign(input).await.data("/putEmployeeData/changeRequestId").clone();
        decide(&world, &ana, &request, "approve").await.data("/putManagerEmployeeChangeRequest/status");
        let forms = ana.forms().await;
        assert_eq!(forms["stateTaxSetup"][0]["maritalStatus"], "MH");
        assert_eq!(forms["stateTaxSetup"][0]["additionalTax"]["additionalAmount"], "15.00");
        assert_eq!(forms["localTaxSetup"]["numberOfExemptions"], 1);
        let sql = "SELECT count(*) FROM audit_event WHERE action = 'tax_setup.sign' AND subject_id = $1";
        let id: uuid::Uuid = request.as_str().unwrap().parse().unwrap();
        assert_eq!(world.app.db.one::<(i64,)>(sql, db::params![id]).await.unwrap().0, 1);
    }

    async fn what_breaks_a_rule_is_refused_and_nothing_changes(world: World) {
        let ana = Taxpayer::ana(&world).await;
        let signed = |mut input: Value| { input["signature"] = ana.signature(); input };
        let other_name = |name: &str, declaration: &str| {
            let mut input = federal(json!({}));
            input["signature"] = json!({ "name": name, "declaration": declaration });
            input
        };
        let rows = world.rows().await;
        for (input, code, field) in [
            (federal(json!({})), "SIGNATURE_REQUIRED", "signature"),
            (other_name("Marcus Webb", "2026-01"), "SIGNATURE_NAME_DIFFERS", "signature"),
            (other_name("Ana Morales", "1987-01"), "DECLARATION_CHANGED", "signature"),
            (signed(federal(json!({ "maritalStatus": "" }))), "FIELDS_REQUIRED", "maritalStatus"),
            (signed(federal(json!({ "maritalStatus": "M" }))), "UNKNOWN_MARITAL_STATUS", "maritalStatus"),
            (signed(federal(json!({ "numberOfDependents": 100 }))), "TAX_FIGURE_OUT_OF_RANGE", "numberOfDependents"),
            (signed(federal(json!({ "w4Deductions": "-1" }))), "TAX_FIGURE_OUT_OF_RANGE", "w4Deductions"),
            (signed(federal(json!({ "additionalTax": { "additionalType": "percentage", "additionalAmount": "100.01" } }))), "ADDITIONAL_TAX_OVER_100", "additionalAmount"),
            (signed(json!({ "stateTaxSetup": [{ "state": "CA", "maritalStatus": "S" }] })), "STATE_NOT_OFFERED", "state"),
            (signed(json!({ "stateTaxSetup": [{ "state": "WA" }] })), "NO_STATE_TAX", "state"),
        ] {
            let reply = ana.send(input.clone()).await;
            assert_eq!(reply.outcome(), code, "{input}");
            assert_eq!(reply.body["errors"][0]["extensions"]["field"], field, "{input}");
        }
        for figure in [json!("abc"), json!("1e400"), json!([1])] {
            let reply = ana.send(signed(federal(json!({ "numberOfDependents": figure })))).await;
            assert_eq!((reply.outcome(), reply.field()), ("INVALID_NUMBER", Some("numberOfDependents")), "{figure}");
        }
        let twice = signed(json!({ "stateTaxSetup": [{ "state": "OR", "maritalStatus": "S" }, { "state": "OR", "maritalStatus": "M" }] }));
        assert_eq!(ana.send(twice).await.outcome(), "FORM_TWICE");
        let both = signed(json!({ "federalTaxSetup": { "maritalStatus": "S" }, "directDeposit": [] }));
        assert_eq!(ana.send(both).await.outcome(), "ONE_PART");
        assert_eq!(world.rows().await, rows);
        let hugo = Taxpayer::hugo(&world).await;
        let local = json!({ "localTaxSetup": { "maritalStatus": "S" } });
        assert_eq!(hugo.sign(local).await.outcome(), "NO_LOCAL_TAX");
    }

    async fn a_form_filled_in_from_an_old_version_is_a_conflict_that_shows_the_current_one(world: World) {
        let hugo = Taxpayer::hugo(&world).await;
        let version = hugo.forms().await["federalTaxSetup"]["form"]["version"].clone();
        hugo.sign(federal(json!({ "version": version, "w4Deductions": "50" }))).await.data("/putEmployeeData/changeRequestId");
        let late = hugo.sign(federal(json!({ "version": version, "w4Deductions": "70" }))).await;
        assert_eq!(late.outcome(), "CONFLICT");
        let current = &late.body["errors"][0]["extensions"]["current"]["figures"];
        assert_eq!(current["w4Deductions"], "50.00");
        assert_eq!(current["additionalTax"], json!({ "additionalType": "", "additionalAmount": "0.00" }), "as the form has it");
        assert!(current["numberOfDependents"].is_i64() && current["maritalStatus"].is_string(), "{current}");
        let same = hugo.sign(federal(json!({ "w4Deductions": "50" }))).await;
        assert_eq!(same.outcome(), "NOTHING_CHANGED");
    }

    async fn of_two_who_sign_the_same_form_at_once_one_succeeds(world: World) {
        let hugo = Taxpayer::hugo(&world).await;
        let version = hugo.forms().await["federalTaxSetup"]["form"]["version"].clone();
        let attempts = ["10", "20", "30", "40"].map(|amount| hugo.sign(federal(json!({ "version": version, "w4Deductions": amount }))));
        let replies = futures_util::future::join_all(attempts).await;
        let outcomes: Vec<&str> = replies.iter().map(Reply::outcome).collect();
        assert_eq!(outcomes.iter().filter(|outcome| **outcome == "ok").count(), 1, "{outcomes:?}");
        assert_eq!(outcomes.iter().filter(|outcome| **outcome == "CONFLICT").count(), 3, "{outcomes:?}");
    }

    async fn marital_statuses_are_those_of_the_federal_form_or_of_a_state_in_the_readers_language(world: World) {
        let ana = Taxpayer::ana(&world).await;
        let query = "query ($t: ID!, $c: ID!, $e: ID!, $type: String!, $state: String, $language: String) {
            complianceMaritalStatuses(tenantId: $t, companyId: $c, employeeId: $e, statusType: $type, state: $state, language: $language) {
              id code description statusType state } }";
        let federal = ana.actor.ask(query, ana.ids(json!({ "type": "federal" }))).await;
        assert_eq!(federal.data("/complianceMaritalStatuses/1"), &json!({
            "id": "federal-MJ", "code": "MJ", "description": "Married filing jointly", "statusType": "federal", "state": null }));
        let oregon = ana.actor.ask(query, ana.ids(json!({ "type": "state", "state": "OR", "language": "es" }))).await;
        assert_eq!(oregon.data("/complianceMaritalStatuses/0"), &json!({
            "id": "OR-S", "code": "S", "description": "Soltero(a)", "statusType": "state", "state": "OR" }));
        assert_eq!(ana.actor.ask(query, ana.ids(json!({ "type": "state", "state": "XX" }))).await.outcome(), "STATE_NOT_OFFERED");
        assert_eq!(ana.actor.ask(query, ana.ids(json!({ "type": "county" }))).await.outcome(), "UNKNOWN_STATUS_TYPE");
    }

    async fn company_states_come_a_hundred_at_a_time_or_by_the_page(world: World) {
        let ana = Taxpayer::ana(&world).await;
        let query = "query ($t: ID!, $c: ID!, $e: ID!, $n: Int, $cursor: String) {
            listCompanyStates(tenantId: $t, companyId: $c, employeeId: $e, limit: $n, cursor: $cursor) {
              results { name state taxSetupRequired } links { next } } }";
        let all = ana.actor.ask(query, ana.ids(json!({ "n": 100 }))).await;
        assert_eq!(all.data("/listCompanyStates/results"), &json!([
            { "name": "Oregon", "state": "OR", "taxSetupRequired": true },
            { "name": "Washington", "state": "WA", "taxSetupRequired": false }]));
        let first = ana.actor.ask(query, ana.ids(json!({ "n": 1 }))).await;
        let next = first.data("/listCompanyStates/links/next").clone();
        let second = ana.actor.ask(query, ana.ids(json!({ "n": 1, "cursor": next }))).await;
        assert_eq!(second.data("/listCompanyStates/results/0/state"), "WA");
    }

    async fn everybodys_forms_are_those_their_pay_was_withheld_by(world: World) {
        let headings = "SELECT h.employee_id, h.document FROM pay_stub_heading h";
        let forms = "SELECT figures FROM tax_setup WHERE employee_id = $1 AND level = 'federal' AND approval = 'Approved'
            ORDER BY version DESC LIMIT 1";
        let rows: Vec<(uuid::Uuid, String)> = world.app.db.all(headings, vec![]).await.unwrap();
        let mut seen = std::collections::BTreeSet::new();
        for (employee, document) in rows {
            if !seen.insert(employee) {
                continue;
            }
            let heading: Value = serde_json::from_str(&document).unwrap();
            let (figures,): (String,) = world.app.db.one(forms, db::params![employee]).await.unwrap();
            let figures: Value = serde_json::from_str(&figures).unwrap();
            let status = match figures["maritalStatus"].as_str().unwrap() {
                "S" => "single",
                "MJ" => "marriedJointly",
                other => { assert_eq!(other, "HH"); "headOfHousehold" }
            };
            assert_eq!(heading["filingStatus"], status, "{employee}");
        }
        assert!(seen.len() > 300);
    }
}
