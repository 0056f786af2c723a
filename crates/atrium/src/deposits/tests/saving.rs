//! Adding, revising and ending accounts, and every rule in section 5.

use super::{CANARY, Decider, HARBOR, OUTFITTERS, Owner, account, with};
use crate::world::{World, both};
use serde_json::{Value, json};

fn of_status<'a>(accounts: &'a [Value], status: &str) -> Vec<&'a Value> {
    accounts.iter().filter(|account| account["bankStatus"] == status).collect()
}

both! {
    async fn an_employee_sees_their_own_accounts_by_priority_with_the_last_four_digits(world: World) {
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let accounts = ana.accounts().await;
        assert_eq!(accounts.len(), 2);
        let of = |name: &str| accounts.iter().map(|account| account[name].clone()).collect::<Vec<_>>();
        assert_eq!(of("amountType"), [json!("fixed"), json!("balance")]);
        assert_eq!(of("amount"), [json!("150.00"), Value::Null]);
        assert_eq!(of("bankStatus"), [json!("Active"), json!("Active")]);
        assert_eq!(of("takeHomePay"), [json!(false), json!(true)]);
        assert_eq!(of("priority"), [json!(1), json!(2)]);
        for account in &accounts {
            let number = account["bankAccountNumber"].as_str().unwrap();
            assert!(number.starts_with("••••") && number.chars().count() == 8, "{number}");
            assert_ne!(account["bankDesignation"], "");
            assert_eq!(account["edCode"]["id"], account["id"]);
        }
    }

    async fn a_new_account_waits_for_approval_then_a_day_then_gets_money(world: World) {
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let saved = ana.saved(json!([account(CANARY)])).await;
        assert_eq!(saved.data("/putEmployeeData/needsApproval"), true);
        let request = saved.data("/putEmployeeData/changeRequestId").clone();
        let accounts = ana.accounts().await;
        let new = of_status(&accounts, "Pending")[0];
        assert_eq!((&new["approvalStatus"], &new["preNote"], &new["changeRequestId"]), (&json!("Pending"), &json!(true), &request));
        assert_eq!((&new["bankDesignation"], &new["bankAccountNumber"]), (&json!("Rose City Savings"), &json!("••••4417")));
        assert_eq!(new["payableFrom"], Value::Null, "as long as it waits nobody knows when");
        let marcus = Decider::of(&world, "marcus", &ana.at).await;
        let decided = marcus.decide(&request, "approve", json!({})).await;
        assert_eq!(decided.data("/putManagerEmployeeChangeRequest/status"), "Approved");
        assert_eq!(of_status(&ana.accounts().await, "Approved").len(), 1, "approved, and on hold");
        let past = world.app.clock.now();
        world.change("UPDATE direct_deposit SET hold_until = $1", db::params![past]).await;
        let accounts = ana.accounts().await;
        let active = of_status(&accounts, "Active");
        assert_eq!(active.len(), 3);
        assert!(active.iter().all(|account| account["payableFrom"] == "2026-11-16"), "the day its hold ended: {active:?}");
        let earlier = past - jiff::SignedDuration::from_hours(72);
        let ended_on = world.app.clock.day_of(earlier, "America/Los_Angeles");
        world.change("UPDATE direct_deposit SET hold_until = $1", db::params![earlier]).await;
        let accounts = ana.accounts().await;
        assert!(accounts.iter().all(|account| account["payableFrom"] == json!(ended_on)), "not the day one asks: {accounts:?}");
    }

    async fn a_denied_account_never_gets_money_and_its_number_may_be_used_again(world: World) {
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let saved = ana.saved(json!([account(CANARY)])).await;
        let marcus = Decider::of(&world, "marcus", &ana.at).await;
        let request = saved.data("/putEmployeeData/changeRequestId").clone();
        let denied = marcus.decide(&request, "deny", json!({ "note": "Call me." })).await;
        assert_eq!(denied.data("/putManagerEmployeeChangeRequest/note"), "Call me.");
        let accounts = ana.accounts().await;
        let gone = of_status(&accounts, "Denied")[0];
        let change = json!([{ "id": gone["id"], "amount": "60.00" }]);
        assert_eq!(ana.save(change, None).await.outcome(), "REQUEST_PROCESSED");
        assert_eq!(ana.delete(&gone["id"].clone(), None).await.outcome(), "REQUEST_PROCESSED");
        ana.saved(json!([account(CANARY)])).await.data("/putEmployeeData/changeRequestId");
    }

    async fn a_split_and_an_order_are_changed_as_one_request_and_take_effect_together(world: World) {
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let before = ana.accounts().await;
        let [savings, checking] = before.as_slice() else { panic!("{before:?}") };
        let change = json!([
            { "id": savings["id"], "version": savings["version"], "priority": 2, "amountType": "percentage", "amount": "25.9" },
            { "id": checking["id"], "version": checking["version"], "priority": 1 },
        ]);
        let saved = ana.saved(change.clone()).await;
        let request = saved.data("/putEmployeeData/changeRequestId").clone();
        let waiting = ana.accounts().await;
        assert_eq!((&waiting[0]["amount"], &waiting[0]["changeRequestId"]), (&json!("150.00"), &request), "as before until it is approved");
        let outstanding = ana.save(change, None).await;
        assert_eq!(outstanding.outcome(), "CONFLICT", "the version has moved on");
        let without = json!([{ "id": savings["id"], "amount": "1.00" }]);
        assert_eq!(ana.save(without, None).await.outcome(), "OUTSTANDING_REQUEST");
        assert_eq!(ana.delete(&savings["id"], None).await.outcome(), "OUTSTANDING_REQUEST");
        let marcus = Decider::of(&world, "marcus", &ana.at).await;
        marcus.decide(&request, "approve", json!({})).await.data("/putManagerEmployeeChangeRequest/id");
        let after = ana.accounts().await;
        assert_eq!(after[0]["id"], checking["id"], "the order is the new one");
        assert_eq!((&after[1]["amountType"], &after[1]["amount"]), (&json!("percentage"), &json!("25.00")), "cut to whole percents");
    }

    async fn what_waits_counts_with_what_is_asked_for_next(world: World) {
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let savings = ana.accounts().await[0]["id"].clone();
        ana.saved(json!([{ "id": savings, "amountType": "percentage", "amount": "60" }])).await.data("/putEmployeeData/changeRequestId");
        assert_eq!(ana.accounts().await[0]["amountType"], "fixed", "until it is approved");
        let share = |percents: &str| json!([with(account(CANARY), json!({ "amountType": "percentage", "amount": percents }))]);
        let before = world.rows().await;
        let over = ana.save(share("41"), None).await;
        assert_eq!((over.outcome(), over.field()), ("TOTAL_OVER_100", Some("amount")), "60 and 41, if both are approved");
        assert_eq!(world.rows().await, before);
        assert_eq!(ana.save(share("40"), None).await.outcome(), "STEP_UP_REQUIRED");
    }

    async fn an_account_that_waits_is_withdrawn_and_one_in_force_ends(world: World) {
        let mut hugo = Owner::of(&world, "hugo", HARBOR).await;
        let accounts = hugo.accounts().await;
        let active = of_status(&accounts, "Active")[0]["id"].clone();
        let begins_later = of_status(&accounts, "Approved")[0]["id"].clone();
        hugo.deleted(&begins_later).await.data("/deleteDirectDeposit/changeRequestId");
        assert!(!hugo.accounts().await.iter().any(|account| account["id"] == begins_later), "withdrawn");
        hugo.deleted(&active).await.data("/deleteDirectDeposit/changeRequestId");
        let accounts = hugo.accounts().await;
        assert_eq!(accounts[0]["edCode"]["endDate"], "2026-11-16", "it ends today");
        assert_eq!(hugo.delete(&active, None).await.outcome(), "NOTHING_CHANGED");
        world.change("UPDATE direct_deposit SET end_date = '2026-11-15' WHERE end_date = '2026-11-16'", vec![]).await;
        assert_eq!(hugo.accounts().await[0]["bankStatus"], "Inactive");
        assert_eq!(hugo.delete(&active, None).await.outcome(), "REQUEST_PROCESSED");
    }

    async fn what_waits_for_approval_is_withdrawn_together_with_its_request(world: World) {
        let mut victor = Owner::of(&world, "victor", OUTFITTERS).await;
        let pending = of_status(&victor.accounts().await, "Pending")[0]["id"].clone();
        let marcus = Decider::of(&world, "marcus", &victor.at).await;
        let before = marcus.waiting().await;
        let request = victor.deleted(&pending).await.data("/deleteDirectDeposit/changeRequestId").clone();
        assert!(before.contains(&request.as_str().unwrap().to_owned()));
        assert!(!marcus.waiting().await.contains(&request.as_str().unwrap().to_owned()));
        assert_eq!(marcus.decide(&request, "approve", json!({})).await.outcome(), "REQUEST_PROCESSED");
    }

    async fn every_rule_refuses_by_code_and_field_and_changes_nothing(world: World) {
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let own = ana.accounts().await;
        let (savings, checking) = (own[0]["id"].clone(), own[1]["id"].clone());
        let zeros = "0000";
        let mut cases: Vec<(Value, &str, Option<&str>)> = vec![];
        for field in ["bankAccountNumber", "confirmAccountNumber", "bankRoutingNumber", "bankAccountType", "amountType", "amount", "startDate"] {
            cases.push((with(account(CANARY), json!({ field: null })), "FIELDS_REQUIRED", Some(field)));
        }
        let numbered = |number: &str| with(account(number), json!({}));
        let market = |number: &str| with(account(number), json!({ "bankAccountType": "moneyMarket" }));
        for (change, code, field) in [
            (with(account(CANARY), json!({ "amountType": "percentage", "amount": "0.9" })), "PERCENTAGE_NOT_POSITIVE", "amount"),
            (with(account(CANARY), json!({ "amountType": "percentage", "amount": "-5" })), "PERCENTAGE_NOT_POSITIVE", "amount"),
            (with(account(CANARY), json!({ "amountType": "percentage", "amount": "101" })), "PERCENTAGE_OVER_100", "amount"),
            (with(account(CANARY), json!({ "amountType": "percentage", "amount": "100.5" })), "PERCENTAGE_OVER_100", "amount"),
            (with(account(CANARY), json!({ "amount": "0" })), "AMOUNT_NOT_POSITIVE", "amount"),
            (with(account(CANARY), json!({ "amount": "fifty" })), "INVALID_AMOUNT", "amount"),
            (with(account(CANARY), json!({ "amount": 50 })), "INVALID_AMOUNT", "amount"),
            (with(account(CANARY), json!({ "amount": "-0.01" })), "AMOUNT_NOT_POSITIVE", "amount"),
            (with(account(CANARY), json!({ "amount": "50.001" })), "AMOUNT_NOT_CENTS", "amount"),
            (with(account(CANARY), json!({ "amount": "0.0001" })), "AMOUNT_NOT_CENTS", "amount"),
            (with(account(CANARY), json!({ "amount": "100000000" })), "AMOUNT_TOO_LARGE", "amount"),
            (numbered("7"), "ACCOUNT_NUMBER_LENGTH", "bankAccountNumber"),
            (numbered("12345678901234567890"), "ACCOUNT_NUMBER_LENGTH", "bankAccountNumber"),
            (numbered("12-34"), "ACCOUNT_NUMBER_LENGTH", "bankAccountNumber"),
            (market("123"), "ACCOUNT_NUMBER_LENGTH_MONEY_MARKET", "bankAccountNumber"),
            (market("123456789012345678"), "ACCOUNT_NUMBER_LENGTH_MONEY_MARKET", "bankAccountNumber"),
            (numbered(zeros), "ACCOUNT_NUMBER_ZERO", "bankAccountNumber"),
            (numbered("••••4417"), "ACCOUNT_NUMBER_MASKED", "bankAccountNumber"),
            (with(account(CANARY), json!({ "confirmAccountNumber": "90817263544418" })), "ACCOUNT_NUMBERS_DIFFER", "confirmAccountNumber"),
            (with(account(CANARY), json!({ "bankRoutingNumber": "12345678" })), "ROUTING_NUMBER_INVALID", "bankRoutingNumber"),
            (with(account(CANARY), json!({ "bankRoutingNumber": "920100379" })), "ROUTING_NUMBER_INVALID", "bankRoutingNumber"),
            (with(account(CANARY), json!({ "bankRoutingNumber": "011000015" })), "ROUTING_NUMBER_NOT_FOUND", "bankRoutingNumber"),
            (with(account(CANARY), json!({ "amountType": "balance" })), "BALANCE_EXISTS", "amountType"),
            (with(account(CANARY), json!({ "startDate": "2026-11-15" })), "START_IN_PAST", "startDate"),
            (with(account(CANARY), json!({ "startDate": "2026-12-02", "endDate": "2026-12-01" })), "START_AFTER_END", "startDate"),
            (with(account(CANARY), json!({ "startDate": "2026-12-01", "endDate": "2026-12-01" })), "START_NOT_BEFORE_END", "startDate"),
            (with(account(CANARY), json!({ "endDate": "2026-11-13" })), "END_NOT_AFTER_PAYROLL", "endDate"),
            (with(account(CANARY), json!({ "endDate": "2100-01-01" })), "DATE_OUT_OF_RANGE", "endDate"),
            (with(account(CANARY), json!({ "priority": 0 })), "PRIORITY_OUT_OF_RANGE", "priority"),
            (json!({ "id": savings, "endDate": "2026-11-13" }), "END_NOT_AFTER_PAYROLL", "endDate"),
            (json!({ "id": savings, "startDate": "2026-12-01" }), "START_IN_PAST", "startDate"),
            (json!({ "id": savings, "amountType": "percentage" }), "FIELDS_REQUIRED", "amount"),
            (json!({ "id": savings, "bankAccountNumber": CANARY }), "ACCOUNT_FIXED", "bankAccountNumber"),
            (json!({ "id": savings, "bankAccountNumber": "••••1234" }), "ACCOUNT_NUMBER_MASKED", "bankAccountNumber"),
            (json!({ "id": savings, "bankRoutingNumber": "920100378" }), "ACCOUNT_FIXED", "bankRoutingNumber"),
            (json!({ "id": savings, "bankAccountType": "checking" }), "ACCOUNT_FIXED", "bankAccountType"),
            (json!({ "id": savings, "amountType": "balance" }), "BALANCE_EXISTS", "amountType"),
        ] {
            cases.push((change, code, Some(field)));
        }
        cases.push((json!({ "id": checking }), "NOTHING_CHANGED", None));
        cases.push((json!({ "id": "nonsense", "amount": "1.00" }), "NOT_FOUND", None));
        let before = world.rows().await;
        for (change, code, field) in cases {
            let reply = ana.save(json!([change]), None).await;
            assert_eq!((reply.outcome(), reply.field()), (code, field), "{change}");
        }
        let split = json!([
            { "id": savings, "amountType": "percentage", "amount": "60" },
            with(account(CANARY), json!({ "amountType": "percentage", "amount": "41" })),
        ]);
        let over = ana.save(split, None).await;
        assert_eq!((over.outcome(), over.field()), ("TOTAL_OVER_100", Some("amount")));
        assert!(over.text.contains("cannot exceed 100%; use the balance type instead"));
        let spaced = account(&format!(" {CANARY} "));
        let elsewhere = with(account(CANARY), json!({ "bankRoutingNumber": "920200155", "bankAccountType": "checking" }));
        for again in [account(CANARY), with(account(CANARY), json!({ "amount": "60.00", "priority": 9 })), spaced, elsewhere] {
            let twice = ana.save(json!([account(CANARY), again]), None).await;
            assert_eq!((twice.outcome(), twice.field()), ("ACCOUNT_NUMBER_EXISTS", Some("bankAccountNumber")), "{again}");
        }
        let both_lines = json!([{ "id": savings, "amount": "60.00" }, { "id": savings, "endDate": "2026-12-31" }]);
        let twice = ana.save(both_lines, None).await;
        assert_eq!((twice.outcome(), twice.field()), ("SAME_TWICE", Some("id")));
        assert_eq!(ana.save(json!([]), None).await.outcome(), "NOTHING_CHANGED");
        let many: Vec<Value> = (0..21).map(|n| account(&format!("5550{n}"))).collect();
        assert_eq!(ana.save(json!(many), None).await.outcome(), "TOO_MANY_ACCOUNTS");
        assert_eq!(world.rows().await, before);
    }

    async fn a_number_that_is_in_an_account_already_is_refused_in_any_spelling(world: World) {
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        ana.saved(json!([account(CANARY)])).await.data("/putEmployeeData/changeRequestId");
        let before = world.rows().await;
        for number in [CANARY.to_owned(), format!(" {CANARY} ")] {
            let again = with(account(&number), json!({ "bankRoutingNumber": "920200155" }));
            let reply = ana.save(json!([again]), None).await;
            assert_eq!((reply.outcome(), reply.field()), ("ACCOUNT_NUMBER_EXISTS", Some("bankAccountNumber")));
        }
        assert_eq!(world.rows().await, before);
    }

    async fn a_sixth_account_is_refused_until_one_is_past_its_end(world: World) {
        let mut hugo = Owner::of(&world, "hugo", HARBOR).await;
        let there = hugo.accounts().await.len();
        assert_eq!(hugo.list().await.data("/directDeposits/maximum"), 5);
        for n in there..5 {
            hugo.saved(json!([account(&format!("55500{n}"))])).await.data("/putEmployeeData/changeRequestId");
        }
        let before = world.rows().await;
        let reply = hugo.save(json!([account(CANARY)]), None).await;
        assert_eq!(reply.outcome(), "TOO_MANY_ACCOUNTS");
        assert!(reply.text.contains("inactivate one, or wait until an active one is past its end date"));
        assert_eq!(world.rows().await, before);
        world.change("UPDATE direct_deposit SET start_date = '2026-01-01', end_date = '2026-11-15' WHERE last_four = '5002'", vec![]).await;
        assert_eq!(hugo.save(json!([account(CANARY)]), None).await.outcome(), "STEP_UP_REQUIRED");
    }

    async fn nothing_is_changed_while_payroll_is_processed(world: World) {
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let savings = ana.accounts().await[0]["id"].clone();
        world.change("UPDATE company_payroll SET is_processing = TRUE", vec![]).await;
        let before = world.rows().await;
        for reply in [
            ana.save(json!([account(CANARY)]), None).await,
            ana.save(json!([{ "id": savings, "amount": "1.00" }]), None).await,
            ana.delete(&savings, None).await,
        ] {
            assert_eq!(reply.outcome(), "PAYROLL_PROCESSING");
            assert!(reply.text.contains("Payroll is currently being processed and you are prohibited from making alterations to your accounts."));
        }
        assert_eq!(world.rows().await, before);
        assert_eq!(ana.list().await.data("/directDeposits/processing"), true);
    }

    async fn who_saves_second_gets_the_conflict_with_the_current_state(world: World) {
        let mut hugo = Owner::of(&world, "hugo", HARBOR).await;
        let account = hugo.accounts().await[0].clone();
        let change = |priority: i64| json!([{ "id": account["id"], "version": account["version"], "priority": priority }]);
        hugo.saved(change(7)).await.data("/putEmployeeData/changeRequestId");
        let late = hugo.save(change(8), None).await;
        assert_eq!(late.outcome(), "CONFLICT");
        let current = &late.body["errors"][0]["extensions"]["current"];
        assert_eq!((&current["priority"], &current["version"]), (&json!(7), &json!(2)));
    }

    async fn every_change_leaves_an_audit_event_and_a_message(world: World) {
        let mut hugo = Owner::of(&world, "hugo", HARBOR).await;
        let count = async |action: &str| world.app.db.one::<(i64,)>("SELECT count(*) FROM audit_event WHERE action = $1", db::params![action]).await.unwrap().0;
        let before = count("deposit.change").await;
        let sent = world.count("SELECT count(*) FROM event WHERE type = 'deposit.changed'").await;
        hugo.saved(json!([account(CANARY)])).await.data("/putEmployeeData/changeRequestId");
        assert_eq!(count("deposit.change").await, before + 1);
        assert_eq!(world.count("SELECT count(*) FROM event WHERE type = 'deposit.changed'").await, sent + 1);
    }
}
