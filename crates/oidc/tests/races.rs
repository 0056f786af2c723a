//! Two tabs, eight thieves: concurrent requests still happen in some order.

use crate::world::{ANA, Answer, Tokens, both};
use axum::http::StatusCode;
use oidc::Refused;
use std::future::Future;

async fn at_once<F: Future<Output = Answer> + Send + 'static>(calls: impl Iterator<Item = F>) -> Vec<Answer> {
    let tasks: Vec<_> = calls.map(tokio::spawn).collect();
    let mut answers = vec![];
    for task in tasks {
        answers.push(task.await.unwrap());
    }
    answers
}

both! {
    fn a08_two_tabs_that_refresh_at_once_both_stay_signed_in(world) {
        let (browser, mut tokens) = world.ana().await;
        for _ in 0..10 {
            let answers = at_once((0..2).map(|_| {
                let (browser, refresh) = (browser.clone(), tokens.refresh.clone());
                async move { browser.refresh(&refresh).await }
            }))
            .await;
            let both: Vec<Tokens> = answers.iter().map(Tokens::from).collect();
            assert_eq!(both[0].refresh, both[1].refresh, "one successor");
            assert_ne!(both[0].refresh, tokens.refresh);
            for tab in &both {
                assert!(world.provider.verify_access(&tab.access).is_ok());
            }
            tokens = both[0].clone();
            world.pass_secs(60);
        }
        assert_eq!(world.people.events(), []);
    }

    fn a03_of_eight_uses_of_a_code_at_once_one_wins_and_keeps_nothing(world) {
        let mut browser = world.browser();
        for _ in 0..5 {
            let code = browser.code(ANA).await;
            let answers = at_once((0..8).map(|_| {
                let (browser, code) = (browser.clone(), code.clone());
                async move { browser.redeem(&code, &[]).await }
            }))
            .await;
            let (won, lost): (Vec<_>, Vec<_>) =
                answers.iter().partition(|answer| answer.status == StatusCode::OK);
            assert_eq!((won.len(), lost.len()), (1, 7));
            assert!(lost.iter().all(|answer| answer.error() == (400, "invalid_grant".into())));
            let tokens = Tokens::from(won[0]);
            assert_eq!(world.provider.verify_access(&tokens.access), Err(Refused::Ended));
            assert_eq!(browser.refresh(&tokens.refresh).await.error(), (400, "invalid_grant".into()));
            assert_eq!(world.people.events().len(), 1);
        }
    }

    fn a_request_resumed_eight_times_at_once_gives_one_code(world) {
        let mut browser = world.browser();
        let request = browser.authorize(&[]).await.params()["request"].clone();
        let next = browser.sign_in(ANA, Some(&request)).await.next;
        let answers = at_once((0..8).map(|_| {
            let (browser, next) = (browser.clone(), next.clone());
            async move { browser.get(&next).await }
        }))
        .await;
        assert_eq!(answers.iter().filter(|answer| answer.status == StatusCode::SEE_OTHER).count(), 1);
        assert_eq!(world.count("oidc_code").await, 1);
    }
}
