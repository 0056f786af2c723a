//! An address that a file replaces: who hears of it, and who can take it back.

use super::{ALL, run, undo};
use crate::world::{Browser, World, both, link_in};
use atrium::notices::Delivered;
use serde_json::json;

fn people(rows: &[(&str, &str, &str, &str)]) -> String {
    let rows =
        rows.iter().map(|(username, first, last, email)| format!("{username},{first},{last},{email}\n"));
    format!("username,first_name,last_name,email\n{}", rows.collect::<String>())
}

async fn email_of(world: &World, username: &str) -> String {
    let sql = "SELECT email FROM person WHERE username = $1";
    world.app.db.one::<(String,)>(sql, db::params![username]).await.unwrap().0
}

/// Who was written to, and whether with the link that takes it back; in order.
fn told(mails: &[Delivered]) -> Vec<(&str, bool)> {
    let mut told: Vec<_> =
        mails.iter().map(|mail| (mail.to.as_str(), mail.text.contains("/login/not-me?token="))).collect();
    told.sort_unstable();
    told
}

fn to<'a>(mails: &'a [Delivered], mailbox: &str) -> &'a Delivered {
    mails.iter().find(|mail| mail.to == mailbox).unwrap()
}

both! {
    async fn the_mailbox_that_was_replaced_hears_of_it_in_its_language_and_can_take_it_back(world: World) {
        let file = people(&[("ana", "Ana", "Morales", "thief@example.com"), ("elena", "Elena", "Vargas", "e.vargas@example.com")]);
        let elenas = email_of(&world, "elena").await;
        world.delivered().await;
        let (outcome, heard) = run(&world, &[("people.csv", &file)], false).await;
        assert_eq!((outcome.changed, outcome.invited), (2, 0), "{:?}", heard.faults);
        let mails = world.delivered().await;
        let mut expected =
            [("ana@example.com", true), ("thief@example.com", false), (elenas.as_str(), true), ("e.vargas@example.com", false)];
        expected.sort_unstable();
        assert_eq!(told(&mails), expected);
        assert_eq!(to(&mails, "ana@example.com").subject.as_deref(), Some("Your company changed the email address of your account"));
        assert!(to(&mails, &elenas).text.contains("Su empresa cambió la dirección de correo electrónico de su cuenta."));
        let names_a_place = |mail: &Delivered| mail.text.contains("IP address") || mail.text.contains("Dirección IP");
        assert!(!mails.iter().any(names_a_place), "an operator's file comes from nowhere");

        let token = link_in(&to(&mails, "ana@example.com").text, "not-me");
        let mut browser = Browser::at(&world, "127.0.0.1");
        assert_eq!(browser.post_json("/login/not-me", json!({ "token": token })).await.status, 200);
        assert_eq!(email_of(&world, "ana").await, "ana@example.com");
        let mails = world.delivered().await;
        assert_eq!(mails.iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(), ["ana@example.com"]);
        assert!(mails[0].text.contains("/login/reset?token="));
        assert_eq!(email_of(&world, "elena").await, "e.vargas@example.com", "everybody else stays as imported");
    }

    async fn a_dry_run_a_file_with_a_fault_and_the_same_address_tell_nobody(world: World) {
        let moved = people(&[("ana", "Ana", "Morales", "new@example.com")]);
        let wrong = people(&[("ana", "Ana", "Morales", "new@example.com"), ("victor", "Victor", "Lindqvist", "nowhere")]);
        let same = people(&[("ana", "Anabel", "Morales", "ana@example.com")]);
        world.delivered().await;
        let before = world.rows().await;
        run(&world, &[("people.csv", &moved)], true).await;
        let (outcome, _) = run(&world, &[("people.csv", &wrong)], false).await;
        assert_eq!(outcome.faults, 1);
        assert_eq!(world.rows().await, before);
        let (outcome, _) = run(&world, &[("people.csv", &same)], false).await;
        assert_eq!(outcome.changed, 1);
        assert!(world.delivered().await.is_empty());
    }

    async fn whoever_takes_an_import_back_tells_both_mailboxes_again(world: World) {
        let file = people(&[("ana", "Ana", "Morales", "new@example.com")]);
        run(&world, &[("people.csv", &file)], false).await;
        world.delivered().await;
        undo(&world).await.unwrap();
        assert_eq!(email_of(&world, "ana").await, "ana@example.com");
        let mails = world.delivered().await;
        // Ana has her own mailbox again: there is nothing for her to take back, and nothing for the other one to take.
        assert_eq!(told(&mails), [("ana@example.com", false), ("new@example.com", false)]);
        let watched = "SELECT count(*) FROM credential_change c JOIN person p ON p.id = c.person_id
            WHERE p.username = 'ana' AND c.kind = 'email' AND c.old_value IN ('ana@example.com', 'new@example.com')";
        assert_eq!(world.count(watched).await, 2);
    }

    async fn an_address_that_was_mended_before_the_first_sign_in_takes_the_invitation_along(world: World) {
        run(&world, ALL, false).await;
        let mails = world.delivered().await;
        let old = link_in(&to(&mails, "noemi@example.com").text, "invitation");
        let sams = link_in(&to(&mails, "sam@example.com").text, "invitation");
        let file = people(&[("noemi.ruiz", "Noemí", "Ruiz", "noemi.ruiz@example.com")]);
        run(&world, &[("people.csv", &file)], false).await;
        let mails = world.delivered().await;
        // The first mailbox may be a stranger's: whoever reads it gets no way in.
        assert_eq!(told(&mails), [("noemi.ruiz@example.com", false), ("noemi@example.com", false)]);
        assert!(!to(&mails, "noemi@example.com").text.contains("/login/"));
        let new = link_in(&to(&mails, "noemi.ruiz@example.com").text, "invitation");
        let mut browser = Browser::at(&world, "127.0.0.1");
        let password = "tuba velvet moth 94";
        for (token, status) in [(old, 410), (new, 200), (sams, 200)] {
            let chosen = json!({ "token": token, "password": password });
            assert_eq!(browser.post_json("/login/choose-password", chosen).await.status, status);
        }
    }
}
