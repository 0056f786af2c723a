//! A tenant's own paragraph in its mails. A mail is written with room for it, and gets it as it leaves: a change to the words
//! counts for what hasn't been sent yet, and code that writes a mail doesn't have to ask for them.

use super::kinds::NoticeTextKind;
use super::words::{self, MailPage};
use super::{Letter, OutgoingNotice, RequestAbout, TimeOffFacts, TimeOffNews, html, store};
use crate::access;
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::TenantId;
use db::Db;
use serde::{Deserialize, Serialize};

/// Where the paragraph goes, in bytes from the beginning.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct RoomForWords {
    pub(super) kind: NoticeTextKind,
    pub(super) text: usize,
    pub(super) html: usize,
}

/// The mail as it leaves.
pub(super) async fn add(db: &Db, tenant: TenantId, notice: OutgoingNotice) -> db::Result<OutgoingNotice> {
    let Some(room) = notice.room else { return Ok(notice) };
    let found = store::own_words(db, &access::upkeep(), tenant, room.kind).await?;
    let Some((english, spanish)) = found else { return Ok(notice) };
    let words = if notice.language == "es" { spanish } else { english };
    Ok(with_words(notice, room, &words))
}

fn with_words(mut notice: OutgoingNotice, room: RoomForWords, words: &str) -> OutgoingNotice {
    if words.is_empty() {
        return notice;
    }
    notice.text.insert_str(room.text, &format!("\n\n{words}"));
    if let Some(html) = &mut notice.html {
        html.insert_str(room.html, &html::own_words(words));
    }
    notice
}

/// A mail as an example, around the tenant's own paragraph.
#[derive(Debug, PartialEq, Eq)]
pub struct MailExample {
    pub subject: String,
    pub before: Vec<String>,
    pub after: Vec<String>,
}

/// What an example is made of.
#[derive(Clone, Copy)]
pub struct ExampleFacts<'a> {
    pub tenant_name: &'a str,
    pub link: &'a str,
    pub today: Day,
}

pub fn example(kind: NoticeTextKind, language: &str, facts: ExampleFacts<'_>) -> MailExample {
    let ExampleFacts { tenant_name, link, today } = facts;
    let first_name = "Ana";
    let time_off = TimeOffFacts {
        employee: "Ana Morales".to_owned(),
        type_name: if language == "es" { "Vacaciones" } else { "Vacation" }.to_owned(),
        first_day: today,
        last_day: today,
        between: None,
        half: None,
        hours: Amount::from_cents(800),
        approved: (vec![today], Amount::from_cents(800)),
        has_calendar_file: false,
        answer: String::new(),
        by: None,
    };
    let letter = match kind {
        NoticeTextKind::Invitation => Letter::Invitation { first_name, tenant_name, link },
        NoticeTextKind::Welcome => Letter::Welcome { first_name, username: "ana", tenant_name, link },
        NoticeTextKind::PayStubHere => {
            Letter::PayStubHere { first_name, company: tenant_name, pay_date: today, link }
        }
        NoticeTextKind::TimeOffDecided => {
            Letter::TimeOff { first_name, news: TimeOffNews::Approved, facts: &time_off, link }
        }
        NoticeTextKind::RequestDecided => {
            Letter::RequestDecided { first_name, about: RequestAbout::Profile, is_approved: true, note: "" }
        }
        NoticeTextKind::EmploymentEnds => Letter::EmploymentEnds {
            first_name,
            company: tenant_name,
            last_day: today,
            open_through: today.plus_days(730),
            link,
        },
    };
    let MailPage { subject, greeting, paragraphs, facts, button, closing, foot, .. } =
        words::letter(language, letter);
    let before = std::iter::once(greeting).chain(paragraphs);
    let after = facts.into_iter().map(|(label, value)| format!("{label}: {value}"));
    let after = after.chain(button.map(|(label, _)| label.to_owned()));
    let after = after.chain(closing.into_iter().map(str::to_owned)).chain([foot.to_owned()]);
    MailExample { subject, before: before.collect(), after: after.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_room_for_words_that_are_text_and_never_markup() {
        let (tenant_name, link, today) = ("Cedar <b>", "https://portal.example.com/x", Day::FIRST);
        for (kind, language) in NoticeTextKind::ALL.iter().flat_map(|kind| [(*kind, "en"), (*kind, "es")]) {
            let found = example(kind, language, ExampleFacts { tenant_name, link, today });
            assert!(found.before.len() > 1 && !found.after.is_empty(), "{kind:?}");
        }
        let letter = Letter::Invitation { first_name: "Ana", tenant_name, link };
        let plain = super::super::written("ana@cedar.example", "es", letter);
        let room = plain.room.unwrap();
        let (text, html) = (plain.text.clone(), plain.html.clone().unwrap());
        let with = with_words(plain, room, "Preguntas: <a href=x>\next. 12");
        let (head, tail) = text.split_at(room.text);
        assert_eq!(with.text, format!("{head}\n\nPreguntas: <a href=x>\next. 12{tail}"));
        assert!(head.starts_with("Hola, Ana:") && tail.contains(link), "{text}");
        let with = with.html.unwrap();
        assert!(with.contains("&lt;a href=x&gt;</p>") && with.contains("ext. 12</p>"), "{with}");
        assert_eq!(with.len() - html.len(), html::own_words("Preguntas: <a href=x>\next. 12").len());
    }

    #[test]
    fn a_mail_that_warns_or_opens_an_account_has_none() {
        let link = "https://portal.example.com/x";
        for letter in [
            Letter::PasswordReset { first_name: "Ana", link },
            Letter::SignInLink { first_name: "Ana", link },
            Letter::ConfirmEmail { first_name: "Ana", link },
        ] {
            assert!(super::super::written("ana@cedar.example", "en", letter).room.is_none());
        }
    }
}
