//! An operator's files, imported into the demo world on both engines.

mod additional_info;
mod addresses;
mod codes;
mod companies;
mod console;
mod ending;
mod killed;
mod mapped;
mod policies;
mod profiles;
mod programs;
mod refused;
mod undone;
mod vendors;
mod whole;

use crate::world::{Browser, Engine, World, both, link_in};
use atrium::access::{self, OperatorScope};
use atrium::all_features::IMPORT_KINDS;
use atrium::import::{Effect, File, Outcome, RunOptions, Told};
use serde_json::json;
use std::collections::BTreeMap;

const ORGANIZATIONS: &str =
    "company,organization_code,organization_name,organization_type,parent_organization_code
Cedar Outfitters,30,Outlet,Division,
Cedar Outfitters,3010,Bend Store,Branch,30
";
const PEOPLE: &str = "\u{feff}username,first_name,last_name,email,phone,language,company,employee_code,date_of_birth,original_hire_date,pay_group,division,branch
jordan.reyes,Jordan,Reyes,jordan@example.com,+15035550123,en,Cedar Outfitters,9001,04/23/1990,2021-03-01,Weekly outlet,30,3010
noemi.ruiz,Noemí,\"Ruiz, Vega\",noemi@example.com,,es,Cedar Outfitters,9002,1988-01-31,3/1/2022,Weekly outlet,30,3010
sam.ortiz,Sam,Ortiz,sam@example.com,,en,,,,,,,
";
const ROLES: &str = "username,role,company
jordan.reyes,Employee,Cedar Outfitters
noemi.ruiz,Employee,Cedar Outfitters
sam.ortiz,Manager View,Cedar Outfitters
";
const LINES: &str = "manager,company,employee_code,report,area
sam.ortiz,Cedar Outfitters,9001,primary,Time Off
sam.ortiz,Cedar Outfitters,9001,primary,Personal Info
SAM.ORTIZ,Cedar Outfitters,9002,secondary,Time Off
";
const BALANCES: &str = "company,employee_code,time_off_type,day,hours
Cedar Outfitters,9001,Vacation,2026-11-01,64.5
";
const STUBS: &str = "company,employee_code,check_date,check_number,period_begin,period_end,line,item,rate,hours,current,ytd,last_four,pay_rate,city,state,zip,address_line1
Cedar Outfitters,9001,2026-11-13,30412,2026-10-26,2026-11-08,earning,REG,24.50,80,\"$1,960.00\",\"43,120.00\",,24.50,Bend,OR,97701,12 Pine St
Cedar Outfitters,9001,2026-11-13,30412,2026-10-26,2026-11-08,tax,FIT,,,180.00,3960.00,,,,,,
Cedar Outfitters,9001,2026-11-13,30412,2026-10-26,2026-11-08,before_tax,401K,,,98.00,2156.00,,,,,,
Cedar Outfitters,9001,2026-11-13,30412,2026-10-26,2026-11-08,deposit,Cedar Bank,,,1682.00,,8815,,,,,
Cedar Outfitters,9001,2026-10-30,30100,2026-10-12,2026-10-25,earning,REG,24.50,80,1960.00,41160.00,,24.50,Bend,OR,97701,12 Pine St
Cedar Outfitters,9001,2026-10-30,30100,2026-10-12,2026-10-25,check,,,,,1960.00,,,,,,
";
const W2: &str = "company,employee_code,year,ssn_last_four,wages,federal_tax,social_security_wages,social_security_tax,medicare_wages,medicare_tax,box_12,state,state_wages,state_tax
Cedar Outfitters,9001,2025,4821,50960.00,4712.00,53116.00,3293.19,53116.00,770.18,D:2156.00,OR,50960.00,3820.00
";
const DEPOSITS: &str = "company,employee_code,routing_number,account_number,account_type,amount_type,amount,priority,start_date,end_date
Cedar Outfitters,9001,920100116,004417208814,savings,percentage,10,1,2021-03-01,
Cedar Outfitters,9001,920100116,004417208815,checking,balance,,2,2021-03-01,
";
const BENEFITS: &str = "company,employee_code,plan,category,tier,employee_amount,employer_amount,pay_periods,status,start_date,link
Cedar Outfitters,9001,Evergreen Dental,Dental,Employee and spouse,14.50,$21.75,26,Enrolled,2026-01-01,https://dental.example.com
Cedar Outfitters,9002,Evergreen Dental,Dental,Employee,0,0,26,waived,1/1/2026,https://dental.example.com
";
const ALL: &[(&str, &str)] = &[
    // Any order will do.
    ("deposits.csv", DEPOSITS),
    ("benefits.csv", BENEFITS),
    ("w2.csv", W2),
    ("stubs.csv", STUBS),
    ("balances.csv", BALANCES),
    ("lines.csv", LINES),
    ("roles.csv", ROLES),
    ("people.csv", PEOPLE),
    ("organizations.csv", ORGANIZATIONS),
];

/// What a run reported: effects as `(file, line, effect, what)`, faults as sentences.
#[derive(Default)]
pub struct Heard {
    pub rows: Vec<(String, u64, Effect, String)>,
    pub faults: Vec<String>,
    pub aside: Vec<String>,
}

async fn cedar(world: &World) -> OperatorScope {
    let tenant = atrium::upstreams::tenant_called(&world.app.db, "Cedar Group").await.unwrap();
    access::operator(tenant.unwrap())
}

pub async fn run(world: &World, files: &[(&str, &str)], is_dry: bool) -> (Outcome, Heard) {
    run_as(world, &cedar(world).await, files, RunOptions { is_dry, invites: true, ..RunOptions::default() })
        .await
}

pub async fn run_as(
    world: &World,
    scope: &OperatorScope,
    files: &[(&str, &str)],
    options: RunOptions,
) -> (Outcome, Heard) {
    let file = |(name, text): &(&str, &str)| {
        let content = Box::new(std::io::Cursor::new(text.as_bytes().to_vec()));
        File::new((*name).to_owned(), content, None)
    };
    run_files(world, scope, files.iter().map(file).collect(), options).await
}

pub async fn run_files(
    world: &World,
    scope: &OperatorScope,
    files: Vec<File>,
    options: RunOptions,
) -> (Outcome, Heard) {
    let mut heard = Heard::default();
    let mut tell = |told: Told<'_>| match told {
        Told::Read(_) => {}
        Told::Row { file, line, effect, what } => {
            heard.rows.push((file.to_owned(), line, effect, what.to_owned()));
        }
        Told::SetAside { file, rows, faults, .. } => {
            let says = faults.iter().map(|fault| fault.says.as_str()).collect::<Vec<_>>();
            heard.aside.push(format!("{file} {} ({} rows): {}", rows[0].line, rows.len(), says.join("; ")));
        }
        Told::Fault { file, fault } => {
            let column = fault.column.as_ref().map(|(number, name)| format!(" {number} {name}"));
            heard.faults.push(format!("{file} {}{}: {}", fault.line, column.unwrap_or_default(), fault.says));
        }
    };
    let outcome = atrium::import::import(&world.app, scope, &IMPORT_KINDS, files, options, &mut tell).await;
    (outcome.unwrap(), heard)
}

async fn undo(world: &World) -> Result<(Outcome, Vec<String>), atrium::shared::problem::Problem> {
    let mut said = vec![];
    let scope = cedar(world).await;
    let outcome =
        atrium::import::undo(&world.app, &scope, &IMPORT_KINDS, &mut |line| said.push(line.to_owned()))
            .await?;
    Ok((outcome, said))
}

async fn code_of_ana(world: &World) -> String {
    let sql =
        "SELECT e.employee_code FROM employee e JOIN person p ON p.id = e.person_id WHERE p.username = 'ana'";
    world.app.db.one::<(String,)>(sql, vec![]).await.unwrap().0
}

/// The business data, without the letters sent and the record of imports itself.
async fn business(world: &World) -> BTreeMap<String, Vec<String>> {
    let mut rows = world.rows().await;
    rows.retain(|table, _| {
        ![
            "outbox_message",
            "event",
            "event_head",
            "import_run",
            "import_change",
            "import_job",
            "import_file",
            "import_effect",
            "import_piece",
            "import_aside",
            "watched_file",
            "bank_key",
        ]
        .contains(&table.as_str())
    });
    rows
}

both! {
    async fn nobody_who_has_left_is_invited_and_who_leaves_by_a_file_loses_their_rights(world: World) {
        let head = "username,first_name,last_name,email,company,employee_code,date_of_birth,original_hire_date,status\n";
        let new = format!("{head}gone,Gone,Gray,gone@example.com,Cedar Outfitters,9901,1980-01-01,2015-01-01,Terminated
here,Here,Hill,here@example.com,Cedar Outfitters,9902,1980-01-01,2015-01-01,Active\n");
        let (outcome, heard) = run(&world, &[("people.csv", &new)], false).await;
        assert_eq!((outcome.faults, outcome.invited), (0, 1), "{:?}", heard.faults);
        let mails = world.delivered().await;
        assert_eq!(mails.iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(), ["here@example.com"]);

        let code = code_of_ana(&world).await;
        let email = world.app.db.one::<(String,)>("SELECT email FROM person WHERE username = 'ana'", vec![]).await.unwrap().0;
        let leaves = format!("username,first_name,last_name,email,company,employee_code,status
ana,Ana,Morales,{email},Cedar Outfitters,{code},Terminated\n");
        let (outcome, heard) = run(&world, &[("people.csv", &leaves)], false).await;
        assert_eq!((outcome.faults, outcome.changed), (0, 1), "{:?}", heard.faults);
        atrium::employment::follow(&world.app).await.unwrap();
        let left = "SELECT count(*) FROM role_assignment a JOIN person p ON p.id = a.person_id JOIN company c ON c.id = a.company_id
            WHERE p.username = 'ana' AND c.name = 'Cedar Outfitters'";
        assert_eq!(world.count(left).await, 0);
        let dated = "SELECT count(*) FROM employee e JOIN person p ON p.id = e.person_id
            WHERE p.username IN ('ana', 'gone') AND e.last_day = '2026-11-16' AND e.status = 'Terminated'";
        assert_eq!(world.count(dated).await, 2);
        // Ana is told how to sign in from now on; people who never could aren't told anything.
        let told: Vec<String> = world.delivered().await.into_iter().map(|mail| mail.to).collect();
        assert_eq!(told, [email]);
    }

    async fn a_company_comes_in_from_files_and_its_people_find_everything_in_its_place(world: World) {
        let (outcome, heard) = run(&world, ALL, false).await;
        assert_eq!(heard.faults, Vec::<String>::new());
        assert_eq!((outcome.faults, outcome.changed, outcome.same, outcome.invited), (0, 0, 0, 3));
        let mails = world.delivered().await;
        let mut to: Vec<&str> = mails.iter().map(|mail| mail.to.as_str()).collect();
        to.sort_unstable();
        assert_eq!(to, ["jordan@example.com", "noemi@example.com", "sam@example.com"]);

        let mail = mails.iter().find(|mail| mail.to == "jordan@example.com").unwrap();
        let token = link_in(&mail.text, "invitation");
        let mut browser = Browser::at(&world, "127.0.0.1");
        let password = "tuba velvet moth 94";
        let reply = browser.post_json("/login/choose-password", json!({ "token": token, "password": password })).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        let request = browser.begin().await;
        let welcome = browser.type_password(&request, "jordan.reyes", password).await;
        let tokens = browser.finish(welcome).await;
        let jordan = world.holding(tokens["access_token"].as_str().unwrap());
        let at = jordan.standing("Cedar Outfitters").await;
        let ids = json!({ "t": at.tenant, "c": at.company, "e": at.employee });
        let query = "query ($t: ID!, $c: ID!, $e: ID!) {
          listEmployeePayStubs(tenantId: $t, companyId: $c, employeeId: $e) { results { details { checkNumber } sums { gross net } } }
          listEmployeeTaxReturns(tenantId: $t, companyId: $c, employeeId: $e) { results { taxPeriod } }
          employeeBenefits(tenantId: $t, companyId: $c, employeeId: $e) { employeeYearlyTotal employerYearlyTotal
            results { benefitName benefitCategory benefitTierDescription enrollmentStatus benefitLink dependents } } }";
        let reply = jordan.ask(query, ids.clone()).await;
        assert_eq!(reply.data("/listEmployeePayStubs/results/0/sums"), &json!({ "gross": "1960.00", "net": "1682.00" }));
        assert_eq!(reply.data("/listEmployeePayStubs/results/1/details/checkNumber"), "30100");
        assert_eq!(reply.data("/listEmployeeTaxReturns/results/0/taxPeriod"), "2025");
        assert_eq!(reply.data("/employeeBenefits"), &json!({
            "employeeYearlyTotal": "377.00", "employerYearlyTotal": "565.50", "results": [{
                "benefitName": "Evergreen Dental", "benefitCategory": "Dental", "benefitTierDescription": "Employee and spouse",
                "enrollmentStatus": "Enrolled", "benefitLink": "https://dental.example.com", "dependents": [] }] }));
        let balances = "query ($t: ID!, $c: ID!, $e: ID!) { timeOffBalances(tenantId: $t, companyId: $c, employeeId: $e) { type currentBalance } }";
        assert!(jordan.ask(balances, ids).await.text.contains("Vacation"));
        let sealed = "SELECT count(*) FROM direct_deposit WHERE last_four IN ('8814', '8815') AND approval = 'Approved'";
        assert_eq!(world.count(sealed).await, 2);
        assert_eq!(world.count("SELECT count(*) FROM audit_event WHERE action = 'import.applied'").await, 1);
    }

    async fn the_same_files_again_change_nothing_and_a_changed_cell_changes_one_row(world: World) {
        run(&world, ALL, false).await;
        let before = world.rows().await;
        let (outcome, heard) = run(&world, ALL, false).await;
        assert_eq!((outcome.added, outcome.changed, outcome.faults, outcome.invited), (0, 0, 0, 0), "{:?}", heard.faults);
        assert_eq!(world.rows().await, before, "not even a note of it");

        // A different address for Noemí, and a file without her phone or her job.
        let moved = "username,first_name,last_name,email\nnoemi.ruiz,Noemí,\"Ruiz, Vega\",noemi.ruiz@example.com\n";
        let (outcome, heard) = run(&world, &[("moved.csv", moved)], false).await;
        assert_eq!((outcome.added, outcome.changed, outcome.invited), (0, 1, 0));
        assert_eq!(heard.rows, [("moved.csv".into(), 2, Effect::Changed, "person noemi.ruiz: email".into())]);
        let kept = "SELECT count(*) FROM person p JOIN employee e ON e.person_id = p.id
          WHERE p.email = 'noemi.ruiz@example.com' AND p.language = 'es' AND e.employee_code = '9002'";
        assert_eq!(world.count(kept).await, 1);
    }

    async fn one_fault_anywhere_leaves_everything_as_it_was_and_each_is_named_by_line_and_column(world: World) {
        let before = world.rows().await;
        let people = "username,first_name,last_name,email,company,employee_code,date_of_birth,original_hire_date,branch
good.one,Good,One,good@example.com,Cedar Outfitters,9100,1990-01-01,2020-01-01,1010
no.mail,No,Mail,nowhere,Cedar Outfitters,9101,1990-01-01,2020-01-01,
bad.day,Bad,Day,day@example.com,Cedar Outfitters,9102,31/01/1990,2020-01-01,
,No,Name,name@example.com,Cedar Outfitters,9103,1990-01-01,2020-01-01,
no.company,No,Company,company@example.com,Cedar Underwater,9104,1990-01-01,2020-01-01,
good.one,Good,One,good@example.com,Cedar Outfitters,9100,1990-01-01,2020-01-01,1010
hugo,Hu,Go,hugo@example.com,Cedar Outfitters,9105,1990-01-01,2020-01-01,
two.codes,Two,Codes,two@example.com,Cedar Outfitters,9106,1990-01-01,2020-01-01,10
ana,Ana,Morales,ana@example.com,Cedar Outfitters,9107,1990-01-01,2020-01-01,
";
        let stubs = STUBS.replace("180.00", "1800.00").replace(",9001,", ",9100,");
        let (outcome, mut heard) = run(&world, &[("people.csv", people), ("stubs.csv", &stubs)], false).await;
        heard.faults.sort();
        assert_eq!(heard.faults, [
            format!("people.csv 10 6 employee_code: this person already has the code {} in this company", code_of_ana(&world).await).as_str(),
            "people.csv 3 4 email: \"nowhere\" is not an email address",
            "people.csv 4 7 date_of_birth: \"31/01/1990\" is not a real date",
            "people.csv 5 1 username: this can't be empty",
            "people.csv 6 5 company: there is no company \"Cedar Underwater\"",
            "people.csv 7 1 username: an earlier row in this file has the same key",
            "people.csv 8 1 username: someone in another tenant has this username",
            "people.csv 9 9 branch: this company has no branch with this code",
            "stubs.csv 2: the stub does not add up: the deposits are more than the net pay",
        ]);
        assert_eq!(outcome.faults, 9);
        let (_, heard) = run(&world, &[("stubs.csv", &STUBS.replace(",9001,", ",9999,"))], false).await;
        let nobody = "this company has no employee \"9999\"";
        assert_eq!(heard.faults, [format!("stubs.csv 2 2 employee_code: {nobody}"), format!("stubs.csv 6 2 employee_code: {nobody}")]);
        assert_eq!(world.rows().await, before);
        assert!(world.delivered().await.is_empty(), "nobody hears of an import that failed");
    }

    async fn a_benefit_is_changed_by_its_row_and_a_plan_is_the_same_in_every_row(world: World) {
        run(&world, ALL, false).await;
        let raised = "company,employee_code,plan,category,employee_amount,employer_amount,pay_periods,start_date
Cedar Outfitters,9001,Evergreen Dental,Dental,15.50,21.75,26,2026-01-01
";
        let (outcome, heard) = run(&world, &[("raised.csv", raised)], false).await;
        assert_eq!((outcome.added, outcome.changed, outcome.same), (0, 1, 1), "{:?}", heard.faults);
        assert!(heard.rows.contains(&("raised.csv".into(), 2, Effect::Changed, "Evergreen Dental of 9001: employee_amount".into())));
        let kept = "SELECT count(*) FROM benefit_enrollment b JOIN benefit_plan p ON p.id = b.plan_id
          WHERE p.link = 'https://dental.example.com' AND b.tier = 'Employee and spouse' AND b.employee_amount = 155000";
        assert_eq!(world.count(kept).await, 1, "columns that are not in the file stay");

        let before = world.rows().await;
        let wrong = BENEFITS.replace("14.50", "-14.50")
            + "Cedar Outfitters,9999,Evergreen Dental,Dental,,1,1,27,Enrolled,2026-01-01,https://dental.example.com
Cedar Outfitters,9001,Evergreen Eyes,Vision,,1,1,60,Enrolled,2026-01-01,https://eyes.example.com
Cedar Outfitters,9001,Evergreen Script,Other,,1,1,26,Enrolled,2026-01-01,javascript:alert(1)
";
        let (outcome, heard) = run(&world, &[("benefits.csv", &wrong)], false).await;
        assert_eq!(outcome.faults as usize, heard.faults.len());
        for says in [
            "benefits.csv 2 6 employee_amount: \"-14.50\" is negative",
            "benefits.csv 4 2 employee_code: this company has no employee \"9999\"",
            "benefits.csv 5 8 pay_periods: the number of pay periods per year must be from 1 to 53",
            "benefits.csv 6 11 link: \"javascript:alert(1)\" is not an address like https://…",
        ] {
            assert!(heard.faults.iter().any(|fault| fault == says), "{says} of {:?}", heard.faults);
        }
        assert_eq!(world.rows().await, before);
        let two = BENEFITS.replace("9002,Evergreen Dental,Dental", "9002,Evergreen Dental,Vision");
        let (_, heard) = run(&world, &[("benefits.csv", &two)], false).await;
        assert_eq!(heard.faults, ["benefits.csv 3 3 plan: an earlier row in this file disagrees about this plan"]);
        assert_eq!(world.rows().await, before);
    }

    async fn a_dry_run_says_what_would_happen_to_every_row_and_changes_nothing(world: World) {
        let before = world.rows().await;
        let (dry, heard) = run(&world, ALL, true).await;
        assert_eq!(world.rows().await, before);
        assert_eq!(dry.faults, 0, "{:?}", heard.faults);
        let said = |file: &str, line| heard.rows.iter().find(|row| row.0 == file && row.1 == line).unwrap().clone();
        assert_eq!(said("roles.csv", 4).3, "role Manager View of sam.ortiz");
        assert_eq!(said("deposits.csv", 2).3, "account …8814 of 9001", "never the whole number");
        let lines: usize = ALL.iter().map(|(_, text)| text.lines().count() - 1).sum();
        assert!(heard.rows.len() >= lines - 4, "every row but the further lines of a check");
        let (outcome, _) = run(&world, ALL, false).await;
        assert_eq!((outcome.added, outcome.changed, outcome.same), (dry.added, dry.changed, dry.same));
        assert_eq!((dry.invited, outcome.invited), (3, 3), "a dry run says how many letters would go out");
    }

    async fn everything_that_is_wrong_with_a_row_is_said_in_one_go(world: World) {
        let before = world.rows().await;
        let people = "username,first_name,last_name,email,phone,language,company,employee_code,date_of_birth,original_hire_date,status
new.one,New,One,nowhere,12,fr,Cedar Underwater,,13/45/1990,2021-02-30,Gone
new.two,New,Two,two@example.com,(503) 555-0142,en,Cedar Outfitters,9200,2098-01-01,2021-02-01,Active
".replace('\n', "\r\n");
        let benefits = "company,employee_code,plan,category,employee_amount,employer_amount,pay_periods,start_date,status,link
Cedar Outfitters,9001,,Dental,1,1,26,2026-13-01,Perhaps,javascript:alert(1)
";
        let lines = format!("manager,company,employee_code,report,area
ana,Cedar Outfitters,{},primary,Time Off
", code_of_ana(&world).await);
        let files = [("people.csv", people.as_str()), ("benefits.csv", benefits), ("lines.csv", &lines)];
        let (outcome, mut heard) = run(&world, &files, false).await;
        heard.faults.sort();
        assert_eq!(heard.faults, [
            "benefits.csv 2 10 link: \"javascript:alert(1)\" is not an address like https://…",
            "benefits.csv 2 3 plan: this can't be empty",
            "benefits.csv 2 8 start_date: \"2026-13-01\" is not a real date",
            "benefits.csv 2 9 status: \"Perhaps\" is not one of Enrolled, Waived, Pending",
            "lines.csv 2 1 manager: people can't report to themselves",
            "people.csv 2 10 original_hire_date: \"2021-02-30\" is not a real date",
            "people.csv 2 11 status: \"Gone\" is not one of Active, Terminated",
            "people.csv 2 4 email: \"nowhere\" is not an email address",
            "people.csv 2 5 phone: \"12\" is not a phone number we can text",
            "people.csv 2 6 language: \"fr\" is not one of en, es",
            "people.csv 2 7 company: there is no company \"Cedar Underwater\"",
            "people.csv 2 8 employee_code: this can't be empty",
            "people.csv 2 9 date_of_birth: \"13/45/1990\" is not a real date",
            "people.csv 3 9 date_of_birth: \"2098-01-01\" is in the future",
        ]);
        assert_eq!(outcome.faults as usize, heard.faults.len());
        assert_eq!(world.rows().await, before);
    }

    async fn an_account_whose_address_a_file_replaced_is_watched_as_if_somebody_had_changed_it(world: World) {
        let known = "SELECT count(*) FROM credential_change c JOIN person p ON p.id = c.person_id WHERE p.username = 'ana'
          AND (c.kind = 'email' AND c.old_value = 'ana@example.com' OR c.kind = 'phone' AND c.old_value LIKE '+1%')";
        let rests = "SELECT count(*) FROM person WHERE username = 'ana' AND phone_since IS NOT NULL";
        let file = |email: &str, phone: &str| {
            format!("username,first_name,last_name,email,phone\nana,Ana,Morales,{email},{phone}\n")
        };
        let phone = world.app.db.one::<(String,)>("SELECT phone FROM person WHERE username = 'ana'", vec![]).await.unwrap().0;
        run(&world, &[("same.csv", &file("ana@example.com", &phone))], false).await;
        assert_eq!((world.count(known).await, world.count(rests).await), (0, 0));
        let (outcome, heard) = run(&world, &[("new.csv", &file("a.morales@example.com", "(503) 555-0142"))], false).await;
        assert_eq!(outcome.changed, 1, "{:?}", heard.faults);
        assert_eq!((world.count(known).await, world.count(rests).await), (2, 1));
        assert_eq!(world.count("SELECT count(*) FROM person WHERE username = 'ana' AND phone = '+15035550142'").await, 1);
    }

    async fn a_check_is_one_however_its_date_and_number_are_spelled(world: World) {
        let people: Vec<_> = ALL.iter().copied().filter(|(name, _)| *name != "stubs.csv").collect();
        run(&world, &people, false).await;
        // The first check's second line as another program writes it, the third in yet another way.
        let mut lines: Vec<String> = STUBS.lines().map(str::to_owned).collect();
        lines[2] = lines[2].replace("2026-11-13,30412", "11/13/2026,030412");
        lines[3] = lines[3].replace("2026-11-13", "11/13/2026");
        let spelled = lines.join("\n");
        let (outcome, heard) = run(&world, &[("stubs.csv", &spelled)], false).await;
        assert_eq!((heard.faults, outcome.changed), (vec![], 0));
        assert_eq!(heard.rows.iter().filter(|(.., what)| what.starts_with("check ")).count(), 2);
        let (outcome, heard) = run(&world, &[("stubs.csv", STUBS)], false).await;
        assert_eq!((outcome.added, outcome.changed, heard.faults), (0, 0, vec![]), "the same as in one spelling");
        // A different day, or an impossible one, is a different check.
        let other = spelled.replace("11/13/2026", "11/31/2026");
        let (outcome, _) = run(&world, &[("stubs.csv", &other)], false).await;
        assert!(outcome.faults > 0);
    }

    async fn a_stub_that_was_filed_is_never_changed_and_accounts_cannot_take_more_than_all(world: World) {
        run(&world, ALL, false).await;
        let before = world.rows().await;
        let (outcome, heard) = run(&world, &[("stubs.csv", &STUBS.replace("3960.00", "3961.00"))], false).await;
        assert_eq!(outcome.faults, 1);
        assert_eq!(heard.faults, ["stubs.csv 2: check 30412 of 9001 was already filed with different content; a stub never changes. To correct it, repeat its number in replaces"]);
        let more = DEPOSITS.replace("004417208814", "004417208899").replace(",percentage,10,", ",percentage,95,");
        let (outcome, heard) = run(&world, &[("deposits.csv", &more)], false).await;
        assert_eq!(outcome.faults, 1, "{:?}", heard.faults);
        assert!(heard.faults[0].contains("employee 9001"));
        assert_eq!(world.rows().await, before);
    }
}

#[tokio::test]
async fn the_templates_are_files_that_can_be_read_and_fit_together() {
    let world = World::new(Engine::Sqlite).await;
    let templates: Vec<(&str, String)> =
        IMPORT_KINDS.sheets().iter().map(|sheet| (sheet.name, sheet.template())).collect();
    let files: Vec<(&str, &str)> = templates.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let (outcome, heard) = run(&world, &files, false).await;
    assert_eq!(heard.faults, Vec::<String>::new());
    assert!(outcome.added > 10);
}

/// Undoing an import of thousands must not read a table once per row. Tables that stay small for any company may be
/// read.
#[tokio::test]
async fn what_refers_to_people_employees_and_headings_is_found_by_an_index() {
    const SMALL: &[&str] =
        &["announcement", "application_metadata", "company_document", "company_links", "resource"];
    let world = World::new(Engine::Sqlite).await;
    let sql = "SELECT t.name, f.\"from\" FROM sqlite_master t, pragma_foreign_key_list(t.name) f
        WHERE t.type = 'table' AND f.\"table\" IN ('person', 'employee', 'pay_stub_heading') AND NOT EXISTS (
          SELECT 1 FROM pragma_index_list(t.name) i JOIN pragma_index_info(i.name) c ON c.seqno = 0
          LEFT JOIN sqlite_master s ON s.type = 'index' AND s.name = i.name
          WHERE c.name = f.\"from\" AND (i.partial = 0 OR s.sql LIKE '%WHERE ' || c.name || ' IS NOT NULL'))
        ORDER BY 1, 2";
    let read: Vec<(String, String)> = world.app.db.all(sql, vec![]).await.unwrap();
    let read: Vec<_> = read.into_iter().filter(|(table, _)| !SMALL.contains(&table.as_str())).collect();
    assert_eq!(read, []);
}
