//! When a file replaces an address: who is told, and who can take it back.

use super::{ALL, run, undo};
use crate::world::{Browser, World, both, link_in};
use atrium::shared::collected::Delivered;
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

/// Who got mail, and whether with the link that takes it back; in order.
fn told(mails: &[Delivered]) -> Vec<(&str, bool)> {
    let mails = mails.iter().filter(|mail| mail.kind == "mail");
    let mut told: Vec<_> =
        mails.map(|mail| (mail.to.as_str(), mail.text.contains("/login/not-me?token="))).collect();
    told.sort_unstable();
    told
}

/// Which phones got a text, and what; in order.
fn texted(mails: &[Delivered]) -> Vec<(&str, &str)> {
    let texts = mails.iter().filter(|mail| mail.kind == "sms");
    let mut texted: Vec<_> = texts.map(|text| (text.to.as_str(), text.text.as_str())).collect();
    texted.sort_unstable();
    texted
}

/// A file with names, mailboxes and phones.
fn phones(rows: &[(&str, &str, &str, &str, &str)]) -> String {
    let row = |(username, first, last, email, phone): &(&str, &str, &str, &str, &str)| {
        format!("{username},{first},{last},{email},{phone}\n")
    };
    "username,first_name,last_name,email,phone\n".to_owned() + &rows.iter().map(row).collect::<String>()
}

async fn phone_of(world: &World, username: &str) -> Option<String> {
    let sql = "SELECT phone FROM person WHERE username = $1";
    world.app.db.one::<(Option<String>,)>(sql, db::params![username]).await.unwrap().0
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
        assert_eq!(to(&mails, "ana@example.com").subject.as_deref(), Some("Your company changed the email address on your account"));
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

    async fn two_people_of_one_tenant_get_no_address_in_common(world: World) {
        let before = world.rows().await;
        for rows in [
            [("ana", "Ana", "Morales", "VICTOR@example.com"), ("sam.one", "Sam", "One", "one@example.com")],
            [("sam.one", "Sam", "One", "sam@example.com"), ("sam.two", "Sam", "Two", "sam@example.com")],
        ] {
            let (outcome, heard) = run(&world, &[("people.csv", &people(&rows))], false).await;
            assert_eq!(outcome.faults, 1);
            assert!(heard.faults[0].contains("has this address"), "{:?}", heard.faults);
        }
        assert_eq!(world.rows().await, before);
        // A username can be typed in the same field.
        for (rows, says) in [
            ([("sam.one", "Sam", "One", "one@example.com"), ("one@example.com", "Sam", "Two", "two@example.com")], "has this as their address"),
            ([("one@example.com", "Sam", "Two", "two@example.com"), ("sam.one", "Sam", "One", "One@example.com")], "has this address"),
            ([("one@example.com", "Sam", "Two", "two@example.com"), ("sam.two", "Sam", "One", "2@example.com")], "must be the person's own"),
            ([("hugo@example.com", "Sam", "Two", "hugo@example.com"), ("sam.two", "Sam", "One", "2@example.com")], "someone in another tenant"),
        ] {
            let (outcome, heard) = run(&world, &[("people.csv", &people(&rows))], false).await;
            assert!(outcome.faults > 0 && heard.faults.iter().any(|fault| fault.contains(says)), "{:?}", heard.faults);
        }
        assert_eq!(world.rows().await, before);
        let own = [("one@example.com", "Sam", "One", "one@example.com")];
        assert_eq!(run(&world, &[("people.csv", &people(&own))], false).await.0.faults, 0, "one's own is no one else's");
    }

    async fn an_address_that_a_colleague_was_given_since_stops_an_undo(world: World) {
        let file = people(&[("ana", "Ana", "Morales", "new@example.com")]);
        run(&world, &[("people.csv", &file)], false).await;
        world.change("UPDATE person SET email = 'Ana@example.com' WHERE username = 'victor'", vec![]).await;
        let before = world.rows().await;
        let (outcome, said) = undo(&world).await.unwrap();
        assert_eq!((outcome.faults, said.len()), (1, 1), "{said:?}");
        assert!(said[0].contains("ana@example.com") && said[0].contains("belongs to someone else now"), "{said:?}");
        assert_eq!(world.rows().await, before);
    }

    async fn whoever_takes_an_import_back_tells_both_mailboxes_again(world: World) {
        let file = people(&[("ana", "Ana", "Morales", "new@example.com")]);
        run(&world, &[("people.csv", &file)], false).await;
        world.delivered().await;
        undo(&world).await.unwrap();
        assert_eq!(email_of(&world, "ana").await, "ana@example.com");
        let mails = world.delivered().await;
        // Ana has her own mailbox again: she has nothing to take back, and the other person has nothing to take.
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
        // The first mailbox may be a stranger's: reading it gives no way in.
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

    async fn the_phone_that_was_replaced_hears_of_it_and_the_mailbox_can_take_it_back(world: World) {
        let (anas, elenas) = (phone_of(&world, "ana").await.unwrap(), phone_of(&world, "elena").await.unwrap());
        let mailbox = email_of(&world, "elena").await;
        let file = phones(&[
            ("ana", "Ana", "Morales", "ana@example.com", "(503) 555-0142"),
            ("elena", "Elena", "Vargas", &mailbox, ""),
        ]);
        world.delivered().await;
        let (outcome, heard) = run(&world, &[("people.csv", &file)], false).await;
        assert_eq!(outcome.changed, 2, "{:?}", heard.faults);
        let notices = world.delivered().await;
        let mut texts = vec![
            (anas.as_str(), "Atrium: Your company changed the phone number on your account. If the new number is yours, you don't need to do anything. If it isn't, tell your administrator right away."),
            (elenas.as_str(), "Atrium: Su empresa quitó el número de teléfono de su cuenta. Si ya lo sabía, no tiene que hacer nada. Si no, avise de inmediato a su administrador."),
        ];
        texts.sort_unstable();
        assert_eq!(texted(&notices), texts, "in the person's language, and never the number that is new");
        let mut mails = vec![("ana@example.com", true), (mailbox.as_str(), true)];
        mails.sort_unstable();
        assert_eq!(told(&notices), mails);

        let token = link_in(&to(&notices, "ana@example.com").text, "not-me");
        let mut browser = Browser::at(&world, "127.0.0.1");
        assert_eq!(browser.post_json("/login/not-me", json!({ "token": token })).await.status, 200);
        assert_eq!(phone_of(&world, "ana").await.as_deref(), Some(anas.as_str()));
        assert_eq!(phone_of(&world, "elena").await, None, "everybody else stays as imported");
    }

    async fn a_row_that_replaces_both_tells_what_was_there_before_of_both(world: World) {
        let anas = phone_of(&world, "ana").await.unwrap();
        world.delivered().await;
        let file = phones(&[("ana", "Ana", "Morales", "thief@example.com", "+15035550142")]);
        run(&world, &[("people.csv", &file)], false).await;
        let notices = world.delivered().await;
        assert_eq!(texted(&notices).iter().map(|(to, _)| *to).collect::<Vec<_>>(), [anas.as_str(), anas.as_str()]);
        let (hers, thiefs) = ("ana@example.com", "thief@example.com");
        assert_eq!(told(&notices), [(hers, true), (hers, true), (thiefs, false), (thiefs, false)]);

        undo(&world).await.unwrap();
        let notices = world.delivered().await;
        assert_eq!(texted(&notices).iter().map(|(to, _)| *to).collect::<Vec<_>>(), ["+15035550142", "+15035550142"]);
        assert!(told(&notices).iter().all(|(_, has_link)| !has_link), "there is nothing to take back: {:?}", told(&notices));
        assert_eq!(phone_of(&world, "ana").await.as_deref(), Some(anas.as_str()));
    }

    async fn a_first_phone_is_told_to_the_mailbox_and_an_account_that_nobody_uses_gets_no_letter_of_it(world: World) {
        run(&world, ALL, false).await;
        world.change("UPDATE person SET phone = NULL WHERE username = 'ana'", vec![]).await;
        world.delivered().await;
        let file = phones(&[
            ("ana", "Ana", "Morales", "ana@example.com", "+15035550142"),
            ("jordan.reyes", "Jordan", "Reyes", "jordan@example.com", "+15035550143"),
        ]);
        let before = world.rows().await;
        run(&world, &[("people.csv", &file)], true).await;
        assert_eq!(world.rows().await, before, "a dry run tells nobody");
        run(&world, &[("people.csv", &file)], false).await;
        let notices = world.delivered().await;
        assert_eq!(told(&notices), [("ana@example.com", true)]);
        assert!(to(&notices, "ana@example.com").text.contains("Your company added a phone number to your account."));
        assert_eq!(texted(&notices).iter().map(|(to, _)| *to).collect::<Vec<_>>(), ["+15035550123"], "Jordan's, as imported first");
    }
}
