//! A change request as clients see it. The part for its subject holds what would change.

use crate::change_requests::{self, Caution, ChangeRequest, RequestStatus, Subject};
use crate::deposits::{self, DirectDepositChange};
use crate::profile::{MovedField, ProfileChanges};
use crate::shared::day::Moment;
use crate::shared::problem::{Current, Problem};
use crate::tax_setup::TaxSetupChanges;
use async_graphql::{ID, SimpleObject};
use serde_json::json;

/// A change request. `changeDetail` is a summary; whichever part is set has the details.
#[derive(SimpleObject)]
#[graphql(serial)]
#[graphql(name = "ChangeRequest")]
pub struct ChangeRequestOnWire {
    id: ID,
    /// Pending, Approved, Denied, Frozen or Withdrawn.
    status: &'static str,
    entity_type: &'static str,
    /// ee-info or direct-deposit.
    change_type: &'static str,
    change_detail: String,
    employee_id: ID,
    employee_code: String,
    first_name: String,
    last_name: String,
    requested_at: Moment,
    last_updated: Moment,
    decided_by_name: Option<String>,
    note: String,
    /// Reasons for the decider to look twice.
    cautions: Vec<ChangeRequestCaution>,
    direct_deposit: Option<Vec<DirectDepositChange>>,
    #[graphql(flatten)]
    profile: ProfileChanges,
    #[graphql(flatten)]
    taxes: TaxSetupChanges,
    /// Its way to payroll, once it's approved and concerns payroll.
    payroll: Option<ChangeRequestPayroll>,
    /// Send it back with the decision, which is refused if someone else changed this first.
    version: i64,
}

/// How far an approved request has come on its way to payroll.
#[derive(SimpleObject)]
#[graphql(serial)]
struct ChangeRequestPayroll {
    /// waiting, handed, taken, rejected, conflict or corrected.
    state: String,
    /// When it was sent to payroll.
    handed_at: Option<Moment>,
    /// When payroll took it over, rejected it, or we took it back.
    settled_at: Option<Moment>,
    /// Why payroll rejected it.
    reason: String,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct ChangeRequestCaution {
    /// NEW_ACCOUNT, MOST_OF_PAY, ACCOUNT_OF_ANOTHER, PASSWORD_CHANGED, EMAIL_CHANGED, PHONE_CHANGED, FACTOR_CHANGED or
    /// FROZEN_BY_OWNER.
    code: String,
    at: Option<Moment>,
}

impl ChangeRequestOnWire {
    /// `is_decider`: the cautions are for the decider, not for the person who may be the reason for them.
    /// `moved`: what does not fit any more, where it was looked for.
    pub fn new(
        row: ChangeRequest,
        is_decider: bool,
        moved: Option<&[MovedField]>,
    ) -> Result<ChangeRequestOnWire, Problem> {
        let broken = |error: serde_json::Error| Problem::Internal(error.to_string());
        let detail = change_requests::detail_of(&row)?;
        let mut cautions: Vec<Caution> = serde_json::from_str(&row.cautions).map_err(broken)?;
        if row.status == RequestStatus::Frozen {
            cautions.insert(0, Caution { code: "FROZEN_BY_OWNER".to_owned(), at: Some(row.last_updated.0) });
        }
        cautions.retain(|_| is_decider);
        let mut direct_deposit = None;
        let (mut profile, mut taxes) = (ProfileChanges::default(), TaxSetupChanges::default());
        let in_short: Vec<String> = match row.entity.subject() {
            Subject::DirectDeposit => {
                let changes = direct_deposit.insert(deposits::changes_on_wire(&detail)?);
                changes.iter().map(DirectDepositChange::in_short).collect()
            }
            Subject::TaxForms => {
                taxes = TaxSetupChanges::read(&detail)?;
                taxes.in_short.clone()
            }
            Subject::Profile => {
                profile = ProfileChanges::read(&detail, moved)?;
                profile.in_short()
            }
        };
        Ok(ChangeRequestOnWire {
            id: row.id.to_wire(),
            status: row.status.as_str(),
            entity_type: row.entity.as_str(),
            change_type: row.entity.request_type().change_type(),
            change_detail: in_short.join("; "),
            employee_id: row.employee_id.to_wire(),
            employee_code: row.employee_code,
            first_name: row.first_name,
            last_name: row.last_name,
            requested_at: row.requested_at,
            last_updated: row.last_updated,
            decided_by_name: row.decided_by,
            note: row.note,
            cautions: cautions
                .into_iter()
                .map(|caution| ChangeRequestCaution { code: caution.code, at: caution.at.map(Moment) })
                .collect(),
            direct_deposit,
            profile,
            taxes,
            payroll: row.payroll_state.map(|state| ChangeRequestPayroll {
                state,
                handed_at: row.handed_at,
                settled_at: row.payroll_settled_at,
                reason: row.payroll_reason.unwrap_or_default(),
            }),
            version: row.version,
        })
    }
}

impl Current for ChangeRequest {
    fn on_wire(&self) -> serde_json::Value {
        json!({
            "id": self.id,
            "status": self.status.as_str(),
            "lastUpdated": self.last_updated,
            "decidedByName": self.decided_by,
            "note": self.note,
            "version": self.version,
        })
    }
}
