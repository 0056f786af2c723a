//! Tax forms as clients see them, in the spec's names.

use super::compliance;
use super::rules::{AdditionalType, DECLARATION, Figures, Form, Level};
use super::store::TaxFormVersion;
use super::versions::Versions;
use super::{ChangedForm, CurrentForm, Forms};
use crate::shared::amount::Amount;
use crate::shared::day::Moment;
use crate::shared::id::ChangeRequestId;
use crate::shared::problem::{Current, Problem};
use async_graphql::{ID, SimpleObject};
use serde::Serialize;
use serde_json::json;

#[derive(SimpleObject, Serialize)]
#[graphql(serial)]
#[serde(rename_all = "camelCase")]
struct AdditionalTax {
    /// Empty, amount or percentage.
    additional_type: &'static str,
    additional_amount: Amount,
}

impl From<&Figures> for AdditionalTax {
    fn from(figures: &Figures) -> AdditionalTax {
        AdditionalTax {
            additional_type: figures.additional_type.as_str(),
            additional_amount: figures.additional_amount,
        }
    }
}

/// A form's state: the version in effect and any pending change.
#[derive(SimpleObject)]
#[graphql(serial)]
struct TaxFormState {
    /// Send it back with a change. 0 if no one has filled out this form.
    version: i64,
    /// Null if payroll entered it.
    signed_name: Option<String>,
    in_force_at: Option<Moment>,
    /// The request waiting for a decision. Until then, the form can't be changed.
    change_request_id: Option<ID>,
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub struct FederalTaxSetup {
    marital_status: String,
    number_of_dependents: i64,
    number_of_exemptions: i64,
    exemption_amount: Amount,
    other_amount: Amount,
    additional_tax: AdditionalTax,
    /// Step 2(c) of the form used since 2020.
    multiple_jobs: bool,
    /// Step 3.
    w4_total_dependents: Amount,
    /// Step 4(a).
    w4_other_income: Amount,
    /// Step 4(b).
    w4_deductions: Amount,
    form: TaxFormState,
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub struct StateTaxSetup {
    /// Whether this state withholds income tax, so its form must be filled out.
    tax_setup_required: bool,
    state: String,
    state_name: &'static str,
    marital_status: String,
    number_of_dependents: i64,
    number_of_exemptions: i64,
    exemption_amount: Amount,
    additional_tax: AdditionalTax,
    form: TaxFormState,
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub struct LocalTaxSetup {
    locality: String,
    marital_status: String,
    number_of_dependents: i64,
    number_of_exemptions: i64,
    exemption_amount: Amount,
    form: TaxFormState,
}

/// Every line a tax form can have. Lines this one doesn't have are 0.
#[derive(SimpleObject, Serialize)]
#[graphql(serial)]
#[serde(rename_all = "camelCase")]
struct TaxFigures {
    marital_status: String,
    number_of_dependents: i64,
    number_of_exemptions: i64,
    exemption_amount: Amount,
    other_amount: Amount,
    additional_tax: AdditionalTax,
    multiple_jobs: bool,
    w4_total_dependents: Amount,
    w4_other_income: Amount,
    w4_deductions: Amount,
}

impl From<Figures> for TaxFigures {
    fn from(figures: Figures) -> TaxFigures {
        TaxFigures {
            additional_tax: AdditionalTax::from(&figures),
            marital_status: figures.marital_status,
            number_of_dependents: figures.dependents,
            number_of_exemptions: figures.exemptions,
            exemption_amount: figures.exemption_amount,
            other_amount: figures.other_amount,
            multiple_jobs: figures.multiple_jobs,
            w4_total_dependents: figures.w4_total_dependents,
            w4_other_income: figures.w4_other_income,
            w4_deductions: figures.w4_deductions,
        }
    }
}

/// One version of a form, as signed.
#[derive(SimpleObject)]
#[graphql(serial)]
struct TaxSetupVersion {
    id: ID,
    /// federal, state or local.
    level: &'static str,
    state: String,
    locality: String,
    version: i64,
    /// Pending, Approved or Denied.
    status: &'static str,
    /// Null if payroll entered it.
    signed_name: Option<String>,
    signed_at: Moment,
    in_force_at: Option<Moment>,
    figures: TaxFigures,
}

/// Someone's tax forms in effect.
#[derive(SimpleObject)]
#[graphql(serial)]
pub struct TaxSetups {
    pub federal_tax_setup: FederalTaxSetup,
    /// By state.
    pub state_tax_setup: Vec<StateTaxSetup>,
    /// Null if no local tax is withheld.
    pub local_tax_setup: Option<LocalTaxSetup>,
}

impl TaxSetups {
    pub fn new(versions: &Versions) -> Result<TaxSetups, Problem> {
        let figures = |form: &Form| {
            let current = versions.current(form).map(TaxFormVersion::figures).transpose()?;
            Ok::<_, Problem>((current.unwrap_or_default(), state_of(versions, form)))
        };
        let (federal, state) = figures(&Form::federal())?;
        let federal_tax_setup = FederalTaxSetup {
            additional_tax: AdditionalTax::from(&federal),
            marital_status: federal.marital_status,
            number_of_dependents: federal.dependents,
            number_of_exemptions: federal.exemptions,
            exemption_amount: federal.exemption_amount,
            other_amount: federal.other_amount,
            multiple_jobs: federal.multiple_jobs,
            w4_total_dependents: federal.w4_total_dependents,
            w4_other_income: federal.w4_other_income,
            w4_deductions: federal.w4_deductions,
            form: state,
        };
        let mut state_tax_setup = vec![];
        for form in versions.states() {
            let (lines, state) = figures(&form)?;
            state_tax_setup.push(StateTaxSetup {
                tax_setup_required: form.is_required(),
                state_name: compliance::state(&form.state).map_or("", |state| state.name),
                additional_tax: AdditionalTax::from(&lines),
                marital_status: lines.marital_status,
                number_of_dependents: lines.dependents,
                number_of_exemptions: lines.exemptions,
                exemption_amount: lines.exemption_amount,
                state: form.state,
                form: state,
            });
        }
        let mut local_tax_setup = None;
        if let Some(form) = versions.local() {
            let (lines, state) = figures(&form)?;
            local_tax_setup = Some(LocalTaxSetup {
                locality: form.locality,
                marital_status: lines.marital_status,
                number_of_dependents: lines.dependents,
                number_of_exemptions: lines.exemptions,
                exemption_amount: lines.exemption_amount,
                form: state,
            });
        }
        Ok(TaxSetups { federal_tax_setup, state_tax_setup, local_tax_setup })
    }
}

/// An employee's tax forms and what they need to sign one.
#[derive(SimpleObject)]
#[graphql(serial)]
pub struct EmployeeTaxSetup {
    #[graphql(flatten)]
    setups: TaxSetups,
    /// Every version, newest first.
    history: Vec<TaxSetupVersion>,
    /// The name to sign with.
    signer_name: String,
    /// The declaration in force.
    declaration: &'static str,
    /// Whether someone has to approve a form before it takes effect.
    needs_approval: bool,
}

impl EmployeeTaxSetup {
    pub fn new(forms: &Forms) -> Result<EmployeeTaxSetup, Problem> {
        Ok(EmployeeTaxSetup {
            setups: TaxSetups::new(&forms.versions)?,
            history: forms.versions.0.iter().map(version).collect::<Result<_, _>>()?,
            signer_name: format!("{} {}", forms.first_name, forms.last_name),
            declaration: DECLARATION,
            needs_approval: forms.needs_approval,
        })
    }
}

fn state_of(versions: &Versions, form: &Form) -> TaxFormState {
    let current = versions.current(form);
    let waiting = versions.waiting(form).and_then(|row| row.request_id);
    TaxFormState {
        version: current.map_or(0, |row| row.version),
        signed_name: current.and_then(|row| row.signed_name.clone()),
        in_force_at: current.and_then(|row| row.in_force_at),
        change_request_id: waiting.map(ChangeRequestId::to_wire),
    }
}

fn version(row: &TaxFormVersion) -> Result<TaxSetupVersion, Problem> {
    Ok(TaxSetupVersion {
        id: row.id.to_wire(),
        level: row.level.as_text(),
        state: row.state.clone(),
        locality: row.locality.clone(),
        version: row.version,
        status: row.approval.as_str(),
        signed_name: row.signed_name.clone(),
        signed_at: row.created_at,
        in_force_at: row.in_force_at,
        figures: TaxFigures::from(row.figures()?),
    })
}

/// Tax forms as in the older family.
#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct Taxes {
    federal_filing_status: String,
    federal_dependents: i64,
    /// Extra withholding per pay; 0 if it's a percentage.
    federal_additional_withholding: Amount,
    w4_deductions: Amount,
    w4_total_dependents: Amount,
    w4_other_income: Amount,
    /// The first state with a form; empty if there is none.
    state_filing_status: String,
    state_dependents: i64,
    state_additional_withholding: Amount,
}

impl Taxes {
    pub(super) fn new(versions: &Versions) -> Result<Taxes, Problem> {
        let figures = |form: &Form| versions.current(form).map(TaxFormVersion::figures).transpose();
        let amount = |figures: &Figures| match figures.additional_type {
            AdditionalType::Amount => figures.additional_amount,
            AdditionalType::None | AdditionalType::Percentage => Amount::ZERO,
        };
        let federal = figures(&Form::federal())?.unwrap_or_default();
        let of_state = versions.states().into_iter().find(Form::is_required);
        let state = of_state.as_ref().map(figures).transpose()?.flatten().unwrap_or_default();
        Ok(Taxes {
            federal_additional_withholding: amount(&federal),
            state_additional_withholding: amount(&state),
            federal_filing_status: federal.marital_status,
            federal_dependents: federal.dependents,
            w4_deductions: federal.w4_deductions,
            w4_total_dependents: federal.w4_total_dependents,
            w4_other_income: federal.w4_other_income,
            state_filing_status: state.marital_status,
            state_dependents: state.dependents,
        })
    }
}

impl Current for CurrentForm {
    fn on_wire(&self) -> serde_json::Value {
        let figures = TaxFigures::from(self.figures.clone());
        json!({
            "level": self.form.level, "state": self.form.state, "version": self.version, "figures": figures,
        })
    }
}

/// What a change request would change about one form.
#[derive(SimpleObject)]
#[graphql(serial)]
struct TaxSetupChange {
    state: String,
    locality: String,
    before: Option<TaxFigures>,
    after: TaxFigures,
}

/// The tax forms a change request is about.
#[derive(SimpleObject, Default)]
#[graphql(serial)]
pub struct TaxSetupChanges {
    federal_tax_setup: Option<TaxSetupChange>,
    state_tax_setup: Option<Vec<TaxSetupChange>>,
    local_tax_setup: Option<TaxSetupChange>,
    /// For lists and programs: `federal tax setup`, `tax setup of OR`.
    #[graphql(skip)]
    pub in_short: Vec<String>,
}

impl TaxSetupChanges {
    pub fn read(detail: &serde_json::Value) -> Result<TaxSetupChanges, Problem> {
        let changed: Vec<ChangedForm> = serde_json::from_value(detail.clone())
            .map_err(|error| Problem::Internal(format!("a tax request cannot be read: {error}")))?;
        let mut changes = TaxSetupChanges::default();
        for ChangedForm { form, before, after } in changed {
            let (state, locality) = (form.state.clone(), form.locality.clone());
            let change =
                TaxSetupChange { state, locality, before: before.map(Into::into), after: after.into() };
            let name = match form.level {
                Level::Federal => "federal tax setup".to_owned(),
                Level::State => format!("tax setup of {}", form.state),
                Level::Local => format!("tax setup of {}", form.locality),
            };
            changes.in_short.push(name);
            match form.level {
                Level::Federal => changes.federal_tax_setup = Some(change),
                Level::State => changes.state_tax_setup.get_or_insert_default().push(change),
                Level::Local => changes.local_tax_setup = Some(change),
            }
        }
        Ok(changes)
    }
}
