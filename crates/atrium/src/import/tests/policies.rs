//! Time-off policies, holidays and working hours from files.

use super::{business, code_of_ana, run, undo};
use crate::world::{World, both};
use serde_json::json;

const POLICIES: &[(&str, &str)] = &[
    (
        "blackouts.csv",
        "company,first_day,last_day,time_off_type,reason
Cedar Outfitters,2027-05-03,2027-05-07,Volunteering,Inventory
Cedar Outfitters,2027-05-10,2027-05-10,,Moving
",
    ),
    (
        "types.csv",
        "company,time_off_type,name_es,accrual,rates,pay_period,cap_hours,approval
Cedar Outfitters,Volunteering,Voluntariado,year,0:16;5:24,monthly,40,manager
Cedar Outfitters,Earned by the hour,Ganado por hora,hour_worked,0:0.04,,,none
",
    ),
    (
        "settings.csv",
        "company,edits_many_days
Cedar Outfitters,yes
",
    ),
    (
        "holidays.csv",
        "company,day,holiday,holiday_es
Cedar Outfitters,2027-04-22,Earth Day,Día de la Tierra
",
    ),
];

both! {
    async fn what_a_company_grants_and_when_it_works_comes_in_files_and_counts_at_once(world: World) {
        let code = code_of_ana(&world).await;
        let patterns = format!("company,employee_code,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_time
Cedar Outfitters,{code},10,10,10,10,0,0,0,06:30
");
        let balances = format!("company,employee_code,time_off_type,day,hours
Cedar Outfitters,{code},Volunteering,2026-11-01,30
Cedar Outfitters,{code},Earned by the hour,2026-11-01,2
");
        // Two of payroll's pay periods, of which the one before the opening balance no longer accrues anything.
        let worked = format!("company,employee_code,period_end,hours
Cedar Outfitters,{code},2026-10-31,80
Cedar Outfitters,{code},2026-11-14,75.5
");
        let mut files = POLICIES.to_vec();
        files.extend([
            ("patterns.csv", patterns.as_str()),
            ("balances.csv", balances.as_str()),
            ("hours.csv", worked.as_str()),
        ]);
        let ana = world.acting("ana").await;
        // A pattern counts its changes, and an undo is one.
        let uncounted = "UPDATE working_pattern SET changes = 0";
        world.change(uncounted, vec![]).await;
        let before = business(&world).await;
        let (outcome, heard) = run(&world, &files, false).await;
        assert_eq!((outcome.faults, heard.faults.len()), (0, 0), "{:?}", heard.faults);
        assert_eq!((outcome.added, outcome.changed), (10, 1), "{:?}", heard.rows);
        let (again, heard) = run(&world, &files, false).await;
        assert_eq!((again.added, again.changed, again.same), (0, 0, 11), "{:?}", heard.rows);

        let hers = ana.standing("Cedar Outfitters").await;
        let at = json!({ "t": hers.tenant, "c": hers.company, "e": hers.employee });
        let balances = ana.ask("query ($t: ID!, $c: ID!, $e: ID!) { timeOffBalances(tenantId: $t, companyId: $c, employeeId: $e) {
            type typeEs typeId currentBalance approval } }", at.clone()).await;
        let all = balances.data("/timeOffBalances").as_array().unwrap().clone();
        let granted = all.iter().find(|balance| balance["type"] == "Volunteering").unwrap();
        assert_eq!((&granted["typeEs"], &granted["currentBalance"]), (&json!("Voluntariado"), &json!("30.00")));
        let earned = all.iter().find(|balance| balance["type"] == "Earned by the hour").unwrap();
        assert_eq!(earned["currentBalance"], "5.02", "two, and four for every hundred of 75.5 hours");
        let preview = async |first: &str, last: &str| {
            let query = "query ($t: ID!, $c: ID!, $e: ID!, $i: TimeOffRequestInput!) { previewTimeOffRequest(tenantId: $t,
                companyId: $c, employeeId: $e, input: $i) { amount refusal holidays { name nameEs } } }";
            let mut variables = at.clone();
            variables["i"] = json!({ "typeId": granted["typeId"], "startDate": first, "endDate": last, "unit": "whole" });
            ana.ask(query, variables).await.data("/previewTimeOffRequest").clone()
        };
        let week = preview("2027-04-20", "2027-04-22").await;
        assert_eq!((&week["amount"], &week["refusal"]), (&json!("20.00"), &json!(null)), "ten hours a day, and a holiday");
        assert_eq!(week["holidays"], json!([{ "name": "Earth Day", "nameEs": "Día de la Tierra" }]));
        let to_friday = preview("2027-04-28", "2027-04-30").await;
        assert_eq!(to_friday["amount"], "20.00", "she does not work on Fridays");
        assert_eq!(preview("2027-05-04", "2027-05-04").await["refusal"], "BLACKOUT_DATE");

        undo(&world).await.unwrap();
        world.change(uncounted, vec![]).await;
        assert_eq!(business(&world).await, before);
    }

    async fn faults_of_policies_name_their_cells_and_nothing_is_taken(world: World) {
        let before = business(&world).await;
        let (outcome, heard) = run(&world, &[
            ("types.csv", "company,time_off_type,accrual,rates,pay_period,carry_over_months,approval
Cedar Outfitters,Odd,pay_period,4,biweekly,13,somebody
"),
            ("holidays.csv", "company,day,holiday
Nowhere,2027-04-22,Earth Day
"),
            ("blackouts.csv", "company,first_day,last_day,time_off_type
Cedar Outfitters,2027-05-07,2027-05-03,Nothing
"),
            ("patterns.csv", "company,employee_code,monday,tuesday,wednesday,thursday,friday,saturday,sunday
Cedar Outfitters,no-such,25,8,8,8,8,0,0
"),
            ("hours.csv", "company,employee_code,period_end,hours
Cedar Outfitters,no-such,2026-11-14,80
Cedar Outfitters,no-such,2026-11-15,-1
"),
        ], false).await;
        assert_eq!(outcome.faults, 10, "{:?}", heard.faults);
        for part in ["rates: \"4\" is not like 5:6", "period_end", "approval", "no company", "before the first day",
            "no such type", "24 hours", "from 1 to 12", "no employee", "is negative"] {
            assert!(heard.faults.iter().any(|fault| fault.contains(part)), "{part} in {:?}", heard.faults);
        }
        assert_eq!(business(&world).await, before);
    }
}
