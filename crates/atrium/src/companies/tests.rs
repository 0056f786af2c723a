//! Companies and what they're made of, through GraphQL and at the terminal, on both engines.

use crate::world::{Actor, Reply, TODAY, World, both};
use serde_json::{Value, json};

const SETUP: &str = "query ($t: ID!, $c: ID!) { companySetup(tenantId: $t, companyId: $c) {
    name timeZone payPeriod periodEnd depositApproval depositAccountsMax hasTimeClock editsManyDays version } }";
const EDIT: &str = "mutation ($t: ID!, $c: ID!, $v: String!, $i: CompanySetupInput!) {
    editCompany(tenantId: $t, companyId: $c, version: $v, input: $i) { name timeZone depositAccountsMax version } }";
const ADD: &str = "mutation ($t: ID!, $n: String!, $z: String!) {
    addCompany(tenantId: $t, name: $n, timeZone: $z) { id name timeZone depositApproval payPeriod version } }";
const HOLIDAYS: &str = "query ($t: ID!, $c: ID!, $f: Date) {
    listCompanyHolidays(tenantId: $t, companyId: $c, from: $f, limit: 100) { results { day name nameEs version } } }";
const SAVE_HOLIDAY: &str = "mutation ($t: ID!, $c: ID!, $d: Date, $v: String, $i: CompanyHolidayInput!) {
    saveCompanyHoliday(tenantId: $t, companyId: $c, day: $d, version: $v, input: $i) { day name nameEs version } }";
const REMOVE_HOLIDAY: &str = "mutation ($t: ID!, $c: ID!, $d: Date!, $v: String!) {
    removeCompanyHoliday(tenantId: $t, companyId: $c, day: $d, version: $v) { day } }";
const SAVE_BLACKOUT: &str = "mutation ($t: ID!, $c: ID!, $i: CompanyBlackoutInput!) {
    saveCompanyBlackout(tenantId: $t, companyId: $c, input: $i) { id version } }";
const ENTRIES: &str = "query ($t: ID!, $c: ID!, $k: CompanyEntryKind!, $s: String) {
    listCompanyEntries(tenantId: $t, companyId: $c, kind: $k, search: $s, limit: 100) {
      results { id code name organizationType parentId parentName version } } }";
const SAVE_ENTRY: &str = "mutation ($t: ID!, $c: ID!, $k: CompanyEntryKind!, $e: ID, $v: String, $i: CompanyEntryInput!) {
    saveCompanyEntry(tenantId: $t, companyId: $c, kind: $k, entryId: $e, version: $v, input: $i) { id version } }";
const REMOVE_ENTRY: &str = "mutation ($t: ID!, $c: ID!, $k: CompanyEntryKind!, $e: ID!, $v: String!) {
    removeCompanyEntry(tenantId: $t, companyId: $c, kind: $k, entryId: $e, version: $v) { entryId } }";

fn refused(reply: &Reply, code: &str, field: Option<&str>) {
    assert_eq!((reply.outcome(), reply.field()), (code, field), "{}", reply.text);
}

async fn outfitters(world: &World) -> Value {
    let ana = world.acting("ana").await.standing("Cedar Outfitters").await;
    json!({ "t": ana.tenant, "c": ana.company })
}

fn with(at: &Value, more: Value) -> Value {
    let mut all = at.clone();
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    all
}

async fn entries(actor: &Actor<'_>, at: &Value, kind: &str) -> Vec<Value> {
    let reply = actor.ask(ENTRIES, with(at, json!({ "k": kind }))).await;
    reply.data("/listCompanyEntries/results").as_array().unwrap().clone()
}

both! {
    async fn a_company_is_added_with_the_usual_settings_and_edited(world: World) {
        let grace = world.acting("grace").await;
        let tenant = outfitters(&world).await["t"].clone();
        let added = grace.ask(ADD, json!({ "t": tenant, "n": " Cedar  Coast ", "z": "america/chicago" })).await;
        let company = added.data("/addCompany").clone();
        assert_eq!((&company["name"], &company["timeZone"]), (&json!("Cedar Coast"), &json!("America/Chicago")));
        assert_eq!((&company["depositApproval"], &company["payPeriod"]), (&json!("always"), &json!("weekly")));
        let list = "query ($t: ID!) { listCompanies(tenantId: $t, search: \"coast\") { isWholeTenant results { id name people } } }";
        let found = grace.ask(list, json!({ "t": tenant })).await;
        assert_eq!(found.data("/listCompanies/results"), &json!([{ "id": company["id"], "name": "Cedar Coast", "people": 0 }]));
        refused(&grace.ask(ADD, json!({ "t": tenant, "n": "Cedar Coast", "z": "UTC" })).await, "NAME_TAKEN", Some("name"));
        refused(&grace.ask(ADD, json!({ "t": tenant, "n": "CEDAR coast", "z": "UTC" })).await, "NAME_TAKEN", Some("name"));
        refused(&grace.ask(ADD, json!({ "t": tenant, "n": " ", "z": "UTC" })).await, "NAME_MISSING", Some("name"));
        refused(&grace.ask(ADD, json!({ "t": tenant, "n": "Moon", "z": "Moon/Base" })).await, "INVALID_TIME_ZONE", Some("timeZone"));

        let at = json!({ "t": tenant, "c": company["id"] });
        let edit = |version: &Value, input: Value| with(&at, json!({ "v": version, "i": input }));
        let edited = grace.ask(EDIT, edit(&company["version"], json!({ "name": "Cedar Bay" }))).await;
        assert_eq!(edited.data("/editCompany/name"), "Cedar Bay");
        let bay = edited.data("/editCompany/version");
        let outfitters = grace.ask(EDIT, edit(bay, json!({ "name": "cedar outfitters" }))).await;
        refused(&outfitters, "NAME_TAKEN", Some("name"));
        // The second of two who edit it sees what is there now.
        let late = grace.ask(EDIT, edit(&company["version"], json!({ "timeZone": "UTC" }))).await;
        assert_eq!(late.outcome(), "CONFLICT", "{}", late.text);
        assert_eq!(late.body["errors"][0]["extensions"]["current"]["name"], "Cedar Bay");
        // What loosens the checks on pay needs a fresh factor.
        let version = edited.data("/editCompany/version");
        let input = json!({ "depositAccountsMax": 9 });
        assert_eq!(grace.ask(EDIT, edit(version, input.clone())).await.outcome(), "STEP_UP_REQUIRED");
        let proved = grace.ask_proving(EDIT, edit(version, input)).await;
        assert_eq!(proved.data("/editCompany/depositAccountsMax"), 9, "{}", proved.text);
        refused(&grace.ask(EDIT, edit(version, json!({ "payPeriod": "biweekly" }))).await, "PERIOD_END_MISSING", Some("periodEnd"));
        let events = "SELECT count(*) FROM audit_event WHERE action IN ('company.add', 'company.edit') AND actor_id IS NOT NULL";
        assert_eq!(world.count(events).await, 3);
        assert_eq!(grace.ask(SETUP, at).await.data("/companySetup/name"), "Cedar Bay");
    }

    async fn a_company_administrator_sees_and_changes_their_own_only(world: World) {
        world.add_person("lena").await;
        world.hold("lena", "Company Administrator", Some("Cedar Logistics"), (None, None)).await;
        let lena = world.acting("lena").await;
        let outfitters = outfitters(&world).await;
        let list = "query ($t: ID!) { listCompanies(tenantId: $t) { isWholeTenant results { id name } } }";
        let seen = lena.ask(list, outfitters.clone()).await;
        assert_eq!(seen.data("/listCompanies/isWholeTenant"), false);
        let rows = seen.data("/listCompanies/results").as_array().unwrap();
        assert_eq!(rows.iter().map(|row| row["name"].as_str().unwrap()).collect::<Vec<_>>(), ["Cedar Logistics"]);
        let logistics = with(&outfitters, json!({ "c": rows[0]["id"] }));
        let holiday = json!({ "i": { "day": "2031-05-05", "name": "Founders’ Day" } });
        let before = world.rows().await;
        for (query, more) in [
            (SETUP, json!({})),
            (HOLIDAYS, json!({})),
            (SAVE_HOLIDAY, holiday.clone()),
            (SAVE_ENTRY, json!({ "k": "payGroup", "i": { "name": "Weekly" } })),
            (EDIT, json!({ "v": "x", "i": { "name": "Mine" } })),
        ] {
            assert_eq!(lena.ask(query, with(&outfitters, more)).await.outcome(), "NOT_FOUND", "{query}");
        }
        assert_eq!(lena.ask(ADD, with(&outfitters, json!({ "n": "Mine", "z": "UTC" }))).await.outcome(), "FORBIDDEN");
        assert_eq!(world.rows().await["company"], before["company"]);
        assert_eq!(world.rows().await["company_holiday"], before["company_holiday"]);
        let saved = lena.ask(SAVE_HOLIDAY, with(&logistics, holiday)).await;
        assert_eq!(saved.data("/saveCompanyHoliday/nameEs"), "Founders’ Day", "{}", saved.text);
    }

    async fn holidays_are_added_moved_and_removed_until_they_are_over(world: World) {
        let (grace, at) = (world.acting("grace").await, outfitters(&world).await);
        let ahead = TODAY.plus_days(200);
        let save = |more: Value| with(&at, more);
        let added = grace.ask(SAVE_HOLIDAY, save(json!({ "i": { "day": ahead, "name": "Inventory Day", "nameEs": "Día de inventario" } }))).await;
        let version = added.data("/saveCompanyHoliday/version").clone();
        refused(&grace.ask(SAVE_HOLIDAY, save(json!({ "i": { "day": ahead, "name": "Again" } }))).await, "HOLIDAY_TAKEN", Some("day"));
        refused(&grace.ask(SAVE_HOLIDAY, save(json!({ "i": { "day": "2100-01-01", "name": "Far" } }))).await, "DATE_OUT_OF_RANGE", Some("day"));
        let moved = ahead.plus_days(1);
        let moving = save(json!({ "d": ahead, "v": version, "i": { "day": moved, "name": "Inventory" } }));
        let after = grace.ask(SAVE_HOLIDAY, moving).await;
        assert_eq!(after.data("/saveCompanyHoliday/day"), &json!(moved), "{}", after.text);
        let stale = grace.ask(REMOVE_HOLIDAY, save(json!({ "d": moved, "v": version }))).await;
        assert_eq!(stale.outcome(), "CONFLICT", "{}", stale.text);
        let now = after.data("/saveCompanyHoliday/version");
        assert_eq!(grace.ask(REMOVE_HOLIDAY, save(json!({ "d": moved, "v": now }))).await.outcome(), "ok");
        let rows = grace.ask(HOLIDAYS, save(json!({ "f": moved }))).await;
        assert!(!rows.text.contains("Inventory"), "{}", rows.text);

        // One that is over keeps its day, and can be renamed.
        world.change("INSERT INTO company_holiday (company_id, tenant_id, day, name, name_es)
            SELECT id, tenant_id, $1, 'Past', 'Pasado' FROM company WHERE name = 'Cedar Outfitters'", db::params![TODAY.plus_days(-20)]).await;
        let over = TODAY.plus_days(-20);
        let rows = grace.ask(HOLIDAYS, save(json!({ "f": over }))).await;
        let version = rows.data("/listCompanyHolidays/results/0/version");
        refused(&grace.ask(REMOVE_HOLIDAY, save(json!({ "d": over, "v": version }))).await, "HOLIDAY_PAST", Some("day"));
        let renamed = save(json!({ "d": over, "v": version, "i": { "day": over, "name": "Was" } }));
        assert_eq!(grace.ask(SAVE_HOLIDAY, renamed).await.outcome(), "ok");
    }

    async fn a_holiday_and_a_blackout_count_for_the_next_request_and_leave_those_there_are(world: World) {
        let (grace, at) = (world.acting("grace").await, outfitters(&world).await);
        let ana = world.acting("ana").await;
        let employee = ana.standing("Cedar Outfitters").await.employee;
        let types = "query ($t: ID!, $c: ID!) { blackoutTypes(tenantId: $t, companyId: $c) { id name } }";
        let types = grace.ask(types, at.clone()).await;
        let types = types.data("/blackoutTypes").as_array().unwrap().clone();
        let unpaid = types.iter().find(|row| row["name"] == "Unpaid").unwrap()["id"].clone();
        let request = "query ($t: ID!, $c: ID!, $e: ID!, $y: ID!, $d: Date!) { previewTimeOffRequest(tenantId: $t, companyId: $c,
            employeeId: $e, input: { typeId: $y, startDate: $d, endDate: $d, unit: whole }) { amount refusal } }";
        let day = "2027-03-03"; // A Wednesday.
        let asked = with(&at, json!({ "e": employee, "y": unpaid, "d": day }));
        let before = ana.ask(request, asked.clone()).await;
        assert_eq!(before.data("/previewTimeOffRequest/refusal"), &Value::Null, "{}", before.text);
        let blackout = json!({ "i": { "firstDay": day, "lastDay": day, "reason": "Inventory" } });
        assert_eq!(grace.ask(SAVE_BLACKOUT, with(&at, blackout)).await.outcome(), "ok");
        let during = ana.ask(request, asked.clone()).await;
        assert_eq!(during.data("/previewTimeOffRequest/refusal"), "BLACKOUT_DATE", "{}", during.text);
        refused(
            &grace.ask(SAVE_BLACKOUT, with(&at, json!({ "i": { "firstDay": day, "lastDay": "2027-03-02" } }))).await,
            "END_BEFORE_START",
            Some("lastDay"),
        );
        let requests = world.rows().await["time_off_request"].clone();
        let holiday = json!({ "i": { "day": day, "name": "Founders’ Day" } });
        assert_eq!(grace.ask(SAVE_HOLIDAY, with(&at, holiday)).await.outcome(), "ok");
        let after = ana.ask(request, asked).await;
        assert_eq!(after.data("/previewTimeOffRequest/refusal"), "NO_WORKING_DAY", "{}", after.text);
        assert_eq!(world.rows().await["time_off_request"], requests);
    }

    async fn what_is_in_use_stays_and_the_refusal_says_who_uses_it(world: World) {
        let (grace, at) = (world.acting("grace").await, outfitters(&world).await);
        for kind in ["payGroup", "organization", "depositCode", "state"] {
            let rows = entries(&grace, &at, kind).await;
            let mut refusals = 0;
            for row in &rows {
                let removing = with(&at, json!({ "k": kind, "e": row["id"], "v": row["version"] }));
                let reply = grace.ask(REMOVE_ENTRY, removing).await;
                if reply.outcome() == "ENTRY_IN_USE" {
                    let uses = &reply.body["errors"][0]["extensions"]["uses"];
                    assert!(uses["people"].as_i64().unwrap() + uses["organizations"].as_i64().unwrap() > 0, "{}", reply.text);
                    refusals += 1;
                } else {
                    assert_eq!(reply.outcome(), "ok", "{}", reply.text);
                }
            }
            assert!(refusals > 0, "{kind}: {rows:?}");
            assert_eq!(entries(&grace, &at, kind).await.len(), refusals, "{kind}");
        }
    }

    async fn entries_are_added_edited_and_removed(world: World) {
        let (grace, at) = (world.acting("grace").await, outfitters(&world).await);
        let save = |kind: &str, more: Value| with(&with(&at, json!({ "k": kind })), more);
        for (kind, input, code, field) in [
            ("payGroup", json!({ "name": "" }), "NAME_MISSING", "name"),
            ("depositCode", json!({ "name": "Net pay" }), "CODE_MISSING", "code"),
            ("state", json!({ "code": "XX" }), "INVALID_STATE", "code"),
            ("organization", json!({ "code": "Z1", "name": "Zebra" }), "ORGANIZATION_TYPE_MISSING", "organizationType"),
            ("organization", json!({ "code": "Z1", "name": "x".repeat(101), "organizationType": "Team" }), "LABEL_TOO_LONG", "name"),
        ] {
            refused(&grace.ask(SAVE_ENTRY, save(kind, json!({ "i": input }))).await, code, Some(field));
        }
        let division = grace.ask(SAVE_ENTRY, save("organization", json!({ "i": { "code": "Z1", "name": "Zebra", "organizationType": "Division" } }))).await;
        let division = division.data("/saveCompanyEntry/id").clone();
        let team = json!({ "code": "Z2", "name": "Foals", "organizationType": "Team", "parentId": division });
        let added = grace.ask(SAVE_ENTRY, save("organization", json!({ "i": team }))).await;
        let (id, version) = (added.data("/saveCompanyEntry/id").clone(), added.data("/saveCompanyEntry/version").clone());
        refused(&grace.ask(SAVE_ENTRY, save("organization", json!({ "i": team }))).await, "CODE_TAKEN", Some("code"));
        let inside = json!({ "code": "Z3", "name": "Herd", "organizationType": "Division", "parentId": id });
        refused(&grace.ask(SAVE_ENTRY, save("organization", json!({ "i": inside }))).await, "WRONG_PARENT", Some("parentId"));
        let grown = json!({ "e": id, "v": version, "i": { "code": "Z2", "name": "Foals", "organizationType": "Branch" } });
        refused(&grace.ask(SAVE_ENTRY, save("organization", grown)).await, "ORGANIZATION_TYPE_FIXED", Some("organizationType"));
        let rows = entries(&grace, &at, "organization").await;
        let above = rows.iter().find(|row| row["id"] == division).unwrap();
        let blocked = grace.ask(REMOVE_ENTRY, save("organization", json!({ "e": division, "v": above["version"] }))).await;
        assert_eq!(blocked.body["errors"][0]["extensions"]["uses"]["organizations"], 1, "{}", blocked.text);
        assert_eq!(grace.ask(REMOVE_ENTRY, save("organization", json!({ "e": id, "v": version }))).await.outcome(), "ok");
        for (kind, input) in [
            ("payGroup", json!({ "name": "Monthly staff" })),
            ("depositCode", json!({ "code": "NET9", "name": "Net pay" })),
            ("state", json!({ "code": "ny", "name": "New York City" })),
        ] {
            let added = grace.ask(SAVE_ENTRY, save(kind, json!({ "i": input }))).await;
            assert_eq!(added.outcome(), "ok", "{kind}: {}", added.text);
            let (id, version) = (added.data("/saveCompanyEntry/id"), added.data("/saveCompanyEntry/version"));
            assert_eq!(grace.ask(REMOVE_ENTRY, save(kind, json!({ "e": id, "v": "old" }))).await.outcome(), "CONFLICT");
            assert_eq!(grace.ask(REMOVE_ENTRY, save(kind, json!({ "e": id, "v": version }))).await.outcome(), "ok", "{kind}");
        }
    }

    async fn a_benefit_plan_ends_and_one_that_no_one_was_in_is_removed(world: World) {
        let (grace, ana) = (world.acting("grace").await, world.acting("ana").await);
        let at = outfitters(&world).await;
        let mine = ana.standing("Cedar Outfitters").await;
        let own = json!({ "t": mine.tenant, "c": mine.company, "e": mine.employee });
        const BENEFITS: &str = "query ($t: ID!, $c: ID!, $e: ID!) { employeeBenefits(tenantId: $t, companyId: $c, employeeId: $e) {
            results { benefitName endDate } } }";
        let names = async || {
            let shown = ana.ask(BENEFITS, own.clone()).await;
            shown.data("/employeeBenefits/results").as_array().unwrap().clone()
        };
        let name = names().await[0]["benefitName"].clone();
        let plans = entries(&grace, &at, "benefitPlan").await;
        let plan = plans.iter().find(|row| row["name"] == name).unwrap().clone();
        let of = with(&at, json!({ "k": "benefitPlan", "e": plan["id"], "v": plan["version"] }));
        let before = world.rows().await;
        let refusal = grace.ask(REMOVE_ENTRY, of.clone()).await;
        refused(&refusal, "PLAN_IN_USE", None);
        let without = with(&of, json!({ "i": { "name": plan["name"] } }));
        refused(&grace.ask(SAVE_ENTRY, without).await, "PLAN_CATEGORY_MISSING", Some("category"));
        assert_eq!(world.rows().await["benefit_plan"], before["benefit_plan"]);

        let input = |last: String| json!({ "code": plan["code"], "name": plan["name"], "category": "Medical", "lastDay": last });
        let today = TODAY.to_string();
        let saved = grace.ask(SAVE_ENTRY, with(&of, json!({ "i": input(today.clone()) }))).await;
        let version = saved.data("/saveCompanyEntry/version").clone();
        let still = names().await.into_iter().find(|row| row["benefitName"] == name).unwrap();
        assert_eq!(still["endDate"], json!(today), "on its last day");
        let ended = with(&of, json!({ "v": version, "i": input(TODAY.plus_days(-1).to_string()) }));
        assert_eq!(grace.ask(SAVE_ENTRY, ended).await.outcome(), "ok");
        assert!(names().await.iter().all(|row| row["benefitName"] != name), "and no longer after it");

        let new = with(&at, json!({ "k": "benefitPlan", "i": { "name": "Commuter card", "category": "Other" } }));
        let added = grace.ask(SAVE_ENTRY, new.clone()).await.data("/saveCompanyEntry").clone();
        refused(&grace.ask(SAVE_ENTRY, new).await, "NAME_TAKEN", Some("name"));
        let gone = with(&at, json!({ "k": "benefitPlan", "e": added["id"], "v": added["version"] }));
        assert_eq!(grace.ask(REMOVE_ENTRY, gone).await.outcome(), "ok");
    }

    async fn the_tenants_logo_and_access_after_leaving_are_set(world: World) {
        let (grace, at) = (world.acting("grace").await, outfitters(&world).await);
        let read = "query ($t: ID!) { tenantSetup(tenantId: $t) { leaverAccessMonths logoUrl version } }";
        let there = grace.ask(read, at.clone()).await;
        let edit = "mutation ($t: ID!, $v: String!, $m: Int!) { editTenant(tenantId: $t, version: $v, leaverAccessMonths: $m) { leaverAccessMonths version } }";
        let (version, change) = (there.data("/tenantSetup/version"), |v: &Value, m: i64| with(&at, json!({ "v": v, "m": m })));
        assert_eq!(grace.ask(edit, change(version, 36)).await.data("/editTenant/leaverAccessMonths"), 36);
        assert_eq!(grace.ask(edit, change(version, 12)).await.outcome(), "CONFLICT");
        refused(&grace.ask(edit, change(version, 121)).await, "LEAVER_MONTHS_OUT_OF_RANGE", Some("leaverAccessMonths"));
        let set = "mutation ($t: ID!, $f: String!) { setTenantLogo(tenantId: $t, fileString: $f) { logoUrl } }";
        let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
        refused(&grace.ask(set, with(&at, json!({ "f": "PHN2Zy8+" }))).await, "INVALID_LOGO", None);
        let set = grace.ask(set, with(&at, json!({ "f": png }))).await;
        assert_eq!(set.data("/setTenantLogo/logoUrl"), &json!(format!("data:image/png;base64,{png}")));
        let ana = world.acting("ana").await;
        let logo = "query ($t: ID!) { tenantLogo(tenantId: $t) { logoUrl } }";
        assert_eq!(ana.ask(logo, at.clone()).await.data("/tenantLogo/logoUrl"), set.data("/setTenantLogo/logoUrl"));
        let remove = "mutation ($t: ID!) { removeTenantLogo(tenantId: $t) { logoUrl } }";
        assert_eq!(grace.ask(remove, at.clone()).await.data("/removeTenantLogo/logoUrl"), &Value::Null);
        assert_eq!(grace.ask(remove, at).await.outcome(), "NOT_FOUND");
    }
}
