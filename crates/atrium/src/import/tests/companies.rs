//! A company itself, its payroll data and its lists, from files.

use super::{business, code_of_ana, run, undo};
use crate::world::{World, both};
use serde_json::{Value as Json, json};

const MAPLE: &[(&str, &str)] = &[
    ("roles.csv", "username,role,company\nana,Employee,Maple Bakery\n"),
    ("clock.csv", "company,pay_period,period_end\nMaple Bakery,biweekly,2026-11-07\n"),
    ("states.csv", "company,state,locality\nMaple Bakery,il,Cook County\nMaple Bakery,WI,\n"),
    ("codes.csv", "company,code,description\nMaple Bakery,NET,Net pay\nMaple Bakery,SAV,Savings\n"),
    (
        "payroll.csv",
        "company,is_processing,last_payroll_date,deposit_approval,deposit_accounts_max\nMaple Bakery,no,11/06/2026,new_account,3\n",
    ),
    ("companies.csv", "company,time_zone\nMaple Bakery,america/chicago\n"),
];

/// Ana's second job, and where its pay goes.
async fn jobs_of_ana(world: &World) -> (String, String) {
    let sql = "SELECT first_name, last_name, email FROM person WHERE username = 'ana'";
    let (first, last, email): (String, String, String) = world.app.db.one(sql, vec![]).await.unwrap();
    let people = format!(
        "username,first_name,last_name,email,company,employee_code,date_of_birth,original_hire_date
ana,{first},{last},{email},Maple Bakery,7,1990-04-23,2026-01-05
"
    );
    let deposits = "company,employee_code,routing_number,account_number,account_type,amount_type,priority,start_date,code
Maple Bakery,7,920100116,004417208814,checking,balance,1,2026-01-05,NET
";
    (people, deposits.to_owned())
}

both! {
    async fn a_second_company_comes_in_whole_and_its_people_work_with_it(world: World) {
        let (people, deposits) = jobs_of_ana(&world).await;
        let mut files = MAPLE.to_vec();
        files.extend([("people.csv", people.as_str()), ("deposits.csv", deposits.as_str())]);
        let before = business(&world).await;
        let (outcome, heard) = run(&world, &files, false).await;
        assert_eq!(heard.faults, Vec::<String>::new());
        assert!(outcome.added >= 10 && outcome.changed == 0, "{:?}", heard.rows);
        let (again, heard) = run(&world, &files, false).await;
        assert_eq!((again.added, again.changed, again.faults), (0, 0, 0), "{:?} {:?}", heard.rows, heard.faults);

        let ana = world.acting("ana").await;
        let hers = ana.standing("Maple Bakery").await;
        let at = json!({ "t": hers.tenant, "c": hers.company, "e": hers.employee });
        let reply = ana.ask("query ($t: ID!, $c: ID!, $e: ID!) {
            companyPayrollStatus(tenantId: $t, companyId: $c, employeeId: $e) { processing }
            maximumDirectDepositAccounts(companyId: $c, employeeId: $e)
            listCompanyDdCodes(tenantId: $t, companyId: $c, employeeId: $e) { code description }
            listCompanyStates(tenantId: $t, companyId: $c, employeeId: $e) { results { state } }
            timeCard(tenantId: $t, companyId: $c, employeeId: $e, date: \"2026-11-10\") { startDate endDate } }", at).await;
        assert_eq!(reply.data("/companyPayrollStatus/processing"), &Json::Bool(false));
        assert_eq!(reply.data("/maximumDirectDepositAccounts"), 3);
        assert_eq!(reply.data("/listCompanyDdCodes"),
            &json!([{ "code": "NET", "description": "Net pay" }, { "code": "SAV", "description": "Savings" }]));
        assert_eq!(reply.data("/listCompanyStates/results"), &json!([{ "state": "IL" }, { "state": "WI" }]));
        assert_eq!(reply.data("/timeCard"), &json!({ "startDate": "2026-11-08", "endDate": "2026-11-21" }));
        let zone = "SELECT time_zone FROM company WHERE name = 'Maple Bakery'";
        assert_eq!(world.app.db.one::<(String,)>(zone, vec![]).await.unwrap().0, "America/Chicago");

        undo(&world).await.unwrap();
        let after = business(&world).await;
        for table in ["company", "company_payroll", "company_state", "deposit_code", "clock_setting", "employee", "direct_deposit"] {
            assert_eq!(after.get(table), before.get(table), "{table}");
        }
    }

    async fn payroll_begins_and_ends_by_a_file_of_two_columns_that_leaves_the_rest(world: World) {
        let read = async || {
            let sql = "SELECT p.is_processing, CAST(p.last_payroll_date AS TEXT), p.deposit_approval, p.deposit_accounts_max, p.tax_approval
                FROM company_payroll p JOIN company c ON c.id = p.company_id WHERE c.name = 'Cedar Outfitters'";
            world.app.db.one::<(bool, String, String, i64, String)>(sql, vec![]).await.unwrap()
        };
        let ana = world.acting("ana").await;
        let hers = ana.standing("Cedar Outfitters").await;
        let is_processing = async || {
            let ids = json!({ "t": hers.tenant, "c": hers.company, "e": hers.employee });
            let query = "query ($t: ID!, $c: ID!, $e: ID!) { companyPayrollStatus(tenantId: $t, companyId: $c, employeeId: $e) { processing } }";
            ana.ask(query, ids).await.data("/companyPayrollStatus/processing").clone()
        };
        let before = read().await;
        for (cell, says) in [("yes", true), ("no", false)] {
            let file = format!("company,is_processing\nCedar Outfitters,{cell}\n");
            let (outcome, heard) = run(&world, &[("payroll.csv", &file)], false).await;
            assert_eq!((outcome.changed, outcome.faults), (1, 0), "{:?}", heard.faults);
            assert_eq!(heard.rows[0].3, "payroll settings: is_processing");
            assert_eq!(is_processing().await, Json::Bool(says));
        }
        assert_eq!(read().await, before);
    }

    async fn faults_of_companies_name_their_cells_and_nothing_is_taken(world: World) {
        let before = business(&world).await;
        let code = code_of_ana(&world).await;
        let deposits = format!("company,employee_code,routing_number,account_number,account_type,amount_type,priority,start_date,code
Cedar Outfitters,{code},920100116,004417208899,checking,balance,1,2026-01-05,NOPE
");
        let (outcome, heard) = run(&world, &[
            ("companies.csv", "company,time_zone\nMaple Bakery,Moon/Base\nElm Works,America/Denver\nElm Works,America/Denver\n"),
            ("payroll.csv", "company,is_processing,deposit_approval,deposit_accounts_max,tax_approval\nCedar Outfitters,perhaps,sometimes,51,new_account\n"),
            ("codes.csv", "company,code,description\nCedar Outfitters,DD9,\nNowhere,DD9,Net\n"),
            ("states.csv", "company,state\nCedar Outfitters,Oregon\n"),
            ("clock.csv", "company,pay_period,period_end\nCedar Outfitters,weekly,\n"),
            ("deposits.csv", deposits.as_str()),
        ], false).await;
        assert_eq!(outcome.faults, 11, "{:?}", heard.faults);
        for part in ["companies.csv 2 2 time_zone: \"Moon/Base\" is not a time zone like", "companies.csv 4 1 company: an earlier row",
            "\"perhaps\" must be yes or no", "\"sometimes\" is not one of always, new_account, never", "\"51\" must be from 1 to 50",
            "\"new_account\" is not one of always, never", "description: this can't be empty", "there is no company \"Nowhere\"",
            "\"Oregon\" is not a two-letter state", "period_end: enter the last day", "no deposit code \"NOPE\""] {
            assert!(heard.faults.iter().any(|fault| fault.contains(part)), "{part} in {:?}", heard.faults);
        }
        assert_eq!(business(&world).await, before);
    }
}
