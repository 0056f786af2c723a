//! Every tool as every kind of person: a topic whose page is closed has no tool. The verdicts are one readable table.

use super::{MANAGER_QUESTIONS, QUESTIONS, answer, ask, forget_how_often, open};
use crate::world::{World, both};
use language::Topic;
use std::collections::BTreeMap;
use std::fmt::Write;

const ACTORS: &[&str] = &[
    "ana", "marcus", "priya", "dana", "elena", "hugo", "mina", "lena", "paula", "yuri", "toma", "wilma",
    "vera", "grace", "omar",
];

/// Questions about Ana, a primary report of Marcus and a secondary one (Time Off) of Dana.
const OF_ANA: &[(&str, &str)] = &[
    ("time_off_balance", "How much vacation does Ana Morales have?"),
    ("request_status", "Did Ana Morales's time off request get approved?"),
    ("hours_today", "How many hours has Ana Morales worked today?"),
    ("last_stub", "How much was Ana Morales's last paycheck?"),
    ("deposit_accounts", "Where does Ana Morales's pay go?"),
    ("w2_where", "Where is Ana Morales's W-2?"),
    ("benefit_plans", "What benefits does Ana Morales have?"),
];

async fn verdict(world: &World, who: &str, question: &str) -> String {
    forget_how_often(world).await;
    let actor = if who == "nobody" { world.nobody() } else { world.acting(who).await };
    let reply = ask(&actor, "table", question).await;
    if !reply.status.is_success() {
        return reply.status.as_u16().to_string();
    }
    assert!(!answer(&reply).is_empty());
    let source = !reply.body["sources"].as_array().unwrap().is_empty();
    match (reply.body["band"].as_str().unwrap(), source) {
        ("answer", true) => "rows",
        ("answer", false) => "words",
        ("unknown", _) => "closed",
        ("out_of_scope", _) => "refused",
        (other, _) => other,
    }
    .to_owned()
}

both! {
    async fn every_tool_answers_every_person_as_the_table_says(world: World) {
        open(&world).await;
        world.add_newcomers().await;
        world.add_leavers().await;
        let mut asked: BTreeMap<&str, &str> = BTreeMap::new();
        for (question, topic) in QUESTIONS.iter().chain(MANAGER_QUESTIONS) {
            asked.entry(topic).or_insert(question);
        }
        asked.insert("out_of_scope", "Should I invest in bitcoin?");
        let mut table = String::new();
        let heads: String = ACTORS.iter().map(|actor| format!("{actor:>9}")).collect();
        writeln!(table, "{:20}{heads}", "").unwrap();
        for topic in Topic::ALL {
            let question = asked.get(topic.id()).unwrap_or_else(|| panic!("ask about {} in tests/mod.rs", topic.id()));
            write!(table, "{:20}", topic.id()).unwrap();
            for who in ACTORS {
                write!(table, "{:>9}", verdict(&world, who, question).await).unwrap();
            }
            writeln!(table).unwrap();
        }
        writeln!(table, "\nabout Ana").unwrap();
        for (topic, question) in OF_ANA {
            write!(table, "{topic:20}").unwrap();
            for who in ACTORS {
                write!(table, "{:>9}", verdict(&world, who, question).await).unwrap();
            }
            writeln!(table).unwrap();
        }
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("snapshots");
        settings.set_prepend_module_to_snapshot(false);
        settings.bind(|| insta::assert_snapshot!("tools", table));
    }

    async fn a_manager_whose_question_about_a_report_is_unclear_is_offered_what_they_may_ask(world: World) {
        open(&world).await;
        let marcus = world.acting("marcus").await;
        let reply = ask(&marcus, "o", "tell me Ana Morales pto").await;
        assert_eq!(reply.body["band"], "ask_back", "{}", reply.text);
        let offered = reply.body["candidates"].as_array().unwrap();
        assert!(!offered.is_empty(), "{}", reply.text);
        for one in offered {
            let question = one["question"].as_str().unwrap();
            let reply = ask(&marcus, "o", question).await;
            assert!(question.contains("Ana Morales") && reply.body["band"] == "answer", "{question}: {}", reply.text);
        }
        // About anyone else there's no answer, whether or not they exist.
        for (chat, question) in [("e", "tell me Elena Vargas pto"), ("n", "tell me Helena Vargas pto")] {
            let reply = ask(&marcus, chat, question).await;
            assert_ne!(reply.body["band"], "answer", "{}", reply.text);
            assert!(reply.body["sources"].as_array().unwrap().is_empty() && !answer(&reply).contains("Vargas"), "{}", reply.text);
        }
    }

    async fn a_manager_asks_about_reports_within_their_areas_and_never_about_pay(world: World) {
        open(&world).await;
        // Marcus: Ana is a primary report. Dana: Time Off only.
        for who in ["marcus", "dana"] {
            let manager = world.acting(who).await;
            let reply = ask(&manager, "r", "How much vacation does Ana Morales have?").await;
            assert!(answer(&reply).contains("Ana") && reply.body["band"] == "answer", "{who}: {}", reply.text);
            for (topic, question) in OF_ANA.iter().skip(3) {
                let reply = ask(&manager, topic, question).await;
                assert_eq!(reply.body["band"], "out_of_scope", "{who}: {question}: {}", reply.text);
                assert!(reply.body["sources"].as_array().unwrap().is_empty(), "{}", reply.text);
            }
        }
        // Whether a report is away, also for someone who is a manager and nothing else.
        let marcus = world.acting("marcus").await;
        let away = ask(&marcus, "away", "is Ana Morales off tomorrow").await;
        assert!(answer(&away).contains("Ana Morales") && away.body["band"] == "answer", "{}", away.text);
        // Someone who reports to neither, and someone who doesn't exist: the same words.
        let dana = world.acting("dana").await;
        let elena = answer(&ask(&dana, "e", "How much vacation does Elena Vargas have?").await).to_owned();
        let nobody = answer(&ask(&dana, "n", "How much vacation does Roberto Vargas have?").await).to_owned();
        assert_eq!(elena, nobody);
        for (at, words) in ["is {} off tomorrow", "How many hours has {} worked today?", "Did {}'s time off request get approved?"].iter().enumerate() {
            // Almost the same letters, so that both are understood alike.
            let said = async |name: &str| answer(&ask(&marcus, &format!("s{at}-{}", name.len()), &words.replace("{}", name)).await).to_owned();
            assert_eq!(said("Elena Vargas").await, said("Helena Vargas").await, "{words}");
        }
    }
}
