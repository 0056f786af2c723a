//! One address can't ask without limit: in the spirit of line 21.

use crate::world::{ANA, Browser, Tokens, World, both, settings};
use jiff::SignedDuration;

async fn begin(browser: &Browser, times: usize) -> Vec<u16> {
    let mut seen = vec![];
    for _ in 0..times {
        seen.push(browser.authorize(&[]).await.status.as_u16());
    }
    seen
}

/// A node that allows twelve requests per minute from one address: one every five seconds.
async fn strict(world: &World) -> Browser {
    let mut settings = settings();
    settings.requests_per_minute = 12;
    Browser::new(world.node_with(settings).await)
}

both! {
    fn b21_one_address_begins_only_so_many_sign_ins_and_leaves_only_so_many_rows(world) {
        let browser = strict(world).await;
        assert_eq!(begin(&browser, 12).await, [303; 12]);
        assert_eq!(begin(&browser, 30).await, [429; 30]);
        let told = browser.authorize(&[]).await;
        assert_eq!((told.header("retry-after"), told.header("content-type")), ("5", "text/html; charset=utf-8"));
        assert_eq!(world.count("oidc_request").await, 12, "what is refused leaves nothing");
        let mut elsewhere = browser.clone();
        elsewhere.address = "192.0.2.8";
        assert_eq!(begin(&elsewhere, 1).await, [303], "others are not held up");
        world.pass_secs(4);
        assert_eq!(begin(&browser, 1).await, [429]);
        world.pass_secs(1);
        assert_eq!(begin(&browser, 2).await, [303, 429], "the header was right");
        // However long it goes on, there are never more rows than from the ten minutes a request waits.
        for _ in 0..30 {
            world.pass_secs(60);
            browser.provider.tick().await.unwrap();
            begin(&browser, 20).await;
        }
        let rows = world.count("oidc_request").await;
        assert!((120..=132).contains(&rows), "{rows}");
    }

    fn b21_only_so_many_of_an_address_wait_at_a_time(world) {
        let mut settings = settings();
        settings.requests_per_minute = 10_000;
        let mut browser = Browser::new(world.node_with(settings).await);
        assert_eq!(begin(&browser, 1000).await, [303; 1000]);
        assert_eq!(begin(&browser, 1).await, [429]);
        assert_eq!(world.count("oidc_request").await, 1000, "what is refused leaves nothing");
        browser.address = "192.0.2.9";
        assert_eq!(begin(&browser, 1).await, [303], "not even a neighbor is held up");
        world.pass_secs(601);
        browser.address = "192.0.2.9";
        assert_eq!(begin(&browser, 1).await, [303]);
        browser.provider.tick().await.unwrap();
        assert_eq!(world.count("oidc_request").await, 1, "what is over is gone at once, however much it was");
    }

    fn b21_whoever_sets_the_clock_holds_nobody_up_and_lets_nobody_through(world) {
        let browser = strict(world).await;
        assert_eq!(begin(&browser, 13).await.last(), Some(&429));
        world.set_clock(SignedDuration::from_hours(1));
        assert_eq!(begin(&browser, 1).await, [429], "no time has passed");
        world.set_clock(SignedDuration::from_hours(-2));
        world.pass_secs(5);
        assert_eq!(begin(&browser, 1).await, [303], "five seconds are five seconds");
    }

    fn b21_wrong_codes_and_tokens_are_counted_and_good_ones_are_not(world) {
        let mut browser = strict(world).await;
        let mut tokens = browser.sign_in_for_tokens(ANA).await;
        for _ in 0..40 {
            tokens = Tokens::from(&browser.refresh(&tokens.refresh).await);
        }
        let mut statuses = vec![];
        for _ in 0..14 {
            statuses.push(browser.redeem("no-such-code", &[]).await.status.as_u16());
        }
        // The one sign-in counts too.
        assert_eq!(statuses, [[400; 11].as_slice(), &[429; 3]].concat());
        let told = browser.refresh(&tokens.refresh).await;
        assert_eq!((told.error(), told.header("retry-after")), ((429, "temporarily_unavailable".into()), "5"));
        world.pass_secs(5);
        assert_eq!(browser.refresh(&tokens.refresh).await.status.as_u16(), 200, "nothing was used up meanwhile");
    }
}
