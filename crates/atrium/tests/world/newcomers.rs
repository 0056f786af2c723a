//! People beside those of the demo, with the roles that it gives to no one.

use super::{TODAY, World};
use atrium::shared::day::Day;
use db::params;
use uuid::Uuid;

/// (username, role, company, first and last day counted from today)
type Newcomer = (&'static str, &'static str, &'static str, Option<i64>, Option<i64>);

/// An administrator of another company, payroll, a role that ended yesterday and one that starts tomorrow.
pub const NEWCOMERS: &[Newcomer] = &[
    ("lena", "Company Administrator", "Cedar Logistics", None, None),
    ("paula", "Payroll", "Cedar Outfitters", None, None),
    ("yuri", "Manager View", "Cedar Outfitters", None, Some(-1)),
    ("toma", "Manager View", "Cedar Outfitters", Some(1), None),
];

/// Employees of Cedar Outfitters who left so many days ago: one can still read her own stubs and tax forms, and for the other that time
/// is over.
pub const LEAVERS: &[(&str, i64)] = &[("wilma", 14), ("vera", 5 * 365)];

impl World {
    /// Adds them, with the password of everyone.
    pub async fn add_newcomers(&self) {
        for newcomer in NEWCOMERS {
            self.add_person(newcomer.0).await;
            self.hold(newcomer.0, newcomer.1, Some(newcomer.2), (newcomer.3, newcomer.4)).await;
        }
    }

    /// Ends the employment of two colleagues who manage no one, from the end of the list.
    pub async fn add_leavers(&self) {
        for (username, days_ago) in LEAVERS {
            let (employee, person): (Uuid, Uuid) = self
                .app
                .db
                .one(
                    "SELECT e.id, e.person_id FROM employee e JOIN company c ON c.id = e.company_id
                     JOIN person p ON p.id = e.person_id AND p.username <> lower(p.first_name)
                     WHERE c.name = 'Cedar Outfitters' AND e.status = 'Active' AND NOT EXISTS
                       (SELECT 1 FROM reporting_line l WHERE l.manager_id = e.person_id)
                     ORDER BY e.employee_code DESC LIMIT 1",
                    vec![],
                )
                .await
                .unwrap();
            let name = "UPDATE person SET username = $2 WHERE id = $1";
            self.change(name, params![person, *username]).await;
            let left = "UPDATE employee SET status = 'Terminated', last_day = $2 WHERE id = $1";
            self.change(left, params![employee, TODAY.plus_days(-days_ago)]).await;
        }
    }

    /// Someone at Cedar Group who holds nothing yet.
    pub async fn add_person(&self, username: &'static str) {
        let id = self.app.ids.next(self.app.clock.now());
        self.change(
            "INSERT INTO person (id, tenant_id, username, first_name, last_name, email, language, version)
             SELECT $1, t.id, $2, $3, 'Novak', $4, 'en', 'v1' FROM tenant t WHERE t.name = 'Cedar Group'",
            params![id, username, username.to_uppercase(), format!("{username}@cedar.example")],
        )
        .await;
        self.change(
            "INSERT INTO password_credential (person_id, tenant_id, hash, changed_at)
             SELECT $1, c.tenant_id, c.hash, c.changed_at FROM password_credential c JOIN person p ON p.id = c.person_id
             WHERE p.username = 'ana'",
            params![id],
        )
        .await;
    }

    /// Gives a role behind the application's back; days are counted from today.
    pub async fn hold(
        &self,
        username: &'static str,
        role: &'static str,
        company: Option<&'static str>,
        (first, last): (Option<i64>, Option<i64>),
    ) -> Uuid {
        let id = self.app.ids.next(self.app.clock.now());
        let day = |offset: Option<i64>| offset.map(|days| Day::plus_days(TODAY, days));
        let given = self
            .change(
                "INSERT INTO role_assignment (id, tenant_id, person_id, role_id, company_id, starts_on, ends_on)
                 SELECT $1, p.tenant_id, p.id, r.id, c.id, $5, $6 FROM person p
                 JOIN role r ON r.tenant_id = p.tenant_id AND r.name = $3
                 LEFT JOIN company c ON c.tenant_id = p.tenant_id AND c.name = $4
                 WHERE p.username = $2",
                params![id, username, role, company, day(first), day(last)],
            )
            .await;
        assert_eq!(given, 1, "{username}: {role}");
        id
    }
}
