//! Imports in the console, from upload to undo, as named people, with the worker run by hand.

use super::{ORGANIZATIONS, PEOPLE, STUBS, code_of_ana, run};
use crate::world::{Actor, AtHome, World, both, challenge_of};
use atrium::all_features::IMPORT_KINDS;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

async fn tenant_of(actor: &Actor<'_>) -> Value {
    actor.ask("{ viewer { tenantId } }", json!({})).await.data("/viewer/tenantId").clone()
}

async fn start(actor: &Actor<'_>, tenant: &Value) -> Value {
    let query = "mutation ($t: ID!) { startImport(tenantId: $t, invites: false) { id } }";
    actor.ask(query, json!({ "t": tenant })).await.data("/startImport/id").clone()
}

async fn add(actor: &Actor<'_>, tenant: &Value, import: &Value, name: &str, text: &str) -> Value {
    let query = "mutation ($t: ID!, $i: ID!, $n: String!, $s: Float!) {
        addImportFile(tenantId: $t, importId: $i, name: $n, sizeBytes: $s) { id } }";
    let variables = json!({ "t": tenant, "i": import, "n": name, "s": text.len() });
    let file = actor.ask(query, variables).await.data("/addImportFile/id").clone();
    // In two pieces, so that they have to be put together.
    let middle = text.len() / 2;
    for (n, piece) in [&text.as_bytes()[..middle], &text.as_bytes()[middle..]].into_iter().enumerate() {
        let query = "mutation ($t: ID!, $f: ID!, $n: Int!, $c: String!) {
            addImportPiece(tenantId: $t, fileId: $f, number: $n, fileString: $c) { storedBytes } }";
        let variables = json!({ "t": tenant, "f": file, "n": n + 1, "c": STANDARD.encode(piece) });
        actor.ask(query, variables).await.data("/addImportPiece/storedBytes");
    }
    file
}

async fn preview(actor: &Actor<'_>, tenant: &Value, file: &Value, definition: Option<&str>) -> Value {
    let query =
        "query ($t: ID!, $f: ID!, $d: String) { previewImportFile(tenantId: $t, fileId: $f, definition: $d) {
        ownKind definition lacks header columns rows { line cells } faults { line says } } }";
    let variables = json!({ "t": tenant, "f": file, "d": definition });
    actor.ask(query, variables).await.data("/previewImportFile").clone()
}

async fn map(
    actor: &Actor<'_>,
    tenant: &Value,
    file: &Value,
    (definition, kind): (Option<&str>, Option<&str>),
) -> String {
    let query = "mutation ($t: ID!, $f: ID!, $d: String, $k: String) {
        mapImportFile(tenantId: $t, fileId: $f, definition: $d, kind: $k) { kind } }";
    let variables = json!({ "t": tenant, "f": file, "d": definition, "k": kind });
    actor.ask(query, variables).await.outcome().to_owned()
}

/// Sends one of the steps, and lets the worker do it.
async fn step(world: &World, actor: &Actor<'_>, name: &str, tenant: &Value, import: &Value) -> Value {
    let query = format!("mutation ($t: ID!, $i: ID!) {{ {name}(tenantId: $t, importId: $i) {{ state }} }}");
    let reply = actor.ask_proving(&query, json!({ "t": tenant, "i": import })).await;
    assert_eq!(reply.outcome(), "ok", "{name}: {}", reply.text);
    worked(world, actor, tenant, import).await
}

async fn worked(world: &World, actor: &Actor<'_>, tenant: &Value, import: &Value) -> Value {
    atrium::import::work_on(&world.app, &IMPORT_KINDS).await.unwrap();
    while world.app.works.is_busy() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    details(actor, tenant, import).await
}

async fn details(actor: &Actor<'_>, tenant: &Value, import: &Value) -> Value {
    let query = "query ($t: ID!, $i: ID!) { importDetails(tenantId: $t, importId: $i) {
        import { state added changed same faults followed ended setAside isBraked failure } files { name kind isForgotten }
        asides { kind } } }";
    actor.ask(query, json!({ "t": tenant, "i": import })).await.data("/importDetails").clone()
}

both! {
    async fn files_are_checked_applied_and_undone_in_the_browser(world: World) {
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let before = world.rows().await;
        let import = start(&grace, &tenant).await;
        let own = add(&grace, &tenant, &import, "organizations.csv", ORGANIZATIONS).await;
        assert_eq!(preview(&grace, &tenant, &own, None).await["ownKind"], "organizations");
        assert_eq!(map(&grace, &tenant, &own, (None, Some("organizations"))).await, "ok");
        let foreign = PEOPLE.replace(',', ";").replace("\"Ruiz; Vega\"", "Ruiz")
            .replace("username;first_name;last_name;email", "Login;First;Last;E-mail").replace("original_hire_date", "Hired");
        let file = add(&grace, &tenant, &import, "roster.txt", &foreign).await;
        let shown = preview(&grace, &tenant, &file, None).await;
        assert_eq!((&shown["ownKind"], &shown["lacks"]), (&Value::Null, &json!([])), "{shown}");
        assert_eq!(shown["rows"][0]["line"], 2);
        let definition = shown["definition"].as_str().unwrap();
        assert_eq!(map(&grace, &tenant, &file, (Some(definition), None)).await, "ok");
        let checked = step(&world, &grace, "checkImport", &tenant, &import).await;
        assert_eq!((&checked["import"]["state"], &checked["import"]["faults"]), (&json!("checked"), &json!(0)), "{checked}");
        assert_eq!(world.rows().await.get("employee"), before.get("employee"), "a dry run changes nothing");
        let query = "query ($t: ID!, $i: ID!) { listImportEffects(tenantId: $t, importId: $i, effect: ADDED, search: \"person\") {
            results { file line says } } }";
        let effects = grace.ask(query, json!({ "t": tenant, "i": import })).await;
        assert_eq!(effects.data("/listImportEffects/results/0"), &json!({ "file": "roster.txt", "line": 2, "says": "person jordan.reyes" }));
        let applied = step(&world, &grace, "applyImport", &tenant, &import).await;
        assert_eq!(applied["import"]["state"], "applied", "{applied}");
        assert_eq!(applied["files"][0]["isForgotten"], true);
        assert_eq!(world.count("SELECT count(*) FROM import_piece").await, 0);
        assert_eq!(world.count("SELECT count(*) FROM person WHERE username = 'noemi.ruiz'").await, 1);
        let actor = "SELECT count(*) FROM audit_event e JOIN person p ON p.id = e.actor_id
             WHERE e.action = 'import.applied' AND p.username = 'grace'";
        assert_eq!(world.count(actor).await, 1);
        let undone = step(&world, &grace, "undoImport", &tenant, &import).await;
        assert_eq!(undone["import"]["state"], "undone", "{undone}");
        assert_eq!(world.rows().await.get("employee"), before.get("employee"));
    }

    async fn faults_are_folded_and_nothing_with_a_fault_is_applied(world: World) {
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let import = start(&grace, &tenant).await;
        let text = "username,role,company\nana,Employee,Elm\nvictor,Employee,Elm\nomar,Employee,Elm\n";
        let file = add(&grace, &tenant, &import, "roles.csv", text).await;
        assert_eq!(map(&grace, &tenant, &file, (None, Some("roles"))).await, "ok");
        let checked = step(&world, &grace, "checkImport", &tenant, &import).await;
        assert_eq!(checked["import"]["faults"], 3, "{checked}");
        let query = "query ($t: ID!, $i: ID!) { listImportEffects(tenantId: $t, importId: $i, effect: FAULT) {
            results { line columnNumber columnName says repeats } } }";
        let faults = grace.ask(query, json!({ "t": tenant, "i": import })).await.data("/listImportEffects/results").clone();
        assert_eq!(faults.as_array().unwrap().len(), 1, "{faults}");
        assert_eq!((&faults[0]["line"], &faults[0]["columnName"], &faults[0]["repeats"]), (&json!(2), &json!("company"), &json!(3)));
        let apply = "mutation ($t: ID!, $i: ID!) { applyImport(tenantId: $t, importId: $i) { state } }";
        assert_eq!(grace.ask(apply, json!({ "t": tenant, "i": import })).await.outcome(), "NOT_CHECKED");
    }

    async fn no_one_raises_their_own_rights_by_a_file(world: World) {
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let code = code_of_ana(&world).await;
        let line =
            format!("manager,company,employee_code,report,area\ngrace,Cedar Outfitters,{code},secondary,Personal Info\n");
        for (name, text, says) in [
            ("roles", "username,role,company\ngrace,Payroll,\n", "someone else has to change your own roles"),
            ("reporting-lines", line.as_str(), "someone else has to make you a manager"),
        ] {
            let import = start(&grace, &tenant).await;
            let file = add(&grace, &tenant, &import, &format!("{name}.csv"), text).await;
            assert_eq!(map(&grace, &tenant, &file, (None, Some(name))).await, "ok");
            let checked = step(&world, &grace, "checkImport", &tenant, &import).await;
            assert!(checked["import"]["faults"].as_i64().unwrap() > 0, "{checked}");
            let query = "query ($t: ID!, $i: ID!) { listImportEffects(tenantId: $t, importId: $i, effect: FAULT) {
                results { says } } }";
            let faults = grace.ask(query, json!({ "t": tenant, "i": import })).await;
            assert!(faults.text.contains(says), "{}", faults.text);
        }
    }

    /// A dry run would tell whether a guess is right.
    async fn what_someone_is_paid_takes_the_payroll_role_in_a_file_about_people(world: World) {
        let paid = "UPDATE employee_profile SET annual_salary = 624000000, hourly_rate = NULL WHERE employee_id IN
            (SELECT e.id FROM employee e JOIN person p ON p.id = e.person_id WHERE p.username = 'ana')";
        world.change(paid, vec![]).await;
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let code = code_of_ana(&world).await;
        let (email,): (String,) = world.app.db.one("SELECT email FROM person WHERE username = 'ana'", vec![]).await.unwrap();
        for (column, cell, does_pay, expected) in [
            ("annual_salary", "62400", false, (1, 0)),
            ("annual_salary", "70000", false, (1, 0)),
            ("hourly_rate", "30", false, (1, 0)),
            ("annual_salary", "", false, (0, 0)),
            ("annual_salary", "62400", true, (0, 0)),
            ("annual_salary", "70000", true, (0, 1)),
        ] {
            if does_pay && expected == (0, 0) {
                world.hold("grace", "Payroll", Some("Cedar Outfitters"), (None, None)).await;
            }
            let import = start(&grace, &tenant).await;
            let text = format!(
                "username,first_name,last_name,email,company,employee_code,{column}\nana,Ana,Morales,{email},Cedar Outfitters,{code},{cell}\n"
            );
            let file = add(&grace, &tenant, &import, "people.csv", &text).await;
            assert_eq!(map(&grace, &tenant, &file, (None, Some("people"))).await, "ok");
            let checked = step(&world, &grace, "checkImport", &tenant, &import).await;
            let found = (checked["import"]["faults"].as_i64().unwrap(), checked["import"]["changed"].as_i64().unwrap());
            assert_eq!(found, expected, "{column} {cell}: {checked}");
            let query = "query ($t: ID!, $i: ID!) { listImportEffects(tenantId: $t, importId: $i, effect: FAULT) {
                results { columnName says } } }";
            let faults = grace.ask(query, json!({ "t": tenant, "i": import })).await;
            if found.0 > 0 {
                assert_eq!(faults.data("/listImportEffects/results"), &json!([{
                    "columnName": column, "says": "changing pay takes someone with the payroll role; leave the column out",
                }]));
            }
        }
    }

    async fn no_one_changes_their_own_employment_by_a_file(world: World) {
        world.hold("ana", "Administrator", None, (None, None)).await;
        let ana = world.acting("ana").await;
        let tenant = tenant_of(&ana).await;
        let code = code_of_ana(&world).await;
        let (email,): (String,) = world.app.db.one("SELECT email FROM person WHERE username = 'ana'", vec![]).await.unwrap();
        let head = "username,first_name,last_name,email,company,employee_code,date_of_birth,original_hire_date,current_hire_date,status";
        let changed = Some("someone else has to change your employment");
        for (job, says) in [
            ("Cedar Logistics,A-77,1990-04-23,2020-01-01,,".to_owned(), Some("someone else has to add an employment of yours")),
            (format!("Cedar Outfitters,{code},,2001-01-01,2001-01-01,"), changed),
            (format!("Cedar Outfitters,{code},,,2026-11-16,"), changed),
            (format!("Cedar Outfitters,{code},,,,Terminated"), changed),
            (format!("Cedar Outfitters,{code},,,,Active"), None),
        ] {
            let import = start(&ana, &tenant).await;
            let text = format!("{head}\nana,Ana,Morales,{email},{job}\n");
            let file = add(&ana, &tenant, &import, "people.csv", &text).await;
            assert_eq!(map(&ana, &tenant, &file, (None, Some("people"))).await, "ok");
            let checked = step(&world, &ana, "checkImport", &tenant, &import).await;
            assert_eq!(checked["import"]["faults"].as_i64().unwrap() > 0, says.is_some(), "{job}: {checked}");
            let query = "query ($t: ID!, $i: ID!) { listImportEffects(tenantId: $t, importId: $i, effect: FAULT) {
                results { says } } }";
            let faults = ana.ask(query, json!({ "t": tenant, "i": import })).await;
            assert!(says.is_none_or(|says| faults.text.contains(says)), "{job}: {}", faults.text);
        }
    }

    async fn an_import_whose_server_is_gone_is_given_up_with_nothing_done(world: World) {
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let import = start(&grace, &tenant).await;
        let file = add(&grace, &tenant, &import, "roles.csv", "username,role,company\nana,Employee,Cedar Outfitters\n").await;
        assert_eq!(map(&grace, &tenant, &file, (None, Some("roles"))).await, "ok");
        let long_ago = world.app.clock.now() - jiff::SignedDuration::from_hours(1);
        world.change("UPDATE import_job SET state = 'applying', leased_until = $1", db::params![long_ago]).await;
        let found = worked(&world, &grace, &tenant, &import).await;
        assert_eq!((&found["import"]["state"], &found["import"]["failure"]), (&json!("failed"), &json!("IMPORT_LOST")));
        let again = step(&world, &grace, "checkImport", &tenant, &import).await;
        assert_eq!(again["import"]["state"], "checked", "it can be tried again");
    }

    async fn bad_stubs_are_set_aside_downloaded_and_imported_once_they_are_right(world: World) {
        run(&world, &[("organizations.csv", ORGANIZATIONS), ("people.csv", PEOPLE)], false).await;
        world.hold("dana", "Payroll", Some("Cedar Outfitters"), (None, None)).await;
        let paula = world.acting("dana").await;
        let tenant = tenant_of(&paula).await;
        let import = start(&paula, &tenant).await;
        // The second check pays out more than it earns.
        let text = STUBS.replace("check,,,,,1960.00", "tax,FIT,,,2500.00,2500.00");
        let file = add(&paula, &tenant, &import, "stubs.csv", &text).await;
        assert_eq!(map(&paula, &tenant, &file, (None, Some("pay-stubs"))).await, "ok");
        let plain = step(&world, &paula, "checkImport", &tenant, &import).await;
        assert_eq!((&plain["import"]["faults"], &plain["import"]["setAside"]), (&json!(1), &json!(0)), "{plain}");
        let check = "mutation ($t: ID!, $i: ID!) { checkImport(tenantId: $t, importId: $i, setsAside: true) { state } }";
        paula.ask(check, json!({ "t": tenant, "i": import })).await.data("/checkImport");
        let checked = worked(&world, &paula, &tenant, &import).await;
        assert_eq!((&checked["import"]["faults"], &checked["import"]["setAside"]), (&json!(0), &json!(1)), "{checked}");
        assert_eq!(checked["asides"], json!([]), "a dry run keeps none");
        let applied = step(&world, &paula, "applyImport", &tenant, &import).await;
        assert_eq!((&applied["import"]["state"], &applied["asides"]), (&json!("applied"), &json!([{ "kind": "pay-stubs" }])), "{applied}");
        assert_eq!(world.count("SELECT count(*) FROM pay_stub WHERE check_number IN ('30412', '30100')").await, 1);
        let rows = "query ($t: ID!, $i: ID!) { importRowsAside(tenantId: $t, importId: $i, kind: \"pay-stubs\") }";
        let rows = paula.ask(rows, json!({ "t": tenant, "i": import })).await.data("/importRowsAside").as_str().unwrap().to_owned();
        assert!(rows.contains("30100") && !rows.contains("30412") && rows.contains("does not add up"), "{rows}");
        let sealed: (Vec<u8>,) = world.app.db.one("SELECT sealed FROM import_aside", vec![]).await.unwrap();
        assert!(!String::from_utf8_lossy(&sealed.0).contains("30100"));

        let second = start(&paula, &tenant).await;
        let file = add(&paula, &tenant, &second, "again.csv", &rows.replace("2500.00", "250.00")).await;
        assert_eq!(map(&paula, &tenant, &file, (None, Some("pay-stubs"))).await, "ok");
        step(&world, &paula, "checkImport", &tenant, &second).await;
        let applied = step(&world, &paula, "applyImport", &tenant, &second).await;
        assert_eq!(applied["import"]["state"], "applied", "{applied}");
        assert_eq!(world.count("SELECT count(*) FROM pay_stub WHERE check_number IN ('30412', '30100')").await, 2);
    }

    async fn a_complete_file_ends_what_it_lacks_once_the_number_is_typed_in(world: World) {
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let import = start(&grace, &tenant).await;
        let there = "SELECT count(*) FROM company_holiday h JOIN company c ON c.id = h.company_id
            WHERE c.name = 'Cedar Outfitters' AND h.day >= '2026-11-16'";
        let ends = world.count(there).await;
        assert!(ends > 0);
        let file = add(&grace, &tenant, &import, "holidays.csv", "company,day,holiday\nCedar Outfitters,2031-04-22,Earth Day\n").await;
        assert_eq!(map(&grace, &tenant, &file, (None, Some("holidays"))).await, "ok");
        let company: (uuid::Uuid,) = world.app.db.one("SELECT id FROM company WHERE name = 'Cedar Outfitters'", vec![]).await.unwrap();
        let declare = "mutation ($t: ID!, $f: ID!, $c: ID) { declareWholeFile(tenantId: $t, fileId: $f, companyId: $c) { wholeTruthOf } }";
        let declared = grace.ask(declare, json!({ "t": tenant, "f": file, "c": company.0 })).await;
        assert_eq!(declared.data("/declareWholeFile/wholeTruthOf"), "Cedar Outfitters");
        let elsewhere = grace.ask(declare, json!({ "t": tenant, "f": file, "c": uuid::Uuid::from_u128(1) })).await;
        assert_eq!(elsewhere.outcome(), "IMPORT_NO_COMPANY");
        let checked = step(&world, &grace, "checkImport", &tenant, &import).await;
        assert_eq!((&checked["import"]["ended"], &checked["import"]["isBraked"]), (&json!(ends), &json!(true)), "{checked}");
        let apply = "mutation ($t: ID!, $i: ID!, $n: Int) { applyImport(tenantId: $t, importId: $i, confirmedRemovals: $n) { state } }";
        for number in [json!(null), json!(ends + 1)] {
            let reply = grace.ask(apply, json!({ "t": tenant, "i": import, "n": number })).await;
            assert_eq!(reply.outcome(), "IMPORT_BRAKED", "before anyone is asked for a factor");
        }
        assert_eq!(world.count(there).await, ends);
        let reply = grace.ask_proving(apply, json!({ "t": tenant, "i": import, "n": ends })).await;
        assert_eq!(reply.outcome(), "ok", "{}", reply.text);
        let applied = worked(&world, &grace, &tenant, &import).await;
        assert_eq!(applied["import"]["state"], "applied", "{applied}");
        assert_eq!(world.count(there).await, 1);
    }

    async fn a_proof_is_for_the_files_that_were_looked_at_and_no_others(world: World) {
        let mut grace = AtHome::of(&world, "grace").await;
        let actor = grace.actor();
        let tenant = tenant_of(&actor).await;
        let import = start(&actor, &tenant).await;
        let file = add(&actor, &tenant, &import, "holidays.csv", "company,day,holiday\nCedar Outfitters,2031-04-22,Earth Day\n").await;
        assert_eq!(map(&actor, &tenant, &file, (None, Some("holidays"))).await, "ok");
        step(&world, &actor, "checkImport", &tenant, &import).await;
        let apply = "mutation ($t: ID!, $i: ID!) { applyImport(tenantId: $t, importId: $i) { state } }";
        let variables = json!({ "t": tenant, "i": import });
        let challenge = challenge_of(&grace.ask(apply, variables.clone(), None).await);
        grace.prove(&challenge, 0).await;
        // Another file of the same name and size, of which a dry run says as much.
        let remove = "mutation ($t: ID!, $f: ID!) { removeImportFile(tenantId: $t, fileId: $f) { state } }";
        actor.ask(remove, json!({ "t": tenant, "f": file })).await.data("/removeImportFile/state");
        let other = add(&actor, &tenant, &import, "holidays.csv", "company,day,holiday\nCedar Outfitters,2031-04-23,Earth Day\n").await;
        assert_eq!(map(&actor, &tenant, &other, (None, Some("holidays"))).await, "ok");
        step(&world, &actor, "checkImport", &tenant, &import).await;
        let refused = grace.ask(apply, variables, Some(&challenge)).await;
        assert_eq!(refused.outcome(), "STEP_UP_REQUIRED", "{}", refused.text);
        assert_eq!(worked(&world, &actor, &tenant, &import).await["import"]["state"], "checked");
        let there = "SELECT count(*) FROM company_holiday WHERE day IN ('2031-04-22', '2031-04-23')";
        assert_eq!(world.count(there).await, 0);
        let applied = step(&world, &actor, "applyImport", &tenant, &import).await;
        assert_eq!((&applied["import"]["state"], world.count(there).await), (&json!("applied"), 1), "{applied}");
    }

    async fn undoing_takes_the_rights_that_applying_took(world: World) {
        world.add_person("cody").await;
        for company in ["Cedar Outfitters", "Cedar Logistics"] {
            world.hold("cody", "Company Administrator", Some(company), (None, None)).await;
        }
        let cody = world.acting("cody").await;
        let tenant = tenant_of(&cody).await;
        let import = start(&cody, &tenant).await;
        let text = "company,day,holiday\nCedar Outfitters,2031-04-22,Earth Day\nCedar Logistics,2031-04-22,Earth Day\n";
        let file = add(&cody, &tenant, &import, "holidays.csv", text).await;
        assert_eq!(map(&cody, &tenant, &file, (None, Some("holidays"))).await, "ok");
        step(&world, &cody, "checkImport", &tenant, &import).await;
        let applied = step(&world, &cody, "applyImport", &tenant, &import).await;
        assert_eq!(applied["import"]["state"], "applied", "{applied}");
        let there = "SELECT count(*) FROM company_holiday WHERE day = '2031-04-22'";
        assert_eq!(world.count(there).await, 2);
        // Then Cody looks after one of the two only.
        let sql = "DELETE FROM role_assignment WHERE person_id = (SELECT id FROM person WHERE username = 'cody')
            AND company_id = (SELECT id FROM company WHERE name = 'Cedar Logistics')";
        assert_eq!(world.change(sql, vec![]).await, 1);
        let undo = "mutation ($t: ID!, $i: ID!) { undoImport(tenantId: $t, importId: $i) { state } }";
        let refused = cody.ask(undo, json!({ "t": tenant, "i": import })).await;
        assert_eq!(refused.outcome(), "FORBIDDEN", "before anyone is asked for a factor");
        // A right can also go between the request and the work.
        world.change("UPDATE import_job SET state = 'undoing'", vec![]).await;
        let found = worked(&world, &cody, &tenant, &import).await;
        assert_eq!((&found["import"]["state"], &found["import"]["failure"]), (&json!("applied"), &json!("IMPORT_RIGHTS_GONE")));
        assert_eq!(world.count(there).await, 2);
        world.hold("cody", "Company Administrator", Some("Cedar Logistics"), (None, None)).await;
        let undone = step(&world, &cody, "undoImport", &tenant, &import).await;
        assert_eq!((&undone["import"]["state"], world.count(there).await), (&json!("undone"), 0), "{undone}");
    }

    async fn no_one_undoes_what_a_file_changed_in_their_own_rights(world: World) {
        for name in ["rosa", "tara"] {
            world.add_person(name).await;
            world.hold(name, "Administrator", None, (None, None)).await;
        }
        world.hold("tara", "Manager View", Some("Cedar Outfitters"), (None, None)).await;
        world.hold("ana", "Administrator", None, (None, None)).await;
        let (rosa, tara, ana) = (world.acting("rosa").await, world.acting("tara").await, world.acting("ana").await);
        let tenant = tenant_of(&rosa).await;
        let code = code_of_ana(&world).await;
        let sql = "SELECT first_name, last_name, email FROM person WHERE username = 'ana'";
        let (first, last, email): (String, String, String) = world.app.db.one(sql, vec![]).await.unwrap();
        let role = "username,role,company,last_day\ntara,Manager View,Cedar Outfitters,2026-11-15\n".to_owned();
        let line = format!("manager,company,employee_code,report,area\ntara,Cedar Outfitters,{code},secondary,Personal Info\n");
        let people = format!(
            "username,first_name,last_name,email,company,employee_code,previous_employee_code
ana,{first},{last},{email},Cedar Outfitters,7001,{code}\n"
        );
        for (kind, text, actor, refusal) in [
            ("roles", role, &tara, "OWN_RIGHTS"),
            ("reporting-lines", line, &tara, "OWN_RIGHTS"),
            ("people", people, &ana, "OWN_EMPLOYMENT"),
        ] {
            let import = start(&rosa, &tenant).await;
            let file = add(&rosa, &tenant, &import, &format!("{kind}.csv"), &text).await;
            assert_eq!(map(&rosa, &tenant, &file, (None, Some(kind))).await, "ok");
            step(&world, &rosa, "checkImport", &tenant, &import).await;
            let applied = step(&world, &rosa, "applyImport", &tenant, &import).await;
            assert_eq!(applied["import"]["state"], "applied", "{applied}");
            let before = world.rows().await;
            let refused = step(&world, actor, "undoImport", &tenant, &import).await;
            assert_eq!((&refused["import"]["state"], &refused["import"]["failure"]), (&json!("applied"), &json!(refusal)), "{kind}");
            let after = world.rows().await;
            for table in ["role_assignment", "reporting_line", "employee"] {
                assert_eq!(after[table], before[table], "{kind}");
            }
            let undone = step(&world, &rosa, "undoImport", &tenant, &import).await;
            assert_eq!(undone["import"]["state"], "undone", "someone else can: {undone}");
        }
        let events = "SELECT count(*) FROM audit_event e JOIN person a ON a.id = e.actor_id JOIN person p ON p.id = e.subject_id
            WHERE e.action IN ('role.end', 'role.give') AND a.username = 'rosa' AND p.username = 'tara'";
        assert_eq!(world.count(events).await, 2, "her role ended, and was given back");
    }

    async fn a_mapping_is_saved_replaced_and_removed_with_a_fresh_factor_for_just_that(world: World) {
        let mut grace = AtHome::of(&world, "grace").await;
        let tenant = tenant_of(&grace.actor()).await;
        let save = "mutation ($t: ID!, $d: String!, $v: Int) { saveMapping(tenantId: $t, definition: $d, version: $v) { version } }";
        let days = |day: &str| {
            let columns = json!({ "company": "Company", "day": day, "holiday": "Holiday" });
            json!({ "name": "Days", "kind": "holidays", "columns": columns }).to_string()
        };
        let first = json!({ "t": tenant, "d": days("Date") });
        let there = "SELECT count(*) FROM import_mapping WHERE name = 'Days'";
        let challenge = challenge_of(&grace.ask(save, first.clone(), None).await);
        assert_eq!(world.count(there).await, 0);
        grace.prove(&challenge, 0).await;
        let other = grace.ask(save, json!({ "t": tenant, "d": days("Day off") }), Some(&challenge)).await;
        assert_eq!((other.outcome(), world.count(there).await), ("STEP_UP_REQUIRED", 0), "it was proved for another");
        let saved = grace.ask(save, first.clone(), Some(&challenge)).await;
        assert_eq!(saved.data("/saveMapping/version"), 1);
        // What is refused anyway asks no one for a factor.
        assert_eq!(grace.ask(save, first, None).await.outcome(), "NAME_TAKEN");
        let replacing = json!({ "t": tenant, "d": days("Day off"), "v": 1 });
        let replaced = grace.actor().ask_proving(save, replacing.clone()).await;
        assert_eq!(replaced.data("/saveMapping/version"), 2);
        assert_eq!(grace.ask(save, replacing, None).await.outcome(), "CONFLICT");
        let remove = "mutation ($t: ID!) { removeMapping(tenantId: $t, name: \"days\") { name } }";
        let refused = grace.ask(remove, json!({ "t": tenant }), None).await;
        assert_eq!((refused.outcome(), world.count(there).await), ("STEP_UP_REQUIRED", 1));
        let removed = grace.actor().ask_proving(remove, json!({ "t": tenant })).await;
        assert_eq!((removed.outcome(), world.count(there).await), ("ok", 0), "{}", removed.text);
    }

    async fn payroll_brings_in_pay_of_its_company_and_nothing_else(world: World) {
        world.hold("dana", "Payroll", Some("Cedar Outfitters"), (None, None)).await;
        let paula = world.acting("dana").await;
        let tenant = tenant_of(&paula).await;
        let import = start(&paula, &tenant).await;
        let text = "company,employee_code,period_end,hours\nCedar Logistics,1,2026-11-08,8\n";
        let file = add(&paula, &tenant, &import, "hours.csv", text).await;
        assert_eq!(map(&paula, &tenant, &file, (None, Some("roles"))).await, "KIND_NOT_YOURS");
        assert_eq!(map(&paula, &tenant, &file, (None, Some("hours-worked"))).await, "ok");
        let checked = step(&world, &paula, "checkImport", &tenant, &import).await;
        assert_eq!(checked["import"]["faults"], 1, "another company isn't there: {checked}");
        let grace = world.acting("grace").await;
        let query = "query ($t: ID!, $i: ID!) { importDetails(tenantId: $t, importId: $i) { import { state } } }";
        assert_eq!(grace.ask(query, json!({ "t": tenant, "i": import })).await.outcome(), "NOT_FOUND", "she does no pay");
    }

    async fn uploads_have_limits_and_pieces_come_in_order(world: World) {
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let import = start(&grace, &tenant).await;
        let query = "mutation ($t: ID!, $i: ID!, $n: String!, $s: Float!) {
            addImportFile(tenantId: $t, importId: $i, name: $n, sizeBytes: $s) { id } }";
        for (name, size, code) in [
            ("big.csv", 2_147_483_648.0, "IMPORT_TOO_LARGE"),
            ("none.csv", 0.0, "IMPORT_FILE_EMPTY"),
            ("../up.csv", 10.0, "BAD_FILE_NAME"),
        ] {
            let variables = json!({ "t": tenant, "i": import, "n": name, "s": size });
            assert_eq!(grace.ask(query, variables).await.outcome(), code, "{name}");
        }
        let variables = json!({ "t": tenant, "i": import, "n": "a.csv", "s": 4 });
        let file = grace.ask(query, variables).await.data("/addImportFile/id").clone();
        let piece = "mutation ($t: ID!, $f: ID!, $n: Int!, $c: String!) {
            addImportPiece(tenantId: $t, fileId: $f, number: $n, fileString: $c) { storedBytes } }";
        for (number, content) in [(2, "YSxiCg=="), (1, "YSxiCmFiYw=="), (1, "")] {
            let variables = json!({ "t": tenant, "f": file, "n": number, "c": content });
            assert_eq!(grace.ask(piece, variables).await.outcome(), "BAD_PIECE");
        }
        let check = "mutation ($t: ID!, $i: ID!) { checkImport(tenantId: $t, importId: $i) { state } }";
        assert_eq!(grace.ask(check, json!({ "t": tenant, "i": import })).await.outcome(), "NOT_UPLOADED");
    }
}
