//! Types of time off with their policies: added, changed from a day on, ended and removed, as administrators do.

use crate::world::{Actor, Reply, TODAY, World, both, command};
use serde_json::{Value, json};

const LIST: &str = "query ($t: ID!, $c: ID!) { listTimeOffPolicies(tenantId: $t, companyId: $c, limit: 100) {
    results { id name hasBalance rules { accrual rates { years hours } cap } rulesFrom rulesToday { accrual } endsOn version } } }";
const SAVE: &str = "mutation ($t: ID!, $c: ID!, $y: ID, $v: String, $i: TimeOffPolicyInput!) {
    saveTimeOffPolicy(tenantId: $t, companyId: $c, typeId: $y, version: $v, input: $i) {
      id rules { accrual } rulesFrom rulesToday { accrual rates { hours } } version } }";
const END: &str = "mutation ($t: ID!, $c: ID!, $y: ID!, $v: String!, $d: Date) {
    endTimeOffPolicy(tenantId: $t, companyId: $c, typeId: $y, version: $v, lastDay: $d) { endsOn version } }";
const REMOVE: &str = "mutation ($t: ID!, $c: ID!, $y: ID!, $v: String!) {
    removeTimeOffPolicy(tenantId: $t, companyId: $c, typeId: $y, version: $v) { typeId } }";
const LEDGER: &str = "query ($t: ID!, $c: ID!, $e: ID!, $y: ID!, $d: Date!) {
    timeOffLedger(tenantId: $t, companyId: $c, employeeId: $e, typeId: $y, date: $d) { balance } }";
const ASK: &str = "query ($t: ID!, $c: ID!, $e: ID!, $y: ID!, $d: Date!) { previewTimeOffRequest(tenantId: $t, companyId: $c,
    employeeId: $e, input: { typeId: $y, startDate: $d, endDate: $d, unit: whole }) { refusal } }";

fn refused(reply: &Reply, code: &str, field: Option<&str>) {
    assert_eq!((reply.outcome(), reply.field()), (code, field), "{}", reply.text);
}

fn with(at: &Value, more: Value) -> Value {
    let mut all = at.clone();
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    all
}

fn yearly(name: &str, hours: &str) -> Value {
    json!({ "name": name, "hasBalance": true, "accrual": "year", "rates": [{ "years": 0, "hours": hours }],
        "payPeriod": "biweekly", "approval": "manager" })
}

async fn at(world: &World) -> Value {
    let ana = world.acting("ana").await.standing("Cedar Outfitters").await;
    json!({ "t": ana.tenant, "c": ana.company, "e": ana.employee })
}

async fn policy(grace: &Actor<'_>, at: &Value, name: &str) -> Value {
    let rows = grace.ask(LIST, at.clone()).await;
    let rows = rows.data("/listTimeOffPolicies/results").as_array().unwrap().clone();
    rows.into_iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("no {name}"))
}

async fn balance(ana: &Actor<'_>, at: &Value, of: &Value, day: impl serde::Serialize) -> Value {
    let reply = ana.ask(LEDGER, with(at, json!({ "y": of, "d": day }))).await;
    reply.data("/timeOffLedger/balance").clone()
}

both! {
    async fn a_type_is_added_and_works_for_a_person_right_away(world: World) {
        let (grace, ana, at) = (world.acting("grace").await, world.acting("ana").await, at(&world).await);
        for (input, code, field) in [
            (json!({ "name": " " }), "NAME_MISSING", "name"),
            (json!({ "rates": [] }), "RATES_MISSING", "rates"),
            (json!({ "accrual": "payPeriod" }), "PERIOD_END_MISSING", "periodEnd"),
            (json!({ "cap": "9000" }), "HOURS_OUT_OF_RANGE", "cap"),
            (json!({ "carryOverMonths": 13 }), "MONTHS_OUT_OF_RANGE", "carryOverMonths"),
            (json!({ "waitingDays": -1 }), "POLICY_DAYS_OUT_OF_RANGE", "waitingDays"),
            (json!({ "name": "Vacation" }), "NAME_TAKEN", "name"),
            (json!({ "name": "vaCation" }), "NAME_TAKEN", "name"),
        ] {
            refused(&grace.ask(SAVE, with(&at, json!({ "i": with(&yearly("Study", "16"), input) }))).await, code, Some(field));
        }
        let added = grace.ask(SAVE, with(&at, json!({ "i": yearly("Study", "16") }))).await;
        let id = added.data("/saveTimeOffPolicy/id").clone();
        let balances = "query ($t: ID!, $c: ID!, $e: ID!) { timeOffBalances(tenantId: $t, companyId: $c, employeeId: $e) { typeId type } }";
        let shown = ana.ask(balances, at.clone()).await;
        assert!(shown.text.contains(id.as_str().unwrap()), "{}", shown.text);
        let asked = ana.ask(ASK, with(&at, json!({ "y": id, "d": "2027-03-03" }))).await;
        assert_eq!(asked.data("/previewTimeOffRequest/refusal"), &Value::Null, "{}", asked.text);
    }

    /// Ana was hired years ago, and gets nothing for the years before there was such a type.
    async fn a_new_type_is_earned_from_its_first_day(world: World) {
        let (grace, ana, at) = (world.acting("grace").await, world.acting("ana").await, at(&world).await);
        let every_other_week = |more: Value| {
            let base = json!({ "accrual": "payPeriod", "periodEnd": "2026-11-20", "rates": [{ "years": 0, "hours": "4" }] });
            with(&yearly("Study", "4"), with(&base, more))
        };
        let past = with(&at, json!({ "i": every_other_week(json!({ "from": TODAY.plus_days(-1) })) }));
        refused(&grace.ask(SAVE, past).await, "POLICY_FROM_PAST", Some("from"));
        let preview = "query ($t: ID!, $c: ID!, $e: ID!, $i: TimeOffPolicyInput!) { previewTimeOffPolicy(tenantId: $t,
            companyId: $c, employeeId: $e, input: $i) { days { day after } } }";
        let shown = grace.ask(preview, with(&at, json!({ "i": every_other_week(json!({})) }))).await;
        let added = grace.ask(SAVE, with(&at, json!({ "i": every_other_week(json!({})) }))).await;
        let study = added.data("/saveTimeOffPolicy/id").clone();
        for (day, hours) in [("2026-11-16", "0.00"), ("2026-11-20", "4.00"), ("2026-12-04", "8.00")] {
            assert_eq!(balance(&ana, &at, &study, day).await, hours, "{day}");
        }
        for row in shown.data("/previewTimeOffPolicy/days").as_array().unwrap() {
            assert_eq!(balance(&ana, &at, &study, row["day"].clone()).await, row["after"], "{row}");
        }
        // By the year: what is left of this one, from the first day on.
        let input = with(&yearly("Course", "24"), json!({ "from": "2026-12-01" }));
        let added = grace.ask(SAVE, with(&at, json!({ "i": input }))).await;
        let course = added.data("/saveTimeOffPolicy/id").clone();
        for (day, hours) in [("2026-11-30", "0.00"), ("2026-12-01", "2.00"), ("2027-01-01", "26.00")] {
            assert_eq!(balance(&ana, &at, &course, day).await, hours, "{day}");
        }
        let early = ana.ask(ASK, with(&at, json!({ "y": course, "d": "2026-11-24" }))).await;
        assert_eq!(early.data("/previewTimeOffRequest/refusal"), "INSUFFICIENT_BALANCE", "{}", early.text);
    }

    async fn rules_change_from_a_day_on_and_leave_what_was_earned(world: World) {
        let (grace, ana, at) = (world.acting("grace").await, world.acting("ana").await, at(&world).await);
        let there = policy(&grace, &at, "Vacation").await;
        let of = &there["id"];
        let from = TODAY.plus_days(30);
        let (today, eve) = (balance(&ana, &at, of, TODAY).await, balance(&ana, &at, of, from.plus_days(-1)).await);
        let change = |version: &Value, more: Value| {
            let input = with(&yearly("Vacation", "400"), more);
            with(&at, json!({ "y": of, "v": version, "i": input }))
        };
        let version = &there["version"];
        refused(&grace.ask(SAVE, change(version, json!({}))).await, "POLICY_FROM_MISSING", Some("from"));
        refused(&grace.ask(SAVE, change(version, json!({ "from": TODAY.plus_days(-1) }))).await, "POLICY_FROM_PAST", Some("from"));
        let uncounted = json!({ "hasBalance": false, "from": from });
        refused(&grace.ask(SAVE, change(version, uncounted)).await, "POLICY_BALANCE_FIXED", Some("hasBalance"));

        let preview = "query ($t: ID!, $c: ID!, $e: ID!, $y: ID, $i: TimeOffPolicyInput!) { previewTimeOffPolicy(tenantId: $t,
            companyId: $c, typeId: $y, employeeId: $e, input: $i) { of { firstName } rateBefore rateAfter days { day before after } } }";
        let shown = grace.ask(preview, change(version, json!({ "from": from }))).await;
        assert_eq!(shown.data("/previewTimeOffPolicy/of/firstName"), "Ana", "{}", shown.text);
        assert_eq!(shown.data("/previewTimeOffPolicy/days/0/before"), &today);
        assert_eq!(shown.data("/previewTimeOffPolicy/days/0/after"), &today);
        let next_year = shown.data("/previewTimeOffPolicy/days/3").clone();
        assert_ne!(next_year["before"], next_year["after"]);
        assert_eq!(policy(&grace, &at, "Vacation").await["version"], *version, "a preview saves nothing");

        let saved = grace.ask(SAVE, change(version, json!({ "from": from }))).await;
        assert_eq!(saved.data("/saveTimeOffPolicy/rulesFrom"), &json!(from), "{}", saved.text);
        assert_ne!(saved.data("/saveTimeOffPolicy/rulesToday"), &Value::Null);
        assert_eq!(balance(&ana, &at, of, TODAY).await, today);
        assert_eq!(balance(&ana, &at, of, from.plus_days(-1)).await, eve);
        assert_eq!(balance(&ana, &at, of, next_year["day"].clone()).await, next_year["after"]);
        let late = grace.ask(SAVE, change(version, json!({ "from": from }))).await;
        assert_eq!(late.outcome(), "CONFLICT", "{}", late.text);
        let version = saved.data("/saveTimeOffPolicy/version");
        refused(
            &grace.ask(SAVE, change(version, json!({ "cap": "500", "from": TODAY }))).await,
            "POLICY_FROM_TOO_EARLY",
            Some("from"),
        );
        let again = grace.ask(SAVE, change(version, json!({ "cap": "500", "from": from }))).await;
        assert_eq!(again.data("/saveTimeOffPolicy/rulesFrom"), &json!(from), "it took the place of what never counted");
        let events = "SELECT count(*) FROM audit_event WHERE action = 'time_off_type.edit' AND actor_id IS NOT NULL";
        assert_eq!(world.count(events).await, 2);
    }

    async fn a_type_ends_and_what_people_have_stays(world: World) {
        let (grace, ana, at) = (world.acting("grace").await, world.acting("ana").await, at(&world).await);
        let there = policy(&grace, &at, "Vacation").await;
        let of = &there["id"];
        let last = TODAY.plus_days(60);
        let (then, requests) = (balance(&ana, &at, of, last).await, world.rows().await["time_off_request"].clone());
        let end = |version: &Value, day: Value| with(&at, json!({ "y": of, "v": version, "d": day }));
        refused(&grace.ask(END, end(&there["version"], json!(TODAY.plus_days(-1)))).await, "END_IN_PAST", Some("lastDay"));
        let ended = grace.ask(END, end(&there["version"], json!(last))).await;
        assert_eq!(ended.data("/endTimeOffPolicy/endsOn"), &json!(last), "{}", ended.text);
        let after = ana.ask(ASK, with(&at, json!({ "y": of, "d": "2027-03-03" }))).await;
        assert_eq!(after.data("/previewTimeOffRequest/refusal"), "TIME_OFF_TYPE_ENDED", "{}", after.text);
        assert_eq!(balance(&ana, &at, of, last).await, then);
        assert_eq!(world.rows().await["time_off_request"], requests);
        let open = grace.ask(END, end(ended.data("/endTimeOffPolicy/version"), Value::Null)).await;
        assert_eq!(open.data("/endTimeOffPolicy/endsOn"), &Value::Null);
        let after = ana.ask(ASK, with(&at, json!({ "y": of, "d": "2027-03-03" }))).await;
        assert_ne!(after.data("/previewTimeOffRequest/refusal"), "TIME_OFF_TYPE_ENDED", "{}", after.text);

        let used = policy(&grace, &at, "Vacation").await;
        let blocked = grace.ask(REMOVE, with(&at, json!({ "y": of, "v": used["version"] }))).await;
        assert_eq!(blocked.outcome(), "POLICY_IN_USE", "{}", blocked.text);
        assert!(blocked.body["errors"][0]["extensions"]["uses"]["people"].as_i64().unwrap() > 0);
        let added = grace.ask(SAVE, with(&at, json!({ "i": yearly("Study", "16") }))).await;
        let study = json!({ "y": added.data("/saveTimeOffPolicy/id"), "v": added.data("/saveTimeOffPolicy/version") });
        assert_eq!(grace.ask(REMOVE, with(&at, study)).await.outcome(), "ok");
    }
}

/// At the terminal: the same use cases, with the operator's name in the trail.
#[test]
fn an_operator_looks_after_companies_holidays_and_policies_at_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let run = |words: &[&[&str]]| {
        let mut command = command(&words.concat());
        command
            .env("ATRIUM_DATA_DIR", folder.path())
            .env("ATRIUM_MASTER_KEY", "3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=");
        let output = command.output().unwrap();
        let texts = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        (output.status.success(), texts.concat())
    };
    let company = |words: &[&str]| run(&[&["--as", "Kim", "company", "--tenant", "Cedar Group"], words]);
    let holiday =
        |words: &[&str]| run(&[&["holiday", "--tenant", "Cedar Group", "--company", "Cedar Coast"], words]);
    let policy =
        |words: &[&str]| run(&[&["policy", "--tenant", "Cedar Group", "--company", "Cedar Coast"], words]);
    assert!(!company(&["list"]).0, "there is no tenant yet");
    let url = format!("sqlite:{}", folder.path().join("atrium.db").display());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let sql = |sql: &'static str, values: Vec<db::Value>| {
        runtime.block_on(async {
            let db = db::Db::connect(&url, db::Options::default()).await.unwrap();
            let mut tx = db.begin_write().await.unwrap();
            tx.exec(sql, values).await.unwrap();
            tx.commit().await.unwrap();
            db.close().await;
        });
    };
    let tenant = uuid::Uuid::from_u128(7);
    sql(
        "INSERT INTO tenant (id, name, created_at) VALUES ($1, 'Cedar Group', $2)",
        db::params![tenant, jiff::Timestamp::UNIX_EPOCH],
    );
    let (done, text) = company(&["--json", "add", "Cedar Coast", "--time-zone", "UTC"]);
    assert!(done && text.contains("\"name\":\"Cedar Coast\""), "{text}");
    assert!(company(&["list"]).1.contains("Cedar Coast  UTC"));
    let (done, text) = company(&["edit", "Cedar Coast", "--time-zone", "Mars"]);
    assert!(!done && text.contains("time zone"), "{text}");
    assert!(company(&["edit", "Cedar Coast", "--time-zone", "america/denver"]).1.contains("America/Denver"));
    assert!(company(&["show", "Cedar Coast", "--json"]).1.contains("\"payPeriod\":\"weekly\""));
    assert!(company(&["leaver-access", "36"]).1.contains("36 months"));

    assert!(holiday(&["add", "2031-07-04", "Independence Day"]).0);
    assert!(holiday(&["list"]).1.contains("2031-07-04  Independence Day"));
    assert!(holiday(&["remove", "2031-07-04"]).0);
    let (done, text) = holiday(&["remove", "2031-07-04"]);
    assert!(!done && text.contains("there is no holiday on 2031-07-04"), "{text}");

    sql(
        "INSERT INTO time_off_type (id, tenant_id, company_id, name, position, has_balance, accrual, rates, pay_period,
           period_end, negative_hours, waiting_days, approval)
         SELECT tenant_id, tenant_id, id, 'Study', 1, TRUE, 'none', '[]', 'weekly', '2026-01-03', 0, 0, 'none' FROM company",
        vec![],
    );
    assert!(policy(&["list"]).1.contains("Study"));
    let (done, text) = policy(&["--json", "end", "Study", "--last-day", "2099-01-01"]);
    assert!(done && text.contains("\"endsOn\":\"2099-01-01\""), "{text}");
    let (done, text) = policy(&["end", "Study"]);
    assert!(!done && text.contains("--last-day <YYYY-MM-DD>"), "it says what to pass: {text}");
    assert!(policy(&["list", "--json"]).1.contains("2099-01-01"), "and takes nothing back");
    assert!(policy(&["--json", "end", "Study", "--never"]).1.contains("\"endsOn\":null"));
    let (done, text) = policy(&["end", "Vacation", "--never"]);
    assert!(!done && text.contains("there is no type of time off"), "{text}");
    assert!(policy(&["remove", "Study"]).0);
}
