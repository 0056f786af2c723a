//! Calendars.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

pub(super) const BUDGETS: &[Budget] = &[("calendarFeeds", 2), ("holidays", 2), ("teamCalendar", 4), ("reportsCalendar", 4)];

/// A link is made or revoked once in a while.
pub(super) const RARE: &[&str] = &["openCalendarFeed", "revokeCalendarFeed"];

both! {
    async fn calendars_keep_their_budgets(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing("Cedar Outfitters").await;
        let query = "query ($t: ID!, $c: ID!, $e: ID!) { calendarFeeds(tenantId: $t, companyId: $c, employeeId: $e) { id kind createdAt } }";
        keeps(&ana, BUDGETS, "calendarFeeds", query, json!({ "t": at.tenant, "c": at.company, "e": at.employee })).await;
        let query = "query ($t: ID!, $c: ID!) { holidays(tenantId: $t, companyId: $c) { date name nameEs } }";
        keeps(&ana, BUDGETS, "holidays", query, json!({ "t": at.tenant, "c": at.company })).await;
        let days = "startDate: \"2026-11-01\", endDate: \"2026-12-12\") { away { date lastName type } holidays { name } events { title } } }";
        let query = format!("query ($t: ID!, $c: ID!, $e: ID!) {{ teamCalendar(tenantId: $t, companyId: $c, employeeId: $e, {days}");
        keeps(&ana, BUDGETS, "teamCalendar", &query, json!({ "t": at.tenant, "c": at.company, "e": at.employee })).await;
        let marcus = world.acting("marcus").await;
        let at = marcus.standing("Cedar Outfitters").await;
        let query = format!("query ($t: ID!, $c: ID!, $m: ID!) {{ reportsCalendar(tenantId: $t, companyId: $c, managerId: $m, {days}");
        keeps(&marcus, BUDGETS, "reportsCalendar", &query, json!({ "t": at.tenant, "c": at.company, "m": at.person })).await;
    }
}
