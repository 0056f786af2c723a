//! Tax setup: what an employee states so the right income tax is withheld, federal, state and local.
//!
//! - A form is filled out as a whole, normalized (`rules.rs`) and signed under penalties of perjury with the
//!   employee's own name.
//! - Every signed form is its own version and stays on file. The newest approved one counts.
//! - Whether a form needs approval is the company's policy. While a request about a form is pending, that form is
//!   closed.
//! - A state form can be filled out for states where the company has people and income tax is withheld.
//! - The employee gets mail about every change, at every address they have.

mod compliance;
mod demo;
mod figures;
mod graphql;
mod import;
mod inputs;
mod rules;
mod store;
mod versions;
mod wire;

pub use demo::DEMO;
pub use figures::{Figure, check_figure};
pub use graphql::TaxQuery;
pub use import::SHEETS;
pub use inputs::TaxSetupInputs;
pub use rules::{DECLARATION, Figures, Filled, Form, Level, Signature};
pub use store::{TaxApproval, TaxFormVersion};
pub use versions::Versions;
pub use wire::{EmployeeTaxSetup, FederalTaxSetup, LocalTaxSetup, StateTaxSetup, TaxSetupChanges, TaxSetups};

use crate::access::{Asked, CompanyScope, EmployeeScope, Feature, ForMembers, Need, Opens, Own, Write};
use crate::change_requests::{self, ChangeRequests, NewRequest, RequestEntity};
use crate::contacts;
use crate::handover::{self, Columns, Handovers, NewPayrollChange, PayrollAction, PayrollKind};
use crate::notices::{self, Changed as Told, Letter};
use crate::shared::event_feed::EventType;
use crate::shared::id::{ChangeRequestId, PersonId, TaxSetupId};
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use crate::work::Work;
use db::{Db, Read};
use rules::TaxSetupRefusal;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{CompanyState, NewTaxForm, Signer};

pub const REFUSALS: &[&str] = TaxSetupRefusal::CODES;

/// Access: an employee's tax forms.
pub struct TaxSetup;

impl Own for TaxSetup {
    const OWN: Asked = Feature::TaxSetup.asked();
}
impl Opens<ChangeRequests> for TaxSetup {}
impl Opens<Handovers> for TaxSetup {}

/// Access: the states where the company has people.
pub struct TaxStates;

impl ForMembers for TaxStates {}

/// What a change request says about one form.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChangedForm {
    pub form: Form,
    pub before: Option<Figures>,
    pub after: Figures,
}

/// One form as someone sent it.
pub struct TaxFormDraft {
    pub level: Level,
    pub state: String,
    /// The version on the screen, to report a conflict if another one counts by now.
    pub version: Option<i64>,
    pub filled: Filled,
}

/// Everything we know about someone's forms.
pub struct Forms {
    pub versions: Versions,
    pub first_name: String,
    pub last_name: String,
    pub needs_approval: bool,
}

impl Forms {
    fn new(versions: Vec<TaxFormVersion>, signer: Option<Signer>) -> Result<Forms, Problem> {
        let (first_name, last_name, approval) = signer.ok_or(Problem::NotFound)?;
        let versions = Versions(versions);
        Ok(Forms { versions, first_name, last_name, needs_approval: approval != "never" })
    }

    fn form_of(&self, states: &[CompanyState], draft: &TaxFormDraft) -> Result<Form, TaxSetupRefusal> {
        match draft.level {
            Level::Federal => Ok(Form::federal()),
            Level::Local => self.versions.local().ok_or(TaxSetupRefusal::NoLocalTax),
            Level::State => {
                let form = Form::state(draft.state.trim());
                if !states.iter().any(|state| state.state == form.state) {
                    return Err(TaxSetupRefusal::UnknownState);
                }
                if form.is_required() { Ok(form) } else { Err(TaxSetupRefusal::NoStateTax) }
            }
        }
    }
}

/// Only the versions, in one statement.
pub async fn versions_of(db: &Db, scope: &EmployeeScope<TaxSetup, impl Need>) -> Result<Versions, Problem> {
    Ok(Versions(store::of_employee(db, scope).await?))
}

pub async fn of_employee(
    mut from: impl Read,
    scope: &EmployeeScope<TaxSetup, impl Need>,
) -> Result<Forms, Problem> {
    let versions = store::of_employee(&mut from, scope).await?;
    Forms::new(versions, store::signer(from, scope).await?)
}

async fn company_states(
    db: &Db,
    scope: &CompanyScope<TaxStates, impl Need>,
    cursors: Cursors<'_>,
    limit: Option<i32>,
    cursor: Option<&str>,
) -> Result<Page<CompanyState>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::company_states(db, scope, &ask).await?;
    Ok(cursors.page(&ask, rows, CompanyState::sort_keys))
}

/// Checks every form, then stores them all as one change. Returns the request, and whether it needs approval.
pub async fn sign(
    work: &mut Work,
    scope: &EmployeeScope<TaxSetup, Write>,
    person: PersonId,
    drafts: Vec<TaxFormDraft>,
    signature: Option<&Signature>,
    address: &str,
) -> Result<(ChangeRequestId, bool), Problem> {
    store::lock(work.tx(), scope).await?;
    let forms = of_employee(work.tx(), scope).await?;
    let states = store::states_of(work.tx(), scope).await?;
    let changes = plan(&forms, &states, &drafts)?;
    let signed_name = rules::check_signature(signature, &forms.first_name, &forms.last_name)?;
    let (now, request) = (work.now(), ChangeRequestId(work.new_id()));
    let new = NewRequest {
        id: request,
        entity: RequestEntity::TaxForms,
        detail: json!(changes),
        cautions: vec![],
        is_pending: forms.needs_approval,
    };
    change_requests::open(work, &scope.into(), person, new).await?;
    for change in &changes {
        let row = NewTaxForm {
            id: TaxSetupId(work.new_id()),
            form: &change.form,
            version: forms.versions.of(&change.form).map(|row| row.version).max().unwrap_or(0) + 1,
            figures: json!(change.after).to_string(),
            approval: if forms.needs_approval { TaxApproval::Pending } else { TaxApproval::Approved },
            request,
            signed_name: &signed_name,
            declaration: DECLARATION,
            now,
        };
        store::insert(work.tx(), scope, row).await?;
    }
    if !forms.needs_approval {
        tell_payroll(work, scope, request, &changes);
    }
    let reach = contacts::reach(work.tx(), person, now).await?;
    let changed = if forms.needs_approval { Told::TaxSetupAsked } else { Told::TaxSetup };
    for mailbox in &reach.addresses {
        let letter =
            Letter::Changed { first_name: &reach.first_name, changed, at: now, address, not_me: None };
        notices::mail(work, mailbox, &reach.language, letter)?;
    }
    let signed: Vec<Value> =
        changes.iter().map(|change| json!([change.form.level, change.form.state])).collect();
    let detail =
        json!({ "forms": signed, "declaration": DECLARATION, "needsApproval": forms.needs_approval });
    work.record("tax_setup.sign", "change_request", request.0, detail);
    work.publish(EventType::TaxSetupSigned.of(request.0).at(scope.company()).about(scope.employee()));
    Ok((request, forms.needs_approval))
}

/// The current form, for someone who signed another version.
struct CurrentForm {
    form: Form,
    version: i64,
    figures: Figures,
}

fn plan(
    forms: &Forms,
    states: &[CompanyState],
    drafts: &[TaxFormDraft],
) -> Result<Vec<ChangedForm>, Problem> {
    let mut changes: Vec<ChangedForm> = vec![];
    for draft in drafts {
        let form = forms.form_of(states, draft)?;
        if changes.iter().any(|change| change.form == form) {
            return Err(TaxSetupRefusal::FormTwice.into());
        }
        let current = forms.versions.current(&form);
        if draft.version.is_some_and(|version| version != current.map_or(0, |row| row.version)) {
            let version = current.map_or(0, |row| row.version);
            let figures = current.map(TaxFormVersion::figures).transpose()?.unwrap_or_default();
            return Err(Problem::conflict(CurrentForm { form, version, figures }));
        }
        if forms.versions.waiting(&form).is_some() {
            return Err(TaxSetupRefusal::Outstanding.into());
        }
        let after = rules::normalise(&form, &draft.filled)?;
        let before = current.map(TaxFormVersion::figures).transpose()?;
        // What payroll entered can be signed without changes.
        let is_signed = current.is_some_and(|row| row.signed_name.is_some());
        if !is_signed || before.as_ref() != Some(&after) {
            changes.push(ChangedForm { form, before, after });
        }
    }
    if changes.is_empty() { Err(TaxSetupRefusal::NothingChanged.into()) } else { Ok(changes) }
}

pub async fn approve(
    work: &mut Work,
    scope: &EmployeeScope<TaxSetup, Write>,
    request: ChangeRequestId,
    detail: &Value,
) -> Result<(), Problem> {
    let now = work.now();
    store::lock(work.tx(), scope).await?;
    store::decide(work.tx(), scope, request, TaxApproval::Approved, Some(now)).await?;
    let changes: Vec<ChangedForm> =
        serde_json::from_value(detail.clone()).map_err(|error| Problem::Internal(error.to_string()))?;
    tell_payroll(work, scope, request, &changes);
    Ok(())
}

/// What payroll withholds by from now on, line by line.
fn tell_payroll(
    work: &mut Work,
    scope: &EmployeeScope<TaxSetup, Write>,
    request: ChangeRequestId,
    changes: &[ChangedForm],
) {
    let lines = |figures: Option<&Figures>| match figures.map(|figures| json!(figures)) {
        Some(Value::Object(lines)) => lines,
        _ => Columns::new(),
    };
    let told = |change: &ChangedForm| {
        let form = &change.form;
        let name = [form.level.as_text(), form.state.as_str(), form.locality.as_str()];
        let name: Vec<&str> = name.into_iter().filter(|part| !part.is_empty()).collect();
        let mut after = lines(Some(&change.after));
        after.insert("item".to_owned(), json!(name.join(" ")));
        NewPayrollChange {
            kind: PayrollKind::Taxes,
            action: PayrollAction::Change,
            subject: scope.employee().0,
            before: lines(change.before.as_ref()),
            after,
            amount: None,
            ready_at: None,
        }
    };
    handover::note(work, &scope.into(), Some(request), changes.iter().map(told).collect());
}

pub async fn deny(
    work: &mut Work,
    scope: &EmployeeScope<TaxSetup, Write>,
    request: ChangeRequestId,
) -> Result<(), Problem> {
    store::lock(work.tx(), scope).await?;
    Ok(store::decide(work.tx(), scope, request, TaxApproval::Denied, None).await?)
}
