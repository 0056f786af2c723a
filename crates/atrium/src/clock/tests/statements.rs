//! The clock.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

pub(super) const BUDGETS: &[Budget] = &[
    ("timeClock", 2),
    ("timeCard", 6),
    ("scheduledHours", 3),
    // viewer, key, the card taken, punches, the punch, the period for payroll, outbox, audit
    ("punchClock", 11),
    // viewer, key, the card taken, the press, the period, punches, the punch, outbox, audit
    ("reportPunch", 13),
    ("submitPunchCorrection", 14),
    ("withdrawPunchCorrection", 10),
    ("listPunchCorrections", 3),
    ("listLatePunches", 3),
    ("listTeamClock", 3),
    ("teamToday", 4),
    ("decidePunchCorrection", 21),
];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn the_clock_keeps_its_budgets(world: World) {
        let (hugo, mina) = (world.acting("hugo").await, world.acting("mina").await);
        let (his, hers) = (hugo.standing("Harbor Clinic").await, mina.standing("Harbor Clinic").await);
        let args = "tenantId: $t, companyId: $c, employeeId: $e";
        let vars = json!({ "t": his.tenant, "c": his.company, "e": his.employee });
        let asked = "action: add, kind: in, date: \"2026-11-15\", time: \"00:10\", reason: \"Forgot\"";
        let pressed = world.app.clock.now() - jiff::SignedDuration::from_hours(1);
        let pressed = format!("pressId: \"{}\", kind: out, deviceTime: \"{pressed}\", offsetSeconds: 0", uuid::Uuid::from_u128(1));
        for (name, query) in [
            ("timeClock", format!("query ($t: ID!, $c: ID!, $e: ID!) {{ timeClock({args}) {{ state punches {{ at }} }} }}")),
            ("timeCard", format!("query ($t: ID!, $c: ID!, $e: ID!) {{ timeCard({args}) {{ workedHours days {{ punches {{ at }} }} corrections {{ id }} }} }}")),
            ("scheduledHours", format!("query ($t: ID!, $c: ID!, $e: ID!) {{ scheduledHours({args}, startDate: \"2026-11-01\", endDate: \"2026-11-30\") {{ totalHours }} }}")),
            ("punchClock", format!("mutation ($t: ID!, $c: ID!, $e: ID!) {{ punchClock({args}, kind: in) {{ state }} }}")),
            ("reportPunch", format!("mutation ($t: ID!, $c: ID!, $e: ID!) {{ reportPunch({args}, input: {{ {pressed} }}) {{ state }} }}")),
            ("submitPunchCorrection", format!("mutation ($t: ID!, $c: ID!, $e: ID!) {{ submitPunchCorrection({args}, input: {{ {asked} }}) {{ id }} }}")),
        ] {
            keeps(&hugo, BUDGETS, name, &query, vars.clone()).await;
        }
        let sql = "SELECT c.id FROM clock_correction c WHERE c.reason = 'Forgot'";
        let (id,): (uuid::Uuid,) = world.app.db.one(sql, vec![]).await.unwrap();
        let withdraw = format!("mutation ($t: ID!, $c: ID!, $e: ID!, $id: ID!) {{ withdrawPunchCorrection({args}, id: $id, version: 1) {{ id }} }}");
        let mut one = vars.clone();
        one["id"] = json!(id);
        keeps(&hugo, BUDGETS, "withdrawPunchCorrection", &withdraw, one).await;

        let args = "tenantId: $t, companyId: $c, managerId: $m";
        let sql = "SELECT c.id FROM clock_correction c JOIN company k ON k.id = c.company_id
            WHERE k.name = 'Harbor Clinic' AND c.status = 'Pending'";
        let (id,): (uuid::Uuid,) = world.app.db.one(sql, vec![]).await.unwrap();
        let vars = json!({ "t": hers.tenant, "c": hers.company, "m": hers.person });
        for (name, query) in [
            ("listPunchCorrections", format!("query ($t: ID!, $c: ID!, $m: ID!) {{ listPunchCorrections({args}) {{ results {{ id }} }} }}")),
            ("listLatePunches", format!("query ($t: ID!, $c: ID!, $m: ID!) {{ listLatePunches({args}) {{ results {{ id }} }} }}")),
            ("listTeamClock", format!("query ($t: ID!, $c: ID!, $m: ID!) {{ listTeamClock({args}) {{ results {{ state }} }} }}")),
            ("teamToday", format!("query ($t: ID!, $c: ID!, $m: ID!) {{ teamToday({args}) {{ away {{ lastName }} corrections }} }}")),
        ] {
            keeps(&mina, BUDGETS, name, &query, vars.clone()).await;
        }
        let decide = format!("mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!) {{ decidePunchCorrection({args}, input: {{ id: $id, version: 1, action: approve }}) {{ id }} }}");
        let mut one = vars;
        one["id"] = json!(id);
        keeps(&mina, BUDGETS, "decidePunchCorrection", &decide, one).await;
    }
}
