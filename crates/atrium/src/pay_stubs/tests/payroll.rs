//! What payroll does with stubs after and before payday, in a tenant that started empty: voids, replacements, bad rows, and
//! the day a stub can be seen.

use super::{ids, list, print, units};
use crate::import::{Heard, run_as};
use crate::pdf_reader::Pdf;
use crate::world::{Actor, Standing, TODAY, World, both};
use atrium::access::{self, OperatorScope};
use atrium::all_features::IMPORT_KINDS;
use atrium::import::{Outcome, RunOptions};
use atrium::pay_stubs::tell_of_stubs;
use atrium::shared::clock::Clock;
use serde_json::{Value, json};

const COMPANY: &str = "Juniper Tools";
const PEOPLE: &str =
    "username,first_name,last_name,email,language,company,employee_code,date_of_birth,original_hire_date
jordan.reyes,Jordan,Reyes,jordan@juniper.example,en,Juniper Tools,9001,1990-04-23,2021-03-01
noemi.ruiz,Noemí,Ruiz,noemi@juniper.example,es,Juniper Tools,9002,1988-01-31,2022-03-01
";
const ROLES: &str = "username,role,company
jordan.reyes,Employee,Juniper Tools
noemi.ruiz,Employee,Juniper Tools
";
const HEAD: &str = "company,employee_code,check_date,check_number,period_begin,period_end,line,item,rate,hours,current,ytd,last_four,replaces,replaces_date\n";

/// One line of a check of 9001.
fn line(check: &str, line: &str) -> String {
    let (date, number) = check.split_once(' ').unwrap();
    format!("Juniper Tools,9001,{date},{number},2026-10-01,2026-10-14,{line}\n")
}

fn check(named: &str, lines: &[&str]) -> String {
    lines.iter().map(|text| line(named, text)).collect()
}

/// October 16, October 30 and November 13, as payroll printed them.
fn history() -> String {
    let first = check(
        "2026-10-16 30100",
        &[
            "earning,REG,20.00,80,1600.00,1600.00,,,",
            "tax,FIT,,,160.00,160.00,,,",
            "deposit,Cedar Bank,,,1440.00,,8815,,",
        ],
    );
    let second = check(
        "2026-10-30 A-30200",
        &[
            "earning,REG,20.00,80,1600.00,3200.00,,,",
            "tax,FIT,,,160.00,320.00,,,",
            "before_tax,DENTAL,,,20.00,20.00,,,",
            "deposit,Cedar Bank,,,1420.00,,8815,,",
        ],
    );
    let third = check(
        "2026-11-13 30300",
        &[
            "earning,REG,20.333,7.77,157.98,3357.98,,,",
            "tax,FIT,,,10.00,330.00,,,",
            "before_tax,DENTAL,,,-20.00,0.00,,,",
            "reimbursement,MILEAGE,,,42.50,42.50,,,",
            "employer,401K-ER,,,30.00,30.00,,,",
            "deposit,Cedar Bank,,,210.47,,8815,,",
        ],
    );
    format!("{HEAD}{first}{second}{third}")
}

/// The first check again, with an hour more.
fn correction() -> String {
    let lines = check(
        "2026-10-16 30100",
        &[
            "earning,REG,20.00,81,1620.00,1620.00,,30100,",
            "tax,FIT,,,162.00,162.00,,,",
            "deposit,Cedar Bank,,,1458.00,,8815,,",
        ],
    );
    format!("{HEAD}{lines}")
}

struct Payroll {
    world: World,
    scope: OperatorScope,
}

impl Payroll {
    async fn begin(demo: &World) -> Payroll {
        let world = World::empty(demo.engine).await;
        let link = atrium::setup::new_link(&world.app).await.unwrap().unwrap();
        let form = json!({
            "token": link.split_once("token=").unwrap().1, "tenantName": "Juniper", "companyName": COMPANY,
            "timeZone": "America/Los_Angeles", "firstName": "Grace", "lastName": "O'Neil", "email": "grace@juniper.example",
            "username": "grace", "password": "nine slow turtles wander",
        });
        let reply = world.nobody().post("/login/setup", form.to_string(), &[]).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        let tenant = atrium::upstreams::tenant_called(&world.app.db, "Juniper").await.unwrap().unwrap();
        let payroll = Payroll { scope: access::operator(tenant), world };
        payroll.takes(&[("people.csv", PEOPLE), ("roles.csv", ROLES)]).await;
        // Everyone signs in with the demo's password, which a real tenant refuses.
        let of_demo = "SELECT c.hash FROM password_credential c JOIN person p ON p.id = c.person_id WHERE p.username = 'ana'";
        let (hash,): (String,) = demo.app.db.one(of_demo, vec![]).await.unwrap();
        payroll.world.change("UPDATE password_credential SET hash = $1", db::params![hash]).await;
        payroll.world.change("INSERT INTO password_credential (person_id, tenant_id, hash, changed_at)
            SELECT p.id, p.tenant_id, c.hash, c.changed_at FROM person p JOIN password_credential c ON c.tenant_id = p.tenant_id
            WHERE p.username <> 'grace'", vec![]).await;
        payroll.world.delivered().await;
        payroll
    }

    async fn brings(&self, files: &[(&str, &str)], sets_aside: bool) -> (Outcome, Heard) {
        let options = RunOptions { sets_aside, ..RunOptions::default() };
        run_as(&self.world, &self.scope, files, options).await
    }

    async fn takes(&self, files: &[(&str, &str)]) -> Outcome {
        let (outcome, heard) = self.brings(files, false).await;
        assert_eq!(heard.faults, Vec::<String>::new());
        outcome
    }

    async fn jordan(&self) -> (Actor<'_>, Standing) {
        let jordan = self.world.acting("jordan.reyes").await;
        let at = jordan.standing(COMPANY).await;
        (jordan, at)
    }
}

async fn stubs(actor: &Actor<'_>, at: &Standing, more: &str) -> Vec<Value> {
    let query = format!(
        "query ($t: ID!, $c: ID!, $e: ID!) {{ listEmployeePayStubs(tenantId: $t, companyId: $c, employeeId: $e{more}) {{
           results {{ id details {{ checkDate checkNumber }} voidedOn replacedBy {{ id checkNumber }} replaces {{ id }} isRestated
             rounding sums {{ gross taxes deductions reimbursed net }} sumsToDate {{ gross taxes deductions reimbursed net }}
             earnings {{ description current yearToDate rounding }} withheld {{ description current yearToDate }}
             reimbursements {{ description current yearToDate }} employerContributions {{ description current yearToDate }}
             totals {{ netPay totalDirDep checkAmountCurrent }} }} years }} }}"
    );
    actor.ask(&query, ids(at)).await.data("/listEmployeePayStubs/results").as_array().unwrap().clone()
}

fn numbers(stubs: &[Value]) -> Vec<&str> {
    stubs.iter().map(|stub| stub["details"]["checkNumber"].as_str().unwrap()).collect()
}

fn to_date(stub: &Value, sum: &str) -> i64 {
    units(&stub["sumsToDate"][sum]) / 100
}

async fn business(world: &World) -> std::collections::BTreeMap<String, Vec<String>> {
    let mut rows = world.rows().await;
    let record = ["outbox_message", "event", "event_head", "import_run", "import_change"];
    rows.retain(|table, _| !record.contains(&table.as_str()));
    rows
}

async fn later(world: &World, days: i64) -> World {
    world.node(|app| app.clock = Clock::with_business_day(TODAY.plus_days(days))).await
}

const CHANGE: &str = "query ($t: ID!, $c: ID!, $e: ID!, $id: ID!, $b: ID) {
    employeePaystubChange(tenantId: $t, companyId: $c, employeeId: $e, afterId: $id, beforeId: $b) {
      before { id } difference causes { kind effect } arrivals { before after } } }";

both! {
    async fn a_stub_has_what_payroll_really_pays_and_says_where_a_cent_went(demo: World) {
        let payroll = Payroll::begin(&demo).await;
        payroll.takes(&[("stubs.csv", &history())]).await;
        let (jordan, at) = payroll.jordan().await;
        let all = stubs(&jordan, &at, "").await;
        assert_eq!(numbers(&all), ["30300", "A-30200", "30100"]);
        let newest = &all[0];
        // 20.333 × 7.77 is 157.9874: printed as 157.98, and its net is off the lines by one more cent.
        assert_eq!(newest["sums"], json!({ "gross": "157.98", "taxes": "10.00", "deductions": "-20.00", "reimbursed": "42.50", "net": "210.47" }));
        assert_eq!(newest["rounding"], "-0.01");
        assert_eq!(newest["earnings"][0]["rounding"], "-0.01");
        assert_eq!(newest["totals"], json!({ "netPay": "210.47", "totalDirDep": "210.47", "checkAmountCurrent": "0.00" }));
        assert_eq!(newest["reimbursements"][0], json!({ "description": "Mileage", "current": "42.50", "yearToDate": "42.50" }));
        assert_eq!(newest["employerContributions"][0]["description"], "401(k) match");
        assert_eq!((&all[1]["rounding"], &all[1]["earnings"][0]["rounding"]), (&Value::Null, &Value::Null));
        let id = newest["id"].as_str().unwrap();
        for (language, employer, cent) in [("en", "Paid by your employer", "by one cent"), ("es", "Pagado por su empleador", "en un centavo")] {
            let text = Pdf::read(&print(&jordan, &at, id, language).await).structure().text.clone();
            assert!(text.contains(employer) && text.contains(cent) && text.contains("42.50"), "{text}");
        }
        let mut compared = ids(&at);
        compared["id"] = json!(id);
        let change = jordan.ask(CHANGE, compared).await.data("/employeePaystubChange").clone();
        let effects: i64 = change["causes"].as_array().unwrap().iter().map(|cause| units(&cause["effect"])).sum();
        assert_eq!(effects, units(&change["difference"]));
        assert!(change["causes"].as_array().unwrap().iter().any(|cause| cause["kind"] == "REIMBURSEMENT"));
    }

    async fn a_corrected_check_leaves_the_year_and_the_other_takes_its_place(demo: World) {
        let payroll = Payroll::begin(&demo).await;
        payroll.takes(&[("stubs.csv", &history())]).await;
        // Signing in leaves rows, too.
        let (jordan, at) = payroll.jordan().await;
        let before = business(&payroll.world).await;
        let outcome = payroll.takes(&[("more.csv", &correction())]).await;
        assert_eq!((outcome.added, outcome.changed), (1, 1), "a stub, and the one it replaces");
        let all = stubs(&jordan, &at, "").await;
        assert_eq!(numbers(&all), ["30300", "A-30200", "30100", "30100"]);
        let (new, old) = (&all[2], &all[3]);
        assert_eq!((&old["voidedOn"], &old["replacedBy"]["id"], &new["replaces"]["id"]), (&json!("2026-11-16"), &new["id"], &old["id"]));
        assert_eq!((&old["sums"]["net"], &new["sums"]["net"]), (&json!("1440.00"), &json!("1458.00")), "the old one stays as it was");
        // What came after it now counts 1,620.00 instead of 1,600.00.
        let year: Vec<[i64; 2]> = all.iter().map(|stub| [to_date(stub, "gross"), to_date(stub, "taxes")]).collect();
        assert_eq!(year, [[337_798, 33_200], [322_000, 32_200], [162_000, 16_200], [160_000, 16_000]]);
        assert_eq!(all.iter().map(|stub| stub["isRestated"] == true).collect::<Vec<_>>(), [true, true, false, false]);
        assert_eq!(numbers(&stubs(&jordan, &at, ", withoutVoided: true").await), ["30300", "A-30200", "30100"]);
        for (language, void, by) in [("en", "VOID", "Check 30100 of Oct 16, 2026 replaces it."), ("es", "ANULADO", "Lo reemplaza el cheque 30100 del ")] {
            let shown = |bytes: Vec<u8>| Pdf::read(&bytes).structure().text.clone();
            let voided = shown(print(&jordan, &at, old["id"].as_str().unwrap(), language).await);
            assert!(voided.contains(void) && voided.contains(by), "{voided}");
            assert!(!shown(print(&jordan, &at, new["id"].as_str().unwrap(), language).await).contains(void));
        }
        // Compared with the check before that counts, and on request with the one it replaced.
        let mut compared = ids(&at);
        compared["id"] = all[1]["id"].clone();
        assert_eq!(jordan.ask(CHANGE, compared.clone()).await.data("/employeePaystubChange/before/id"), &new["id"]);
        (compared["id"], compared["b"]) = (new["id"].clone(), old["id"].clone());
        assert_eq!(jordan.ask(CHANGE, compared).await.data("/employeePaystubChange/difference"), "18.00");
        // The same files again change nothing, in any order.
        for files in [[("a.csv", correction()), ("b.csv", history())], [("a.csv", history()), ("b.csv", correction())]] {
            let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
            let outcome = payroll.takes(&files).await;
            assert_eq!((outcome.added, outcome.changed), (0, 0));
        }
        let scope = &payroll.scope;
        let undone = atrium::import::undo(&payroll.world.app, scope, &IMPORT_KINDS, &mut |line| panic!("{line}")).await.unwrap();
        assert!(undone.added > 0);
        assert_eq!(business(&payroll.world).await, before);
    }

    async fn a_filed_stub_is_the_same_under_its_employees_new_code_and_name(demo: World) {
        let payroll = Payroll::begin(&demo).await;
        payroll.takes(&[("stubs.csv", &history())]).await;
        let sql = "UPDATE employee SET employee_code = '7001', last_name = 'Reyes-Ruiz' WHERE employee_code = '9001'";
        payroll.world.change(sql, vec![]).await;
        let before = business(&payroll.world).await;
        let again = history().replace(",9001,", ",7001,");
        let outcome = payroll.takes(&[("again.csv", &again)]).await;
        assert_eq!((outcome.added, outcome.changed, outcome.same), (0, 0, 3));
        let other = correction().replace(",9001,", ",7001,").replace(",,30100,", ",,,");
        let account = again.replace(",8815,", ",8816,");
        for text in [&other, &account] {
            let (outcome, heard) = payroll.brings(&[("other.csv", text)], false).await;
            assert!(outcome.faults > 0 && heard.faults.iter().all(|says| says.contains("different content")), "{:?}", heard.faults);
        }
        assert_eq!(business(&payroll.world).await, before, "not even another heading");
        // A stub that is new says the new code; those that were filed keep theirs.
        payroll.takes(&[("more.csv", &correction().replace(",9001,", ",7001,"))]).await;
        let headings = "SELECT count(*) FROM pay_stub s JOIN pay_stub_heading h ON h.id = s.heading_id
            WHERE h.document LIKE '%\"employeeNumber\":\"7001\"%'";
        assert_eq!(payroll.world.count(headings).await, 1);
        for text in [again, correction().replace(",9001,", ",7001,")] {
            let outcome = payroll.takes(&[("again.csv", &text)]).await;
            assert_eq!((outcome.added, outcome.changed), (0, 0));
        }
    }

    async fn a_voided_check_is_no_ones_last_pay(demo: World) {
        let payroll = Payroll::begin(&demo).await;
        payroll.takes(&[("stubs.csv", &history())]).await;
        let voided = "company,employee_code,check_date,check_number,voided_on\nJuniper Tools,9001,2026-10-30,a-30200,2026-11-10\nJuniper Tools,9001,2026-11-13,030300,2026-11-16\n";
        let outcome = payroll.takes(&[("void.csv", voided)]).await;
        assert_eq!(outcome.changed, 2);
        assert_eq!(payroll.takes(&[("void.csv", voided)]).await.changed, 0);
        let (jordan, at) = payroll.jordan().await;
        assert_eq!(numbers(&stubs(&jordan, &at, ", withoutVoided: true, limit: 1").await), ["30100"]);
        let all = stubs(&jordan, &at, "").await;
        assert_eq!(all.iter().filter(|stub| stub["voidedOn"].is_null()).count(), 1);
        // A new check in the place of one that was voided before; it counts what payroll says.
        let new = format!("{HEAD}{}", check("2026-11-16 30301", &[
            "earning,REG,20.00,8,160.00,1760.00,,A-30200,2026-10-30", "tax,FIT,,,10.00,170.00,,,", "check,,,,,150.00,,,",
        ]));
        payroll.takes(&[("new.csv", &new)]).await;
        let all = stubs(&jordan, &at, "").await;
        let old = all.iter().find(|stub| stub["details"]["checkNumber"] == "A-30200").unwrap();
        assert_eq!((&old["voidedOn"], &old["replacedBy"]["checkNumber"]), (&json!("2026-11-10"), &json!("30301")));
        let newest = &stubs(&jordan, &at, ", withoutVoided: true, limit: 1").await[0];
        assert_eq!((&newest["totals"]["checkAmountCurrent"], to_date(newest, "gross")), (&json!("150.00"), 176_000));
    }

    async fn what_cannot_be_voided_or_replaced_is_refused_and_changes_nothing(demo: World) {
        let payroll = Payroll::begin(&demo).await;
        payroll.takes(&[("stubs.csv", &history())]).await;
        payroll.takes(&[("more.csv", &correction())]).await;
        let before = business(&payroll.world).await;
        let void = |row: &str| format!("company,employee_code,check_date,check_number,voided_on\n{row}\n");
        let replacing = |number: &str| format!("{HEAD}{}", check("2026-11-14 30400", &[
            &format!("earning,REG,20.00,8,160.00,4000.00,,{number},"), "check,,,,,160.00,,,",
        ]));
        for (file, says) in [
            (void("Juniper Tools,9001,2026-10-16,777,2026-11-01"), "this employee has no check 777"),
            (void("Juniper Tools,9001,2026-10-17,30100,2026-11-01"), "this employee has no check 30100"),
            (void("Juniper Tools,9009,2026-10-16,30100,2026-11-01"), "this company has no employee \"9009\""),
            (void("Juniper Tools,9001,2026-10-16,30100,2026-12-01"), "a check can't be voided on a day to come"),
            (void("Juniper Tools,9001,2026-10-16,30 100,2026-11-01"), "a check number has up to 30 letters and digits, and no spaces"),
            (replacing("777"), "this employee has no check 777"),
            (history().replace("1600.00,1600.00", "1600.00,1700.00"),
             "check 30100 of 9001 was already filed with different content; a stub never changes. To correct it, repeat its number in replaces"),
            (replacing("30300").replace("160.00,4000.00", "160.02,4000.00"),
             "the stub does not add up: hours times rate don't equal an earning's amount, even with a cent of rounding"),
        ] {
            let (outcome, heard) = payroll.brings(&[("file.csv", &file)], false).await;
            assert!(outcome.faults > 0 && heard.faults[0].ends_with(says), "{:?}", heard.faults);
        }
        // One check takes the place of one other.
        let twice = format!("{}{}", replacing("30300"), check("2026-11-15 30500", &[
            "earning,REG,20.00,8,160.00,4160.00,,30300,", "check,,,,,320.00,,,",
        ]));
        let (_, heard) = payroll.brings(&[("twice.csv", &twice)], false).await;
        assert_eq!(heard.faults, ["twice.csv 4 14 replaces: check 30300 was already replaced by check 30400"]);
        assert_eq!(business(&payroll.world).await, before);
    }

    async fn a_check_that_was_pasted_twice_is_refused(demo: World) {
        let payroll = Payroll::begin(&demo).await;
        let before = business(&payroll.world).await;
        let lines = ["earning,REG,20.00,80,1600.00,1600.00,,,", "tax,FIT,,,160.00,160.00,,,", "check,,,,,1440.00,,,"];
        let once = check("2026-10-16 30100", &lines);
        let by_line: String = once.lines().map(|line| format!("{line}\n{line}\n")).collect();
        for (rows, pairs) in [(format!("{once}{once}"), [(2, 5), (3, 6)]), (by_line, [(2, 3), (4, 5)])] {
            let (_, heard) = payroll.brings(&[("stubs.csv", &format!("{HEAD}{rows}"))], false).await;
            let says = pairs.map(|(first, again)| {
                format!("stubs.csv {again} 7 line: lines {first} and {again} are the same: a row counts only once in a check")
            });
            assert_eq!(heard.faults, says);
        }
        assert_eq!(business(&payroll.world).await, before);
        payroll.takes(&[("stubs.csv", &format!("{HEAD}{once}"))]).await;
    }

    async fn bad_stubs_are_set_aside_whole_and_the_others_go_in(demo: World) {
        let payroll = Payroll::begin(&demo).await;
        // The deposits of the second are too high, and the third belongs to no one.
        let broken = history().replace("deposit,Cedar Bank,,,1420.00", "deposit,Cedar Bank,,,1520.00")
            .replace("9001,2026-11-13", "9099,2026-11-13");
        let before = business(&payroll.world).await;
        let (outcome, heard) = payroll.brings(&[("stubs.csv", &broken)], false).await;
        assert_eq!((outcome.faults, heard.aside.len()), (2, 0));
        assert_eq!(business(&payroll.world).await, before, "nothing goes in without being told to");
        let (outcome, heard) = payroll.brings(&[("stubs.csv", &broken)], true).await;
        assert_eq!((outcome.faults, outcome.set_aside), (0, 2));
        assert_eq!(heard.aside, [
            "stubs.csv 5 (4 rows): the stub does not add up: the deposits are more than the net pay",
            "stubs.csv 9 (6 rows): this company has no employee \"9099\"",
        ]);
        let (jordan, at) = payroll.jordan().await;
        assert_eq!(numbers(&stubs(&jordan, &at, "").await), ["30100"]);
        // Corrected, the same file completes what is there.
        let outcome = payroll.takes(&[("stubs.csv", &history())]).await;
        assert!(outcome.added > 0);
        assert_eq!(numbers(&stubs(&jordan, &at, "").await), ["30300", "A-30200", "30100"]);
        // Faults elsewhere still keep everything out.
        let (outcome, _) = payroll.brings(&[("stubs.csv", &correction()), ("roles.csv", "username,role,company\nnobody,Employee,Juniper Tools\n")], true).await;
        assert_eq!(outcome.faults, 1);
        assert_eq!(stubs(&jordan, &at, "").await.len(), 3);
    }

    async fn a_stub_is_there_from_the_day_its_company_chose_and_its_owner_is_told_once(demo: World) {
        let payroll = Payroll::begin(&demo).await;
        let world = &payroll.world;
        payroll.takes(&[("stubs.csv", &history())]).await;
        // It's November 16; the check of the 13th is news, the older ones aren't.
        tell_of_stubs(&world.app).await.unwrap();
        assert_eq!(world.delivered().await.len(), 1);
        let ahead = format!("{HEAD}{}", check("2026-11-20 30400", &[
            "earning,REG,20.00,8,160.00,3517.98,,,", "deposit,Cedar Bank,,,160.00,,8815,,",
        ]));
        payroll.takes(&[("ahead.csv", &ahead)]).await;
        let (jordan, at) = payroll.jordan().await;
        let (id,): (uuid::Uuid,) =
            world.app.db.one("SELECT id FROM pay_stub WHERE check_number = '30400'", vec![]).await.unwrap();
        let token = world.token("jordan.reyes").await;
        let sees = async |days: i64| {
            let node = later(world, days).await;
            let actor = node.holding(&token);
            let is_listed = numbers(&stubs(&actor, &at, "").await).contains(&"30400");
            let mut one = ids(&at);
            one["id"] = json!(id.to_string());
            let open = "query ($t: ID!, $c: ID!, $e: ID!, $id: ID!) {
                employeePaystub(tenantId: $t, companyId: $c, employeeId: $e, paystubId: $id) { paystubString } }";
            let answers = [actor.ask(open, one.clone()).await.outcome().to_owned(), actor.ask(CHANGE, one).await.outcome().to_owned()];
            assert_eq!(answers, [if is_listed { "ok" } else { "NOT_FOUND" }; 2]);
            is_listed
        };
        assert_eq!((sees(0).await, sees(3).await, sees(4).await), (false, false, true));
        assert_eq!(list(&jordan, &at, "").await["years"], json!([2026]));
        for (setting, first) in [("3", 1), ("at_import", 0), ("7", 0), ("from_pay_date", 4)] {
            let settings = format!("company,is_processing,stubs_visible\nJuniper Tools,no,{setting}\n");
            payroll.takes(&[("settings.csv", &settings)]).await;
            assert!(sees(first).await, "{setting}");
            assert!(first == 0 || !sees(first - 1).await, "{setting}");
        }
        let (outcome, heard) = payroll.brings(&[("settings.csv", "company,is_processing,stubs_visible\nJuniper Tools,no,8\n")], false).await;
        assert_eq!(outcome.faults, 1);
        assert!(heard.faults[0].contains("from 1 to 7"), "{:?}", heard.faults);

        // The day before, no one is told; on the day, once, however many nodes there are.
        let eve = later(world, 3).await;
        tell_of_stubs(&eve.app).await.unwrap();
        assert_eq!(world.delivered().await.len(), 0);
        let payday = later(world, 4).await;
        let rounds = futures_util::future::join_all((0..4).map(|_| tell_of_stubs(&payday.app))).await;
        assert!(rounds.iter().any(Result::is_ok));
        tell_of_stubs(&payday.app).await.unwrap();
        let mails = world.delivered().await;
        assert_eq!(mails.len(), 1);
        assert!(mails[0].text.contains(&format!("/pay/paystub/{id}")) && mails[0].text.contains("Nov 20, 2026"), "{}", mails[0].text);
        let said = mails[0].text.replace(&format!("{id}"), "");
        assert!(!said.contains('$') && !said.contains("160"), "no amounts: {said}");
        let notices = jordan.ask("{ listNotices { results { kind startDate } } }", json!({})).await;
        assert_eq!(notices.data("/listNotices/results/0"), &json!({ "kind": "payStubHere", "startDate": "2026-11-20" }));
        assert_eq!(notices.data("/listNotices/results").as_array().unwrap().len(), 2);
    }

    async fn an_import_that_is_undone_or_voided_before_payday_tells_no_one(demo: World) {
        let payroll = Payroll::begin(&demo).await;
        let world = &payroll.world;
        let ahead = |number: &str| format!("{HEAD}{}", check(&format!("2026-11-20 {number}"), &[
            "earning,REG,20.00,8,160.00,160.00,,,", "deposit,Cedar Bank,,,160.00,,8815,,",
        ]));
        payroll.takes(&[("voided.csv", &ahead("30400"))]).await;
        payroll.takes(&[("void.csv", "company,employee_code,check_date,check_number,voided_on\nJuniper Tools,9001,2026-11-20,30400,2026-11-16\n")]).await;
        let before = business(world).await;
        payroll.takes(&[("undone.csv", &ahead("30401"))]).await;
        atrium::import::undo(&world.app, &payroll.scope, &IMPORT_KINDS, &mut |line| panic!("{line}")).await.unwrap();
        assert_eq!(business(world).await, before);
        let payday = later(world, 4).await;
        tell_of_stubs(&payday.app).await.unwrap();
        assert_eq!(world.delivered().await.len(), 0);
        assert_eq!(world.count("SELECT count(*) FROM pay_stub_notice").await, 0);
    }

    async fn the_setting_is_in_the_console_and_at_the_terminal(demo: World) {
        let payroll = Payroll::begin(&demo).await;
        let grace = payroll.world.acting("grace").await;
        let at = payroll.jordan().await.1;
        let ask = "query ($t: ID!, $c: ID!) { companySetup(tenantId: $t, companyId: $c) { stubsVisible version } }";
        let place = json!({ "t": at.tenant, "c": at.company });
        let there = grace.ask(ask, place.clone()).await;
        assert_eq!(there.data("/companySetup/stubsVisible"), "fromPayDate");
        let edit = "mutation ($t: ID!, $c: ID!, $v: String!) {
            editCompany(tenantId: $t, companyId: $c, version: $v, input: { stubsVisible: twoDaysBefore }) { stubsVisible } }";
        let mut variables = place.clone();
        variables["v"] = there.data("/companySetup/version").clone();
        let edited = grace.ask(edit, variables.clone()).await;
        assert_eq!(edited.data("/editCompany/stubsVisible"), "twoDaysBefore");
        assert_eq!(grace.ask(edit, variables).await.outcome(), "CONFLICT");
        let jordan = payroll.world.acting("jordan.reyes").await;
        assert_eq!(jordan.ask(ask, place).await.outcome(), "FORBIDDEN");
        let sql = "SELECT count(*) FROM company_payroll WHERE stubs_visible = '2'";
        assert_eq!(payroll.world.count(sql).await, 1);
    }
}
