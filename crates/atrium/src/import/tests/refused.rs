//! A file's faults are reported where they are, with what to do about them.

use super::{DEPOSITS, PEOPLE, STUBS, W2, code_of_ana, run};
use crate::world::{World, both};

both! {
    async fn what_lies_in_the_future_is_refused(world: World) {
        let (w2, stubs) = (W2.replace(",2025,", ",2027,"), STUBS.replace("2026-11-13", "2098-11-13"));
        let people = PEOPLE.replace(",30,3010", ",,").replace("Weekly outlet", "");
        let files = [("people.csv", people.as_str()), ("w2.csv", &w2), ("stubs.csv", &stubs)];
        let (_, mut heard) = run(&world, &files, true).await;
        heard.faults.sort();
        assert_eq!(heard.faults, [
            "stubs.csv 2 3 check_date: the check date can't be after 2027-01-15",
            "w2.csv 2 3 year: the year of a W-2 must be from 1978 to 2026",
        ]);
    }

    async fn an_amount_that_no_sum_could_hold_is_told_at_its_cell(world: World) {
        let people = PEOPLE.replace(",30,3010", ",,").replace("Weekly outlet", "");
        for (cell, column) in [("\"$1,960.00\"", "11 current"), ("\"43,120.00\"", "12 ytd")] {
            let stubs = STUBS.replace(cell, "900000000000000.00");
            let (_, heard) = run(&world, &[("people.csv", &people), ("stubs.csv", &stubs)], true).await;
            let says = "\"•••0000.00\" is too large: an amount must be less than 10,000,000,000";
            assert_eq!(heard.faults, [format!("stubs.csv 2 {column}: {says}")]);
        }
    }

    async fn an_account_number_in_the_wrong_column_is_not_repeated(world: World) {
        let people = PEOPLE.replace(",30,3010", ",,").replace("Weekly outlet", "");
        let kind = DEPOSITS.replace("savings,percentage", "6661112223336,percentage");
        let code = DEPOSITS.replace("Outfitters,9001,920100116,004417208815", "Outfitters,6661112223337,920100116,004417208815");
        let headless = "Cedar Outfitters,9001,920100116,6661112223338,savings\nCedar Outfitters,9001,920100116,6661112223339,savings\n";
        for (deposits, says) in [(kind.as_str(), "•••3336"), (&code, "•••3337"), (headless, "•••3338")] {
            let (_, heard) = run(&world, &[("people.csv", &people), ("deposits.csv", deposits)], true).await;
            let all = heard.faults.join("\n");
            assert!(all.contains(says) && !all.contains("666111222"), "{all}");
        }
    }

    async fn accounts_that_take_too_much_are_told_at_the_last_of_them(world: World) {
        let people = PEOPLE.replace(",30,3010", ",,").replace("Weekly outlet", "");
        let over = DEPOSITS.replace("percentage,10,", "percentage,60,").replace("balance,,", "percentage,50,");
        let twice = DEPOSITS.replace("percentage,10,", "balance,,");
        for (deposits, says) in [
            (over, "deposits.csv 3 7 amount: the accounts of employee 9001 add up to more than 100 percent"),
            (twice, "deposits.csv 3 7 amount: the accounts of employee 9001 include the balance more than once"),
        ] {
            let (_, heard) = run(&world, &[("people.csv", &people), ("deposits.csv", &deposits)], true).await;
            assert_eq!(heard.faults, [says]);
        }
    }

    async fn somebody_known_under_another_code_is_told_that_and_nothing_else(world: World) {
        let people = "username,first_name,last_name,email,company,employee_code\nana,Ana,Morales,ana@cedar.example,Cedar Outfitters,77\n\
            new.one,New,One,new@example.com,Cedar Outfitters,9003\n";
        let (_, mut heard) = run(&world, &[("people.csv", people)], true).await;
        heard.faults.sort();
        let known = format!("people.csv 2 6 employee_code: this person already has the code {} in this company", code_of_ana(&world).await);
        assert_eq!(heard.faults, [
            known.as_str(),
            "people.csv 3: a new employee needs the column date_of_birth",
            "people.csv 3: a new employee needs the column original_hire_date",
        ]);
    }

    async fn a_file_without_commas_or_without_anything_says_so(world: World) {
        for (text, says) in [
            ("", "people.csv 1: the file is empty"),
            ("username;first_name;last_name;email\nana;Ana;Morales;a@b.c\n", "people.csv 1: the columns are not separated by commas; save the file as CSV with commas"),
        ] {
            let (outcome, heard) = run(&world, &[("people.csv", text)], true).await;
            assert_eq!((outcome.faults, heard.faults.as_slice()), (1, &[says.to_owned()][..]));
        }
    }
}
