//! The next import: the same value, the old one, and a third one.

use super::*;
use crate::deposits::with;
use crate::world::both;
use atrium::handover::MetCounts;

const HEADER: &str = "company,employee_code,routing_number,account_number,account_type,amount_type,amount,priority,start_date,end_date";

fn deposit(code: &str, amount: &str) -> String {
    format!("{HEADER}\nCedar Outfitters,{code},920100378,700100200300,savings,fixed,{amount},9,2026-01-05,\n")
}

const AMOUNT: &str = "SELECT CAST(amount AS TEXT) FROM direct_deposit WHERE last_four = '0300'";

/// An account payroll knows, whose amount Ana changed from 50 to 80.
async fn changed_amount(world: &World, ana: &mut Owner<'_>, code: &str) {
    import(world, "deposits.csv", &deposit(code, "50")).await;
    let id = ana
        .accounts()
        .await
        .iter()
        .find(|row| row["bankAccountNumber"].as_str().unwrap().ends_with("0300"))
        .unwrap()["id"]
        .clone();
    approved(world, ana, json!({ "id": id, "amount": "80.00" })).await;
    assert_eq!(text_of(world, AMOUNT).await, "800000");
}

fn person(code: &str, first: &str, address: &str) -> String {
    format!(
        "username,first_name,last_name,email,company,employee_code,address_line1,address_line2,city,state,zip\n\
         ana,{first},Morales,ana@cedar.example,Cedar Outfitters,{code},{address}\n"
    )
}

both! {
    async fn the_old_amount_does_not_come_back_and_the_new_one_is_taken_over(world: World) {
        let payroll = Payroll::of(&world).await;
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let code = code_of_ana(&world).await;
        changed_amount(&world, &mut ana, &code).await;
        // Before it's handed over, and after.
        for state in ["waiting", "handed"] {
            let heard = import(&world, "deposits.csv", &deposit(&code, "50")).await;
            assert_eq!(heard[0].0, Effect::Same);
            assert!(heard[0].1.contains("payroll hasn't taken this yet"), "{}", heard[0].1);
            assert_eq!(text_of(&world, AMOUNT).await, "800000");
            let row = payroll.newest().await;
            assert_eq!(row["state"], state);
            assert!(row["seenAt"].is_string());
            if state == "waiting" {
                payroll.create().await;
            }
        }
        let not_taken = payroll.ask(CHANGES, json!({ "n": true })).await;
        let row = not_taken.data("/listPayrollChanges/results/0");
        assert_eq!((&row["batchNumber"], &row["values"]), (&json!(1), &json!([
            { "field": "amount", "before": "50.00", "after": "80.00", "payroll": null }])));
        assert_eq!(row["approverName"], "Marcus Bell");
        let heard = import(&world, "deposits.csv", &deposit(&code, "80")).await;
        assert_eq!(heard[0].0, Effect::Same);
        assert_eq!(payroll.newest().await["state"], "taken");
        assert_eq!(payroll.ask(CHANGES, json!({ "n": true })).await.data("/listPayrollChanges/results"), &json!([]));
        // From now on it's payroll's again, but never back unseen.
        import(&world, "deposits.csv", &deposit(&code, "50")).await;
        assert_eq!((text_of(&world, AMOUNT).await.as_str(), &payroll.newest().await["state"]), ("800000", &json!("conflict")));
    }

    async fn an_import_and_a_change_at_once_lose_nothing(world: World) {
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let code = code_of_ana(&world).await;
        world.change("UPDATE company_payroll SET deposit_approval = 'never'", vec![]).await;
        import(&world, "deposits.csv", &deposit(&code, "50")).await;
        let books = "SELECT CAST(coalesce(sum(b.changes), 0) AS BIGINT) FROM deposit_book b JOIN employee e ON e.id = b.employee_id
            JOIN person p ON p.id = e.person_id WHERE p.username = 'ana'";
        let locked = world.count(books).await;
        import(&world, "deposits.csv", &deposit(&code, "55")).await;
        assert!(world.count(books).await > locked, "an import takes the book, too");
        let accounts = ana.accounts().await;
        let is_ours = |row: &&Value| row["bankAccountNumber"].as_str().unwrap().ends_with("0300");
        let id = accounts.iter().find(is_ours).unwrap()["id"].clone();
        for round in 1..=4 {
            let (wanted, third) = (format!("{}.00", 80 + round), format!("{}", 20 + round));
            let draft = json!([{ "id": id, "amount": wanted }]);
            let file = deposit(&code, &third);
            let (saved, _) = tokio::join!(ana.saved(draft), import(&world, "deposits.csv", &file));
            let is_saved = saved.outcome() == "ok";
            let here = text_of(&world, AMOUNT).await;
            // Saved, it stays, whichever came first; refused, the file counts.
            assert_eq!(here == format!("{}0000", 80 + round), is_saved, "{here}: {}", saved.text);
        }
    }

    async fn a_third_amount_is_for_a_person_to_decide(world: World) {
        let payroll = Payroll::of(&world).await;
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let code = code_of_ana(&world).await;
        changed_amount(&world, &mut ana, &code).await;
        payroll.create().await;
        let heard = [
            import(&world, "deposits.csv", &deposit(&code, "50")).await,
            import(&world, "deposits.csv", &deposit(&code, "65")).await,
        ]
        .concat();
        assert!(heard.last().unwrap().1.contains("conflict in amount"), "{heard:?}");
        let mut counts = MetCounts::default();
        heard.iter().for_each(|(_, what)| counts.hear(what));
        assert_eq!(counts, MetCounts { conflicts: 1, not_taken: 1 });
        assert_eq!(text_of(&world, AMOUNT).await, "800000");
        let row = payroll.newest().await;
        assert_eq!((&row["state"], &row["values"][0]["payroll"]), (&json!("conflict"), &json!("65.00")));
        let decide = |winner: &str| json!({ "i": row["id"], "w": winner });
        // What was approved counts: it goes to payroll again, and what payroll has now is its old value.
        assert_eq!(payroll.ask(RESOLVE, decide("approved")).await.data("/resolvePayrollChange/state"), "dropped");
        assert_eq!(payroll.ask(RESOLVE, decide("approved")).await.outcome(), "NO_CONFLICT");
        assert_eq!(payroll.create().await["number"], 2);
        import(&world, "deposits.csv", &deposit(&code, "65")).await;
        assert_eq!((text_of(&world, AMOUNT).await.as_str(), &payroll.newest().await["state"]), ("800000", &json!("handed")));
        // A fourth one, and this time payroll's counts.
        import(&world, "deposits.csv", &deposit(&code, "70")).await;
        let row = payroll.newest().await;
        assert_eq!(row["state"], "conflict");
        payroll.ask(RESOLVE, json!({ "i": row["id"], "w": "payroll" })).await.data("/resolvePayrollChange");
        import(&world, "deposits.csv", &deposit(&code, "70")).await;
        assert_eq!(text_of(&world, AMOUNT).await, "700000");
    }

    async fn undoing_an_import_takes_back_what_it_found_out(world: World) {
        let payroll = Payroll::of(&world).await;
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let code = code_of_ana(&world).await;
        changed_amount(&world, &mut ana, &code).await;
        payroll.create().await;
        import(&world, "deposits.csv", &deposit(&code, "80")).await;
        assert_eq!(payroll.newest().await["state"], "taken");
        atrium::import::undo(&world.app, &cedar(&world).await, &IMPORT_KINDS, &mut |line| panic!("{line}")).await.unwrap();
        assert_eq!(payroll.newest().await["state"], "handed");
    }

    async fn a_new_account_is_taken_over_when_payroll_has_it(world: World) {
        let payroll = Payroll::of(&world).await;
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let code = code_of_ana(&world).await;
        let draft = with(account("700100200300"), json!({ "priority": 9 }));
        approved(&world, &mut ana, draft).await;
        a_day_later(&world).await;
        payroll.create().await;
        let text = deposit(&code, "50").replace("2026-01-05", "2026-11-16");
        assert_eq!(import(&world, "deposits.csv", &text).await[0].0, Effect::Same);
        assert_eq!(payroll.newest().await["state"], "taken");
    }

    async fn an_old_address_and_an_old_name_do_not_come_back(world: World) {
        let payroll = Payroll::of(&world).await;
        let ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let code = code_of_ana(&world).await;
        let old = "12 Elm Court,Apt 3,Portland,OR,97214";
        import(&world, "people.csv", &person(&code, "Ana", old)).await;
        moved(&world, &ana, json!({ "firstName": "Anita", "addressLine1": "9 Pine Street", "addressLine2": "", "city": "Bend", "zip": "97701" })).await;
        payroll.create().await;
        let names = "SELECT p.first_name || ' ' || e.first_name || ' ' || f.city || ' ' || f.address_line1 FROM person p
            JOIN employee e ON e.person_id = p.id JOIN employee_profile f ON f.employee_id = e.id WHERE p.username = 'ana'";
        let approved = "Anita Anita Bend 9 Pine Street";
        assert_eq!(text_of(&world, names).await, approved);
        import(&world, "people.csv", &person(&code, "Ana", old)).await;
        assert_eq!(text_of(&world, names).await, approved);
        assert_eq!(payroll.newest().await["state"], "handed");
        assert_eq!(world.count("SELECT count(*) FROM employee e JOIN person p ON p.id = e.person_id WHERE p.username = 'ana' AND e.search_text LIKE '%anita%'").await, 1);
        // Half of it isn't all of it.
        import(&world, "people.csv", &person(&code, "Anita", old)).await;
        assert_eq!((text_of(&world, names).await.as_str(), &payroll.newest().await["state"]), (approved, &json!("handed")));
        import(&world, "people.csv", &person(&code, "Ana", "1 Third Way,,Eugene,OR,97401")).await;
        let row = payroll.newest().await;
        assert_eq!((text_of(&world, names).await.as_str(), &row["state"]), (approved, &json!("conflict")));
        import(&world, "people.csv", &person(&code, "Anita", "9 Pine Street,,Bend,OR,97701")).await;
        assert_eq!(payroll.newest().await["state"], "taken");
        // A value no one changed here is payroll's alone.
        import(&world, "people.csv", &person(&code, "Anita", "11 Oak Avenue,,Bend,OR,97701")).await;
        let newer = "Anita Anita Bend 11 Oak Avenue";
        assert_eq!(text_of(&world, names).await, newer);
        // A late file with the address from before doesn't come back over it unseen.
        import(&world, "people.csv", &person(&code, "Anita", old)).await;
        assert_eq!((text_of(&world, names).await.as_str(), &payroll.newest().await["state"]), (newer, &json!("conflict")));
        import(&world, "people.csv", &person(&code, "Anita", "11 Oak Avenue,,Bend,OR,97701")).await;
        assert_eq!((text_of(&world, names).await.as_str(), &payroll.newest().await["state"]), (newer, &json!("taken")));
    }
}
