//! Pay stubs through the API and in the whole demo world, on both engines.

#[path = "tests/payroll.rs"]
mod payroll;

use crate::pdf_reader::{Element, Pdf};
use crate::world::{Actor, Standing, TODAY, World, both};
use base64::{Engine, engine::general_purpose::STANDARD};
use jiff::civil::Date;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const OUTFITTERS: &str = "Cedar Outfitters";
const ARGUMENTS: &str = "tenantId: $t, companyId: $c, employeeId: $e";

fn ids(at: &Standing) -> Value {
    json!({ "t": at.tenant, "c": at.company, "e": at.employee })
}

async fn list(actor: &Actor<'_>, at: &Standing, more: &str) -> Value {
    let query = format!(
        "query ($t: ID!, $c: ID!, $e: ID!) {{ listEmployeePayStubs({ARGUMENTS}{more}) {{
           results {{ id details {{ checkDate }} sums {{ gross taxes deductions net }} }} links {{ next previous }} years }} }}"
    );
    actor.ask(&query, ids(at)).await.data("/listEmployeePayStubs").clone()
}

fn check_dates(page: &Value) -> Vec<String> {
    let results = page["results"].as_array().unwrap();
    results.iter().map(|stub| stub["details"]["checkDate"].as_str().unwrap().to_owned()).collect()
}

async fn open(actor: &Actor<'_>, at: &Standing, id: &str, language: &str) -> Value {
    let query = format!(
        "query ($t: ID!, $c: ID!, $e: ID!, $id: ID!, $l: String) {{ employeePaystub({ARGUMENTS}, paystubId: $id, language: $l) {{
           id title {{ employeeName companyName address1 address2 city state zip_Code }}
           details {{ companyNumber employeeNumber checkDate checkNumber periodBegin periodEnd }}
           lines {{ checkLine {{ earnDescription earnRate earnHours earnCurrent earnYTD dedDescription dedCurrent dedYTD }} }}
           totals {{ totalEarnHours totalEarnCurrent totalEarnYTD totalDedCurrent totalDedYTD netPay totalDirDep
             checkAmountCurrent checkAmountYTD }}
           sums {{ gross taxes deductions net }} sumsToDate {{ gross taxes deductions net }}
           earnings {{ description rate hours current yearToDate }} withheld {{ kind description current yearToDate }}
           deposits {{ bankName bankAccountType lastFour amount percentage isBalance }}
           basis {{ department payFrequency payRate federalStatus }} }} }}"
    );
    let mut variables = ids(at);
    variables["id"] = json!(id);
    variables["l"] = json!(language);
    actor.ask(&query, variables).await.data("/employeePaystub").clone()
}

/// The stub with its net pay split over this many accounts, and with extra deductions of zero.
async fn reprint(world: &World, id: &str, accounts: usize, deductions: usize) {
    let id: uuid::Uuid = id.parse().unwrap();
    let sql = "SELECT h.id, h.document, s.lines, s.gross - s.taxes - s.deductions FROM pay_stub s
        JOIN pay_stub_heading h ON h.id = s.heading_id WHERE s.id = $1";
    let (heading_id, document, lines, net): (uuid::Uuid, String, String, i64) =
        world.app.db.one(sql, db::params![id]).await.unwrap();
    let (mut document, mut lines): (Value, Value) =
        (serde_json::from_str(&document).unwrap(), serde_json::from_str(&lines).unwrap());
    // The longest name there is, every time.
    let longest = document["accounts"]
        .as_array()
        .unwrap()
        .iter()
        .max_by_key(|account| account["bank"].as_str().unwrap().len());
    document["accounts"] = Value::from(vec![longest.unwrap().clone(); accounts]);
    let (count, cent) = (accounts as i64, 100);
    let each = net / count / cent * cent;
    let amount = |nth: i64| if nth == 0 { net - each * (count - 1) } else { each };
    lines["d"] = (0..count).map(|nth| json!([nth, amount(nth)])).collect();
    let withheld = lines["a"].as_array_mut().unwrap();
    withheld.retain(|line| !line[0].as_str().unwrap().starts_with("Extra"));
    withheld.extend((0..deductions).map(|nth| json!([format!("Extra deduction {nth}"), 0, 0])));
    world
        .change(
            "UPDATE pay_stub_heading SET document = $2 WHERE id = $1",
            db::params![heading_id, document.to_string()],
        )
        .await;
    world.change("UPDATE pay_stub SET lines = $2 WHERE id = $1", db::params![id, lines.to_string()]).await;
}

async fn print(actor: &Actor<'_>, at: &Standing, id: &str, language: &str) -> Vec<u8> {
    let query = format!(
        "query ($t: ID!, $c: ID!, $e: ID!, $id: ID!, $l: String) {{
           employeePaystub({ARGUMENTS}, paystubId: $id, language: $l) {{ paystubString }} }}"
    );
    let mut variables = ids(at);
    variables["id"] = json!(id);
    variables["l"] = json!(language);
    let reply = actor.ask(&query, variables).await;
    STANDARD.decode(reply.data("/employeePaystub/paystubString").as_str().unwrap()).unwrap()
}

/// `1234567.89` the way people read it.
fn grouped(decimal: &str) -> String {
    let (whole, fraction) = decimal.split_once('.').unwrap();
    let digits: Vec<char> = whole.chars().collect();
    let groups: Vec<String> = digits.rchunks(3).rev().map(|group| group.iter().collect()).collect();
    format!("{}.{fraction}", groups.join(","))
}

/// A decimal on the wire, in ten-thousandths.
fn units(value: &Value) -> i64 {
    let text = value.as_str().unwrap();
    let (whole, fraction) = text.split_once('.').unwrap();
    let sign = if text.starts_with('-') { -1 } else { 1 };
    sign * (whole.trim_start_matches('-').parse::<i64>().unwrap() * 10_000
        + format!("{fraction:0<4}").parse::<i64>().unwrap())
}

fn sum<'a>(rows: impl IntoIterator<Item = &'a Value>, field: &str) -> i64 {
    rows.into_iter().filter(|row| !row[field].is_null()).map(|row| units(&row[field])).sum()
}

both! {
    async fn an_employee_reads_their_history_newest_first_and_each_stub_once(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing(OUTFITTERS).await;
        let (mut seen, mut ids) = (vec![], vec![]);
        let mut cursor = String::new();
        loop {
            let page = list(&ana, &at, &format!(", limit: 20, cursor: \"{cursor}\"")).await;
            seen.extend(check_dates(&page));
            ids.extend(page["results"].as_array().unwrap().iter().map(|stub| stub["id"].as_str().unwrap().to_owned()));
            match page["links"]["next"].as_str() {
                Some(next) => cursor = next.to_owned(),
                None => break,
            }
        }
        assert!(seen.iter().rev().is_sorted(), "{seen:?}");
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), seen.len());
        // Every other Friday for 24 months.
        assert_eq!((seen.len(), seen[0].as_str(), seen[51].as_str()), (52, "2026-11-13", "2024-11-29"));
    }

    async fn the_history_of_a_year_has_that_year_only_and_its_cursors_open_no_other(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing(OUTFITTERS).await;
        let page = list(&ana, &at, ", year: 2025, limit: 10").await;
        assert_eq!(page["years"], json!([2026, 2025, 2024]));
        let next = page["links"]["next"].as_str().unwrap();
        let rest = list(&ana, &at, &format!(", year: 2025, limit: 100, cursor: \"{next}\"")).await;
        let dates: Vec<String> = check_dates(&page).into_iter().chain(check_dates(&rest)).collect();
        assert_eq!(dates.len(), 26);
        assert!(dates.iter().all(|date| date.starts_with("2025-")), "{dates:?}");

        let query = "query ($t: ID!, $c: ID!, $e: ID!, $y: Int, $k: String) {
            listEmployeePayStubs(tenantId: $t, companyId: $c, employeeId: $e, year: $y, cursor: $k) { results { id } } }";
        for (year, cursor, code) in [(2024, next, "INVALID_CURSOR"), (99_999, "", "DATE_OUT_OF_RANGE"), (1899, "", "DATE_OUT_OF_RANGE")] {
            let mut variables = ids(&at);
            variables["y"] = json!(year);
            variables["k"] = json!(cursor);
            assert_eq!(ana.ask(query, variables).await.outcome(), code, "{year}");
        }
        assert_eq!(list(&ana, &at, ", year: 2031").await["results"], json!([]));
    }

    async fn a_stub_says_what_the_spec_says_and_adds_up(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing(OUTFITTERS).await;
        let newest = list(&ana, &at, ", limit: 1").await["results"][0].clone();
        let stub = open(&ana, &at, newest["id"].as_str().unwrap(), "en").await;
        assert_eq!(stub["title"]["employeeName"], "Ana Morales");
        assert_eq!(stub["title"]["companyName"], OUTFITTERS);
        assert_eq!(stub["title"]["state"], "OR");
        assert_eq!(stub["details"]["periodBegin"], "2026-10-25");
        assert_eq!(stub["details"]["periodEnd"], "2026-11-07");
        let lines = stub["lines"]["checkLine"].as_array().unwrap();
        let totals = &stub["totals"];
        assert_eq!(sum(lines, "earnCurrent"), units(&totals["totalEarnCurrent"]));
        assert_eq!(sum(lines, "earnYTD"), units(&totals["totalEarnYTD"]));
        assert_eq!(sum(lines, "dedCurrent"), units(&totals["totalDedCurrent"]));
        assert_eq!(sum(lines, "dedYTD"), units(&totals["totalDedYTD"]));
        assert_eq!(units(&totals["netPay"]), units(&totals["totalEarnCurrent"]) - units(&totals["totalDedCurrent"]));
        assert_eq!(sum(stub["deposits"].as_array().unwrap(), "amount"), units(&totals["totalDirDep"]));
        assert_eq!(units(&totals["checkAmountCurrent"]), units(&totals["netPay"]) - units(&totals["totalDirDep"]));
        assert_eq!(stub["sums"], newest["sums"], "what the list says is what the lines add up to");
        assert_eq!(stub["sums"]["net"], totals["netPay"]);
        let names: Vec<&str> = stub["withheld"].as_array().unwrap().iter().map(|line| line["description"].as_str().unwrap()).collect();
        assert!(names.starts_with(&["Federal income tax", "Social Security", "Medicare", "Oregon income tax"]), "{names:?}");
        // Ana saves $150 and puts the rest in her checking account.
        assert_eq!(stub["deposits"][0]["bankAccountType"], "savings");
        assert_eq!(stub["deposits"][0]["amount"], "150.00");
        assert_eq!(stub["deposits"][1]["isBalance"], true);
        assert_eq!(stub["deposits"][1]["lastFour"].as_str().unwrap().len(), 4);
    }

    async fn a_stub_speaks_the_language_that_is_asked_for_else_the_readers_own(world: World) {
        let elena = world.acting("elena").await;
        let at = elena.standing("Cedar Logistics").await;
        let id = list(&elena, &at, ", limit: 1").await["results"][0]["id"].as_str().unwrap().to_owned();
        let (english, spanish) = (open(&elena, &at, &id, "en").await, open(&elena, &at, &id, "es").await);
        assert_eq!(english["withheld"][0]["description"], "Federal income tax");
        assert_eq!(spanish["withheld"][0]["description"], "Impuesto federal sobre la renta");
        assert_eq!(english["totals"], spanish["totals"]);
        // From this stub on, her team's night premium has its own line.
        assert!(english["earnings"].as_array().unwrap().iter().any(|line| line["description"] == "Night premium"));
        let query = "query ($t: ID!, $c: ID!, $e: ID!, $id: ID!) {
            employeePaystub(tenantId: $t, companyId: $c, employeeId: $e, paystubId: $id) { basis { payFrequency } } }";
        let mut variables = ids(&at);
        variables["id"] = json!(id);
        assert_eq!(*elena.ask(query, variables.clone()).await.data("/employeePaystub/basis/payFrequency"), "Cada dos semanas");
        let other = query.replace("paystubId: $id", "paystubId: $id, language: \"fr\"");
        assert_eq!(elena.ask(&other, variables).await.outcome(), "UNKNOWN_LANGUAGE");
    }

    async fn the_pdf_says_what_the_stub_says_in_both_languages_and_is_the_same_each_time(world: World) {
        let elena = world.acting("elena").await;
        let at = elena.standing("Cedar Logistics").await;
        let id = list(&elena, &at, ", limit: 1").await["results"][0]["id"].as_str().unwrap().to_owned();
        for (language, tag, title, net) in [
            ("en", "en-US", "Earnings statement", "Net pay"),
            ("es", "es-US", "Talón de pago", "Pago neto"),
        ] {
            let bytes = print(&elena, &at, &id, language).await;
            assert_eq!(bytes, print(&elena, &at, &id, language).await, "the same bytes");
            let pdf = Pdf::read(&bytes);
            assert_eq!(pdf.catalog().get(b"Lang").unwrap().as_str().unwrap(), tag.as_bytes());
            let document = pdf.structure();
            assert_eq!(document.all("H1")[0].title, title);
            let stub = open(&elena, &at, &id, language).await;
            let shown = |value: &Value| grouped(value.as_str().unwrap());
            let tables = document.all("Table");
            let rows = |table: usize| -> Vec<Vec<String>> {
                let cells = |row: &&Element| row.children.iter().map(|cell| cell.text.clone()).collect();
                tables[table].all("TR").iter().map(cells).collect()
            };
            for line in stub["earnings"].as_array().unwrap() {
                let (rate, hours) = (&line["rate"], &line["hours"]);
                let optional = |value: &Value| if value.is_null() { String::new() } else { shown(value) };
                let expected = vec![
                    line["description"].as_str().unwrap().to_owned(), optional(rate), optional(hours),
                    shown(&line["current"]), shown(&line["yearToDate"]),
                ];
                assert!(rows(0).contains(&expected), "{expected:?} in {:?}", rows(0));
            }
            for line in stub["withheld"].as_array().unwrap() {
                let name = line["description"].as_str().unwrap().to_owned();
                let expected = vec![name, shown(&line["current"]), shown(&line["yearToDate"])];
                assert!(rows(1).contains(&expected), "{expected:?} in {:?}", rows(1));
            }
            let paid = rows(2);
            let amount = format!("${}", shown(&stub["totals"]["netPay"]));
            assert_eq!(paid.last().unwrap(), &vec![net.to_owned(), String::new(), amount.clone()]);
            let last_four = stub["deposits"][0]["lastFour"].as_str().unwrap();
            assert!(paid[1][0].ends_with(last_four), "{paid:?}");
            assert!(document.text.contains("Elena Vargas") && document.text.contains("Cedar Logistics"));
            assert!(document.all("LI").iter().any(|fact| fact.text.contains(net) && fact.text.contains(&amount)));
        }
    }

    async fn a_stub_is_one_sheet_in_both_languages(world: World) {
        for (username, company) in [
            ("ana", OUTFITTERS), ("victor", OUTFITTERS), ("evan", OUTFITTERS), ("priya", OUTFITTERS), ("elena", "Cedar Logistics"),
        ] {
            let reader = world.acting(username).await;
            let at = reader.standing(company).await;
            let id = list(&reader, &at, ", limit: 1").await["results"][0]["id"].as_str().unwrap().to_owned();
            for language in ["en", "es"] {
                let bytes = print(&reader, &at, &id, language).await;
                assert_eq!(Pdf::read(&bytes).pages.len(), 1, "{username} in {language}");
            }
        }
    }

    async fn more_accounts_stand_closer_together_rather_than_on_an_almost_empty_second_sheet(world: World) {
        let priya = world.acting("priya").await;
        let at = priya.standing(OUTFITTERS).await;
        let id = list(&priya, &at, ", limit: 1").await["results"][0]["id"].as_str().unwrap().to_owned();
        for accounts in [4, 5, 6] {
            reprint(&world, &id, accounts, 0).await;
            for language in ["en", "es"] {
                let pdf = Pdf::read(&print(&priya, &at, &id, language).await);
                assert_eq!(pdf.pages.len(), 1, "{accounts} accounts in {language}");
                let document = pdf.structure();
                assert_eq!(document.all("Table")[2].all("TR").len(), accounts + 2, "with its head and its total");
            }
        }
    }

    async fn a_stub_of_two_sheets_has_its_payment_together_on_the_second(world: World) {
        let priya = world.acting("priya").await;
        let at = priya.standing(OUTFITTERS).await;
        let id = list(&priya, &at, ", limit: 1").await["results"][0]["id"].as_str().unwrap().to_owned();
        reprint(&world, &id, 4, 8).await;
        for (language, title, note) in [("en", "How you were paid", "Issued by"), ("es", "Cómo se le pagó", "Emitido por")] {
            let pdf = Pdf::read(&print(&priya, &at, &id, language).await);
            assert_eq!(pdf.pages.len(), 2, "{language}");
            let second: String = pdf.pages[1].marked.values().map(String::as_str).collect();
            assert!(second.contains(title) && second.contains(note) && second.contains("terminada") == (language == "es"), "{second}");
            let first: String = pdf.pages[0].marked.values().map(String::as_str).collect();
            assert!(!first.contains(title) && !first.contains(note), "{first}");
            let document = pdf.structure();
            let paid = document.all("Table")[2];
            let pages: Vec<usize> = paid.all("TR").iter().flat_map(|row| &row.children).flat_map(|cell| &cell.content).map(|(page, _)| *page).collect();
            assert!(!pages.is_empty() && pages.iter().all(|page| *page == 1), "{pages:?}");
        }
    }

    async fn a_request_gets_four_pdfs_and_not_a_list_of_them(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing(OUTFITTERS).await;
        let query = |limit: u8| format!("query ($t: ID!, $c: ID!, $e: ID!) {{
            listEmployeePayStubs({ARGUMENTS}, limit: {limit}) {{ results {{ paystubString }} }} }}");
        assert_eq!(ana.ask(&query(4), ids(&at)).await.outcome(), "ok");
        let refused = ana.ask(&query(5), ids(&at)).await;
        assert_eq!((refused.status.as_u16(), refused.outcome()), (400, "LIMIT_EXCEEDED"));
        assert!(refused.body["data"].is_null() && refused.text.contains("in another request"), "{}", refused.text);
    }

    async fn a_change_is_explained_to_the_cent_between_any_two_stubs(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing(OUTFITTERS).await;
        let page = list(&ana, &at, ", limit: 30").await;
        let stubs = page["results"].as_array().unwrap();
        let query = format!("query ($t: ID!, $c: ID!, $e: ID!, $b: ID, $a: ID!) {{
            employeePaystubChange({ARGUMENTS}, beforeId: $b, afterId: $a, language: \"es\") {{
              difference before {{ id sums {{ net }} }} after {{ sums {{ net }} }} causes {{ kind description effect }}
              arrivals {{ lastFour before after }} }} }}");
        for (before, after) in [(1, 0), (0, 1), (20, 0), (29, 3), (4, 4)] {
            let mut variables = ids(&at);
            variables["b"] = stubs[before]["id"].clone();
            variables["a"] = stubs[after]["id"].clone();
            let change = ana.ask(&query, variables).await.data("/employeePaystubChange").clone();
            let difference = units(&change["difference"]);
            assert_eq!(difference, units(&stubs[after]["sums"]["net"]) - units(&stubs[before]["sums"]["net"]));
            let causes = change["causes"].as_array().unwrap();
            assert_eq!(sum(causes, "effect"), difference, "{change}");
            let arrivals = change["arrivals"].as_array().unwrap();
            assert_eq!(sum(arrivals, "after") - sum(arrivals, "before"), difference, "{change}");
            assert_eq!(causes.is_empty(), before == after);
        }
        let mut variables = ids(&at);
        variables["a"] = stubs[0]["id"].clone();
        let change = ana.ask(&query, variables).await.data("/employeePaystubChange").clone();
        assert_eq!(change["before"]["id"], stubs[1]["id"], "without another, the one just before");
    }

    async fn the_first_stub_there_is_has_none_before_it(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing(OUTFITTERS).await;
        let page = list(&ana, &at, ", year: 2024, limit: 100").await;
        let query = format!("query ($t: ID!, $c: ID!, $e: ID!, $a: ID!) {{
            employeePaystubChange({ARGUMENTS}, afterId: $a) {{ difference }} }}");
        let mut variables = ids(&at);
        variables["a"] = page["results"].as_array().unwrap().last().unwrap()["id"].clone();
        assert_eq!(ana.ask(&query, variables).await.outcome(), "NOT_FOUND");
    }

    async fn without_the_permission_of_pay_stubs_there_are_none(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing(OUTFITTERS).await;
        world.change("UPDATE role SET permissions = 'employee employee:pay' WHERE name = 'Employee'", vec![]).await;
        let query = "query ($t: ID!, $c: ID!, $e: ID!) { listEmployeePayStubs(tenantId: $t, companyId: $c, employeeId: $e) { results { id } } }";
        assert_eq!(ana.ask(query, ids(&at)).await.outcome(), "FORBIDDEN");
    }

    async fn every_stub_of_every_person_adds_up_to_the_cent(world: World) {
        let people = payroll(&world).await;
        assert_eq!(people.len(), 360, "everybody is paid");
        for (employee, stubs) in &people {
            for (index, stub) in stubs.iter().enumerate() {
                let at = format!("{employee} on {}", stub.check_date);
                let net = stub.gross - stub.taxes - stub.deductions;
                assert_eq!(stub.add("e", 3), stub.gross, "earnings of {at}");
                assert_eq!(stub.add("t", 1), stub.taxes, "taxes of {at}");
                assert_eq!(stub.add("b", 1) + stub.add("a", 1), stub.deductions, "deductions of {at}");
                assert!(net > 0 && net % 100 == 0, "net of {at}");
                let check = net - stub.add("d", 1);
                assert!(check == 0 || stub.rows("d").is_empty(), "{at}: who has accounts gets no check");
                for line in stub.rows("e").iter().filter(|line| !line[1].is_null()) {
                    let exact = line[1].as_i64().unwrap() * line[2].as_i64().unwrap();
                    assert!((exact - line[3].as_i64().unwrap() * 10_000).abs() <= 500_000, "hours at a rate: {at}");
                }
                let before = index.checked_sub(1).map(|before| &stubs[before]);
                let same_year = before.filter(|before| before.check_date.year() == stub.check_date.year());
                // The very first stub may fall in the middle of a year. Any other first stub of a year starts at
                // zero.
                if index > 0 {
                    for (kind, current) in [("e", 3), ("t", 1), ("b", 1), ("a", 1)] {
                        let mut expected = same_year.map_or(BTreeMap::new(), |before| before.by_item(kind, current + 1));
                        for (item, amount) in stub.by_item(kind, current) {
                            *expected.entry(item).or_default() += amount;
                        }
                        assert_eq!(stub.by_item(kind, current + 1), expected, "year to date, {kind}, {at}");
                    }
                    let checks = same_year.map_or(0, |before| before.lines["c"].as_i64().unwrap());
                    assert_eq!(stub.lines["c"].as_i64().unwrap(), checks + check, "checks to date of {at}");
                }
            }
        }
    }

    async fn everybody_was_paid_lately_and_missed_no_payday_in_two_years(world: World) {
        let early = TODAY.0.saturating_sub(jiff::Span::new().years(2));
        for (employee, stubs) in payroll(&world).await {
            let first = stubs.first().unwrap();
            let newest = stubs.last().unwrap();
            assert!((TODAY.0 - newest.check_date).get_days() <= 16, "{employee} was paid lately");
            assert!(first.check_date > early, "{employee}");
            let gaps = stubs.windows(2).map(|pair| (pair[1].check_date - pair[0].check_date).get_days());
            assert!(gaps.into_iter().all(|days| (12..=18).contains(&days)), "{employee} missed a payday");
        }
    }
}

/// A stub in the database, read without the application.
struct Kept {
    check_date: Date,
    gross: i64,
    taxes: i64,
    deductions: i64,
    lines: Value,
}

impl Kept {
    fn rows(&self, kind: &str) -> &Vec<Value> {
        self.lines[kind].as_array().unwrap()
    }

    fn add(&self, kind: &str, column: usize) -> i64 {
        self.rows(kind).iter().map(|row| row[column].as_i64().unwrap()).sum()
    }

    /// A line without an amount counts as none.
    fn by_item(&self, kind: &str, column: usize) -> BTreeMap<String, i64> {
        let rows = self.rows(kind).iter();
        let amounts = rows.map(|row| (row[0].as_str().unwrap().to_owned(), row[column].as_i64().unwrap()));
        amounts.filter(|(_, amount)| *amount != 0).collect()
    }
}

/// Everyone's stubs, oldest first.
async fn payroll(world: &World) -> BTreeMap<String, Vec<Kept>> {
    let sql = "SELECT e.employee_code, c.name, s.check_date, s.gross, s.taxes, s.deductions, s.lines FROM pay_stub s
        JOIN employee e ON e.id = s.employee_id JOIN company c ON c.id = e.company_id ORDER BY s.check_date";
    let rows: Vec<(String, String, Date, i64, i64, i64, String)> =
        world.app.db.all(sql, vec![]).await.unwrap();
    let mut people: BTreeMap<String, Vec<Kept>> = BTreeMap::new();
    for (code, company, check_date, gross, taxes, deductions, lines) in rows {
        let lines = serde_json::from_str(&lines).unwrap();
        let stub = Kept { check_date, gross, taxes, deductions, lines };
        people.entry(format!("{code} of {company}")).or_default().push(stub);
    }
    people
}
