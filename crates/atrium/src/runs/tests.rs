//! Pay calendars as people of the demo world, on both engines.

use crate::deposits::account;
use crate::world::{Actor, Reply, TODAY, World, both};
use atrium::access;
use atrium::all_features::IMPORT_KINDS;
use atrium::import::{Effect, File, RunOptions, Told};
use serde_json::{Value, json};

const OUTFITTERS: &str = "Cedar Outfitters";
const LIST: &str = "query ($t: ID!, $c: ID!, $f: Date) { listPayRuns(tenantId: $t, companyId: $c, from: $f, limit: 100) {
    results { id payGroupId payGroupName periodBegin periodEnd cutoffDay cutoffTime cutoffAt payDate state isMarked version } } }";
const PREVIEW: &str = "query ($t: ID!, $c: ID!, $s: PayScheduleInput!) {
    previewPayRuns(tenantId: $t, companyId: $c, input: $s) { periodBegin periodEnd cutoffDay payDate overlaps } }";
const ADD: &str = "mutation ($t: ID!, $c: ID!, $s: PayScheduleInput!) { addPayRuns(tenantId: $t, companyId: $c, input: $s) { added } }";
const SAVE: &str = "mutation ($t: ID!, $c: ID!, $r: ID, $v: Int, $i: PayRunInput!) {
    savePayRun(tenantId: $t, companyId: $c, runId: $r, version: $v, input: $i) { id cutoffAt payDate version } }";
const REMOVE: &str = "mutation ($t: ID!, $c: ID!, $r: ID!, $v: Int!) {
    removePayRun(tenantId: $t, companyId: $c, runId: $r, version: $v) { runId } }";
const SET: &str = "mutation ($t: ID!, $c: ID!, $r: ID!, $v: Int!, $to: PayRunState!) {
    setPayRunState(tenantId: $t, companyId: $c, runId: $r, version: $v, state: $to) { id state isMarked version } }";
const TIMING: &str = "query ($t: ID!, $c: ID!, $e: ID!, $m: ID, $f: Date, $w: Date) {
    payTiming(tenantId: $t, companyId: $c, employeeId: $e, managerId: $m, from: $f, worked: $w) {
      countsFor approveBy processing nextPayday } }";

fn refused(reply: &Reply, code: &str, field: Option<&str>) {
    assert_eq!((reply.outcome(), reply.field()), (code, field), "{}", reply.text);
}

fn with(at: &Value, more: Value) -> Value {
    let mut all = at.clone();
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    all
}

/// Ana's company, and Ana in it.
async fn outfitters(world: &World) -> Value {
    let ana = world.acting("ana").await.standing(OUTFITTERS).await;
    json!({ "t": ana.tenant, "c": ana.company, "e": ana.employee })
}

async fn runs(actor: &Actor<'_>, at: &Value) -> Vec<Value> {
    let reply = actor.ask(LIST, with(at, json!({ "f": TODAY }))).await;
    reply.data("/listPayRuns/results").as_array().unwrap().clone()
}

/// Ana's next two runs.
async fn of_ana(world: &World, at: &Value) -> (Value, Value) {
    let sql = "SELECT g.name FROM employee e JOIN person p ON p.id = e.person_id JOIN pay_group g ON g.id = e.pay_group_id
        JOIN company c ON c.id = e.company_id WHERE p.username = 'ana' AND c.name = 'Cedar Outfitters'";
    let group = world.app.db.one::<(String,)>(sql, vec![]).await.unwrap().0;
    let all = runs(&world.acting("grace").await, at).await;
    let mut own = all.into_iter().filter(|run| run["payGroupName"] == json!(group));
    (own.next().unwrap(), own.next().unwrap())
}

async fn import(world: &World, text: &str) -> (Vec<Effect>, Vec<String>) {
    let tenant = atrium::upstreams::tenant_called(&world.app.db, "Cedar Group").await.unwrap().unwrap();
    let content = Box::new(std::io::Cursor::new(text.as_bytes().to_vec()));
    let file = File::new("pay-calendar.csv".to_owned(), content, None);
    let (mut heard, mut faults) = (vec![], vec![]);
    let mut tell = |told: Told<'_>| match told {
        Told::Row { effect, .. } => heard.push(effect),
        Told::Fault { fault, .. } => faults.push(fault.says.clone()),
        _ => {}
    };
    let options = RunOptions::default();
    let scope = access::operator(tenant);
    let done = atrium::import::import(&world.app, &scope, &IMPORT_KINDS, vec![file], options, &mut tell);
    done.await.unwrap();
    (heard, faults)
}

both! {
    async fn a_schedule_is_shown_and_added_as_a_whole_and_its_runs_change_while_they_are_open(world: World) {
        let (grace, at) = (world.acting("grace").await, outfitters(&world).await);
        let add_group = "mutation ($t: ID!, $c: ID!) {
            saveCompanyEntry(tenantId: $t, companyId: $c, kind: payGroup, input: { name: \"Interns\" }) { id version } }";
        let group = grace.ask(add_group, at.clone()).await.data("/saveCompanyEntry").clone();
        // Its first payday would be the Saturday after Thanksgiving, and the company is closed on the two days before it.
        let schedule = |group: &Value| json!({ "s": {
            "payGroupId": group, "every": "weekly", "firstBegin": "2026-11-15", "firstPayday": "2026-11-28", "cutoffDays": 2,
            "cutoffTime": "17:00", "count": 3,
        } });
        let shown = grace.ask(PREVIEW, with(&at, schedule(&group["id"]))).await;
        let shown = shown.data("/previewPayRuns").as_array().unwrap().clone();
        assert_eq!(shown.len(), 3);
        assert_eq!((&shown[0]["payDate"], &shown[0]["overlaps"]), (&json!("2026-11-25"), &json!(false)), "{shown:?}");
        let before = world.rows().await;
        // Everyone includes the groups that have runs.
        let everyone = grace.ask(PREVIEW, with(&at, schedule(&Value::Null))).await;
        assert_eq!(everyone.data("/previewPayRuns/0/overlaps"), true);
        refused(&grace.ask(ADD, with(&at, schedule(&Value::Null))).await, "RUN_OVERLAP", Some("periodBegin"));
        let mut wrong = schedule(&group["id"]);
        wrong["s"]["cutoffTime"] = json!("5 pm");
        refused(&grace.ask(ADD, with(&at, wrong)).await, "RUN_CUTOFF_TIME", Some("cutoffTime"));
        assert_eq!(world.rows().await["pay_run"], before["pay_run"]);
        assert_eq!(grace.ask(ADD, with(&at, schedule(&group["id"]))).await.data("/addPayRuns/added"), 3);
        refused(&grace.ask(ADD, with(&at, schedule(&group["id"]))).await, "RUN_OVERLAP", Some("periodBegin"));

        let own: Vec<Value> = runs(&grace, &at).await.into_iter().filter(|run| run["payGroupId"] == group["id"]).collect();
        let days: Vec<_> = own.iter().map(|run| (&run["cutoffDay"], &run["payDate"])).collect();
        let planned: Vec<_> = shown.iter().map(|run| (&run["cutoffDay"], &run["payDate"])).collect();
        assert_eq!(days, planned);
        let input = |run: &Value, cutoff: &Value| json!({ "r": run["id"], "v": run["version"], "i": {
            "payGroupId": run["payGroupId"], "periodBegin": run["periodBegin"], "periodEnd": run["periodEnd"], "cutoffDay": cutoff,
            "cutoffTime": "09:30", "payDate": run["payDate"],
        } });
        let edit = with(&at, input(&own[1], &own[1]["payDate"]));
        let edited = grace.ask(SAVE, edit.clone()).await.data("/savePayRun").clone();
        assert!(edited["cutoffAt"].as_str().unwrap().ends_with("T17:30:00Z"), "half past nine in Portland: {edited}");
        assert_eq!(grace.ask(SAVE, edit).await.outcome(), "CONFLICT");
        let mut into = input(&own[2], &own[2]["cutoffDay"]);
        into["i"]["periodBegin"] = own[1]["periodEnd"].clone();
        refused(&grace.ask(SAVE, with(&at, into)).await, "RUN_OVERLAP", Some("periodBegin"));

        let of = |run: &Value, version: &Value| json!({ "r": run["id"], "v": version });
        let closed = grace.ask(SET, with(&at, with(&of(&own[1], &edited["version"]), json!({ "to": "processing" })))).await;
        let closed = closed.data("/setPayRunState").clone();
        assert_eq!((&closed["state"], &closed["isMarked"]), (&json!("processing"), &json!(true)));
        let late = with(&at, of(&own[1], &closed["version"]));
        refused(&grace.ask(REMOVE, late.clone()).await, "RUN_NOT_OPEN", None);
        refused(&grace.ask(SET, with(&late, json!({ "to": "processing" }))).await, "RUN_WRONG_STATE", None);
        let again = grace.ask(SET, with(&late, json!({ "to": "open" }))).await;
        assert_eq!(again.data("/setPayRunState/isMarked"), false, "its cut-off is still to come");
        let gone = with(&at, of(&own[1], again.data("/setPayRunState/version")));
        assert_eq!(grace.ask(REMOVE, gone.clone()).await.outcome(), "ok");
        assert_eq!(grace.ask(REMOVE, gone).await.outcome(), "NOT_FOUND");
        let remove_group = "mutation ($t: ID!, $c: ID!, $g: ID!, $v: String!) {
            removeCompanyEntry(tenantId: $t, companyId: $c, kind: payGroup, entryId: $g, version: $v) { entryId } }";
        let blocked = grace.ask(remove_group, with(&at, json!({ "g": group["id"], "v": group["version"] }))).await;
        assert_eq!(blocked.outcome(), "ENTRY_IN_USE", "{}", blocked.text);
        assert_eq!(blocked.body["errors"][0]["extensions"]["uses"]["runs"], 2);
        let events = "SELECT count(*) FROM audit_event WHERE action LIKE 'pay_run.%'";
        assert_eq!(world.count(events).await, 5);
    }

    async fn while_a_run_is_processed_accounts_stay_and_other_changes_count_for_the_next(world: World) {
        let (grace, at) = (world.acting("grace").await, outfitters(&world).await);
        let ana = world.acting("ana").await;
        let (next, later) = of_ana(&world, &at).await;
        let status = async || {
            let query = "query ($t: ID!, $c: ID!, $e: ID!) {
                directDeposits(tenantId: $t, companyId: $c, employeeId: $e) { processing }
                own: companyPayrollStatus(tenantId: $t, companyId: $c, employeeId: $e) { processing }
                any: companyPayrollStatus(tenantId: $t, companyId: $c) { processing } }";
            let reply = ana.ask(query, at.clone()).await;
            ["directDeposits", "own", "any"].map(|name| reply.data(&format!("/{name}/processing")) == true)
        };
        let timing = async |more: Value| ana.ask(TIMING, with(&at, more)).await.data("/payTiming").clone();
        assert_eq!(status().await, [false; 3]);
        let now = timing(json!({})).await;
        assert_eq!((&now["countsFor"], &now["approveBy"]), (&next["payDate"], &next["cutoffAt"]));
        assert_eq!((&now["processing"], &now["nextPayday"]), (&Value::Null, &next["payDate"]));
        // From a day after that payday on, or for days of the next period.
        assert_eq!(timing(json!({ "f": later["payDate"] })).await["countsFor"], later["payDate"]);
        assert_eq!(timing(json!({ "w": later["periodBegin"] })).await["countsFor"], later["payDate"]);

        // The other group's run concerns the company and not Ana.
        let other = runs(&grace, &at).await.into_iter().find(|run| run["payGroupId"] != next["payGroupId"]).unwrap();
        let to = |run: &Value, state: &str| with(&at, json!({ "r": run["id"], "v": run["version"], "to": state }));
        grace.ask(SET, to(&other, "processing")).await.data("/setPayRunState");
        assert_eq!(status().await, [false, false, true]);
        assert_eq!(timing(json!({})).await, now);

        let closed = grace.ask(SET, to(&next, "processing")).await.data("/setPayRunState").clone();
        assert_eq!(status().await, [true; 3]);
        let during = timing(json!({})).await;
        assert_eq!((&during["processing"], &during["countsFor"]), (&next["payDate"], &later["payDate"]));
        let save = "mutation ($t: ID!, $c: ID!, $e: ID!, $i: EmployeeDataInput!) {
            putEmployeeData(tenantId: $t, companyId: $c, employeeId: $e, input: $i) { changeRequestId } }";
        let input = json!({ "i": { "directDeposit": [account("33008101")] } });
        let before = world.rows().await;
        let stopped = ana.ask(save, with(&at, input)).await;
        assert_eq!(stopped.outcome(), "PAYROLL_PROCESSING", "{}", stopped.text);
        assert_eq!(world.rows().await["direct_deposit"], before["direct_deposit"]);
        // Who decides on Ana's changes sees the same.
        let marcus = world.acting("marcus").await;
        let decider = world.person("marcus").await;
        let seen = marcus.ask(TIMING, with(&at, json!({ "m": decider }))).await;
        assert_eq!(seen.data("/payTiming"), &during);

        let paid = grace.ask(SET, to(&closed, "paid")).await.data("/setPayRunState").clone();
        assert_eq!(status().await, [false, false, true]);
        let open = grace.ask(SET, to(&paid, "open")).await.data("/setPayRunState").clone();
        assert_eq!((&open["state"], timing(json!({})).await), (&json!("open"), now));
        // The cut-off does the same by itself.
        world.change("UPDATE pay_run SET cutoff_at = $1", db::params![world.app.clock.moment("UTC") - jiff::SignedDuration::from_hours(48)]).await;
        assert_eq!(status().await, [true; 3]);
        let none = timing(json!({})).await;
        assert_eq!((&none["processing"], &none["countsFor"], &none["nextPayday"]), (&next["payDate"], &Value::Null, &next["payDate"]));
    }

    async fn payroll_and_administrators_of_a_company_look_after_its_calendar_and_no_one_else(world: World) {
        world.add_newcomers().await;
        let at = outfitters(&world).await;
        world.hold("dana", "Payroll", Some(OUTFITTERS), (None, None)).await;
        world.add_person("paola").await;
        world.hold("paola", "Payroll", Some("Cedar Logistics"), (None, None)).await;
        let (run, _) = of_ana(&world, &at).await;
        let to = with(&at, json!({ "r": run["id"], "v": run["version"], "to": "processing" }));
        let before = world.rows().await;
        for (who, outcome) in [("ana", "FORBIDDEN"), ("marcus", "FORBIDDEN"), ("paola", "NOT_FOUND"), ("lena", "NOT_FOUND")] {
            let actor = world.acting(who).await;
            for query in [LIST, SET, REMOVE] {
                assert_eq!(actor.ask(query, to.clone()).await.outcome(), outcome, "{who} {query}");
            }
        }
        assert_eq!(world.rows().await["pay_run"], before["pay_run"]);
        let dana = world.acting("dana").await;
        assert_eq!(dana.ask(SET, to).await.data("/setPayRunState/state"), "processing");
        // Someone who may look at payroll and change nothing.
        world.change("UPDATE role SET permissions = 'payroll identity:user:self' WHERE name = 'Payroll'", vec![]).await;
        let open = with(&at, json!({ "r": run["id"], "v": run["version"].as_i64().unwrap() + 1, "to": "open" }));
        assert_eq!(dana.ask(SET, open).await.outcome(), "FORBIDDEN");
        assert_eq!(dana.ask(LIST, at).await.outcome(), "ok");
    }

    async fn a_calendar_comes_by_file_and_what_is_over_stays(world: World) {
        let head = "company,pay_group,period_begin,period_end,cutoff_day,cutoff_time,pay_date,removed\n";
        let row = |begin: &str, end: &str, removed: &str| {
            format!("Cedar Outfitters,Biweekly hourly,{begin},{end},2028-01-18,17:00,2028-01-21,{removed}\n")
        };
        let first = row("2028-01-02", "2028-01-15", "");
        let (heard, faults) = import(&world, &format!("{head}{first}")).await;
        assert_eq!((heard.as_slice(), faults.len()), ([Effect::Added].as_slice(), 0), "{faults:?}");
        assert_eq!(import(&world, &format!("{head}{first}")).await.0, [Effect::Same]);
        let before = world.rows().await;
        let (_, faults) = import(&world, &format!("{head}{}", row("2028-01-09", "2028-01-22", ""))).await;
        assert!(faults.len() == 1 && faults[0].starts_with("There is already a run"), "{faults:?}");
        let (_, faults) = import(&world, &format!("{head}{}", row("2028-01-24", "2028-01-22", ""))).await;
        assert!(faults.iter().any(|says| says.starts_with("The period can't end")), "{faults:?}");
        let past = "SELECT period_begin FROM pay_run r JOIN pay_group g ON g.id = r.pay_group_id JOIN company c ON c.id = r.company_id
            WHERE c.name = 'Cedar Outfitters' AND g.name = 'Biweekly hourly' ORDER BY period_begin LIMIT 1";
        let begin = world.app.db.one::<(atrium::shared::day::Day,)>(past, vec![]).await.unwrap().0;
        let (end, day) = (begin.plus_days(13), begin.plus_days(19));
        let moved = format!("Cedar Outfitters,Biweekly hourly,{begin},{end},{day},17:00,{day},\n");
        let (_, faults) = import(&world, &format!("{head}{moved}")).await;
        assert!(faults.len() == 1 && faults[0].contains("its cut-off is over"), "{faults:?}");
        assert_eq!(world.rows().await["pay_run"], before["pay_run"]);
        // A removed run makes room for another in the same file.
        let swap = format!("{head}{}{}", row("2028-01-02", "2028-01-15", "yes"), row("2028-01-09", "2028-01-22", ""));
        let (heard, faults) = import(&world, &swap).await;
        assert_eq!((heard.len(), faults.len()), (2, 0), "{faults:?}");
        assert_eq!(world.count("SELECT count(*) FROM pay_run WHERE pay_date = '2028-01-21'").await, 1);
    }
}
