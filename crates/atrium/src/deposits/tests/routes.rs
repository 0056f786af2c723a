//! Calls of the older family about direct deposit, and the links in its mails.

use super::{Facts, NONE, Route, Sent, at, body};
use crate::world::{Standing, World};
use serde_json::json;

/// A call in the older family about someone's own data.
fn legacy(call: &str, of: &Standing, more: &str) -> String {
    let employee = of.employee.as_deref().unwrap_or("00000000-0000-7000-8000-000000000000");
    format!("/legacy/{call}?companyId={}&employeeId={employee}{more}", of.company)
}

fn ending(of: &Standing, id: &str) -> Sent {
    let more = format!("&disbursementId={id}");
    let path = Some(legacy("update-end-date-delete-disbursement", of, &more));
    Sent { path, ..body(json!({ "endDate": "2027-01-31" })) }
}

pub(super) const ROUTES: &[Route] = &[
    Route {
        method: "GET",
        path: "/login/deposit-link",
        tries: &[("missing", |_, _| at(format!("/login/deposit-link?token={NONE}")))],
    },
    Route {
        method: "POST",
        path: "/login/freeze",
        tries: &[("missing", |_, _| body(json!({ "token": NONE })))],
    },
    Route {
        method: "GET",
        path: "/legacy/pay-disbursements",
        tries: &[
            ("of Ana", |f, _| at(legacy("pay-disbursements", &f.ana, ""))),
            ("of Hugo", |f, _| at(legacy("pay-disbursements", &f.hugo, ""))),
            ("missing", |f, _| at(legacy("pay-disbursements", &f.marcus, ""))),
        ],
    },
    Route {
        method: "GET",
        path: "/legacy/banking-institution",
        tries: &[
            ("of Ana", |f, _| at(legacy("banking-institution", &f.ana, "&routingNumber=920100378"))),
            ("of Ana, unknown", |f, _| at(legacy("banking-institution", &f.ana, "&routingNumber=021000021"))),
            ("of Hugo", |f, _| at(legacy("banking-institution", &f.hugo, "&routingNumber=920100378"))),
        ],
    },
    Route {
        method: "POST",
        path: "/legacy/update-end-date-delete-disbursement",
        tries: &[
            ("of Ana, missing", |f, _| ending(&f.ana, &f.missing)),
            ("of Hugo, missing", |f, _| ending(&f.hugo, &f.missing)),
        ],
    },
];

pub(super) async fn prepare(_: &World, _: &mut Facts) {}
