//! Notices in the app.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

// A change: viewer, the notice, those before it, what is left, the end of the audit trail, and the commit.
pub(super) const BUDGETS: &[Budget] = &[("listNotices", 2), ("readNotice", 6), ("readNoticesUntil", 7)];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn notices_keep_their_budgets(world: World) {
        let marcus = world.acting("marcus").await;
        let sql = "INSERT INTO notice (id, tenant_id, company_id, person_id, kind, facts, created_at)
            SELECT $1, p.tenant_id, c.id, p.id, 'profile_approved', $2, $3 FROM person p
            JOIN company c ON c.tenant_id = p.tenant_id WHERE p.username = 'marcus' ORDER BY c.id LIMIT 1";
        let id = world.app.ids.next(world.app.clock.now());
        world.change(sql, db::params![id, json!({}), world.app.clock.now()]).await;
        let list = "{ listNotices(limit: 100) { results { id kind } } }";
        keeps(&marcus, BUDGETS, "listNotices", list, json!({})).await;
        let id = marcus.ask(list, json!({})).await.data("/listNotices/results/0/id").clone();
        let read = "mutation ($id: ID!) { readNotice(id: $id) { unread } }";
        keeps(&marcus, BUDGETS, "readNotice", read, json!({ "id": id })).await;
        let until = "mutation ($id: ID!) { readNoticesUntil(id: $id) { unread } }";
        keeps(&marcus, BUDGETS, "readNoticesUntil", until, json!({ "id": id })).await;
        let shell = marcus.ask("{ viewer { personId unreadNotices companies { companyId } } }", json!({})).await;
        assert_eq!(shell.headers["x-statements"], "2", "the count comes with who is here");
    }
}
