//! Leave, for other programs, and the files of requests.

use super::{Facts, NONE, Route, Sent, at, plain};
use crate::world::{Standing, World};

fn attachment(of: &Standing, employee: Option<&str>, file: &str) -> Sent {
    let employee = employee.or(of.employee.as_deref()).unwrap_or(NONE);
    at(format!("/companies/{}/employees/{employee}/time-off-attachments/{file}/file", of.company))
}

fn leave(whose: &Standing, manager: Option<&str>) -> String {
    let manager = manager.map_or(String::new(), |manager| format!("&managerId={manager}"));
    let employee = whose.employee.as_deref().unwrap_or_default();
    format!(
        "/legacy/leave?tenantId={}&companyId={}&employeeId={employee}{manager}",
        whose.tenant, whose.company
    )
}

pub(super) const ROUTES: &[Route] = &[
    Route {
        method: "GET",
        path: "/companies/{company}/employees/{employee}/time-off-attachments/{attachment}/file",
        tries: &[
            ("of Ana's", |f, _| attachment(&f.ana, None, f.thing("file of Ana"))),
            ("of Ana's, as of a secondary report", |f, _| {
                attachment(&f.ana, Some(&f.secondary_time_off), f.thing("file of Ana"))
            }),
            ("of Ana's, as of Elena's", |f, _| attachment(&f.elena, None, f.thing("file of Ana"))),
            ("of Ana's, as of Hugo's", |f, _| attachment(&f.hugo, None, f.thing("file of Ana"))),
            ("missing", |f, _| attachment(&f.ana, None, NONE)),
            ("a document of the company", |f, _| {
                let document = "document of Cedar Outfitters";
                attachment(&f.ana, None, if f.has(document) { f.thing(document) } else { NONE })
            }),
        ],
    },
    Route {
        method: "GET",
        path: "/legacy/leave",
        tries: &[
            ("Ana's, as herself", |f, _| at(leave(&f.ana, None))),
            ("Ana's, as a manager", |f, me| at(leave(&f.ana, Some(&me.person)))),
            ("Elena's, as herself", |f, _| at(leave(&f.elena, None))),
            ("Elena's, as a manager", |f, me| at(leave(&f.elena, Some(&me.person)))),
            ("Hugo's, as himself", |f, _| at(leave(&f.hugo, None))),
            ("without saying whose", plain),
        ],
    },
];

pub(super) async fn prepare(world: &World, facts: &mut Facts) {
    super::super::time_off::keep_file(world, facts).await;
}
