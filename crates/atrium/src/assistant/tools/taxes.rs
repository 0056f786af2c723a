//! W-2 forms, how they are delivered, and the withholding forms in effect.

use super::super::answer::Draft;
use super::super::reading::Closed;
use super::super::words::money;
use super::Inquiry;
use crate::shared::amount::Amount;
use language::Topic;
use serde::Deserialize;
use serde_json::json;

const FORMS: &str = "query ($t: ID!, $c: ID!, $e: ID!, $year: Int) {
  listEmployeeTaxReturns(tenantId: $t, companyId: $c, employeeId: $e, year: $year, limit: 10) {
    results { taxReturnName taxPeriod } }
  taxFormDelivery(tenantId: $t, companyId: $c, employeeId: $e) { method }
}";
const SETUP: &str = "query ($t: ID!, $c: ID!, $e: ID!) {
  employeeTaxSetup(tenantId: $t, companyId: $c, employeeId: $e) {
    federalTaxSetup { maritalStatus multipleJobs w4TotalDependents additionalTax { additionalAmount } form { version } }
    stateTaxSetup { stateName maritalStatus additionalTax { additionalAmount } form { version } }
  }
}";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FormsRead {
    list_employee_tax_returns: FormList,
    tax_form_delivery: ReadDelivery,
}

#[derive(Deserialize)]
struct FormList {
    results: Vec<ReadForm>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadForm {
    tax_return_name: String,
    tax_period: String,
}

#[derive(Deserialize)]
struct ReadDelivery {
    method: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SetupRead {
    employee_tax_setup: ReadSetup,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadSetup {
    federal_tax_setup: ReadFederal,
    state_tax_setup: Vec<ReadState>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadFederal {
    marital_status: String,
    multiple_jobs: bool,
    #[serde(rename = "w4TotalDependents")]
    w4_total_dependents: Amount,
    additional_tax: ReadAdditional,
    form: ReadVersion,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadState {
    state_name: String,
    marital_status: String,
    additional_tax: ReadAdditional,
    form: ReadVersion,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadAdditional {
    additional_amount: Amount,
}

#[derive(Deserialize)]
struct ReadVersion {
    version: i64,
}

const W2_PAGE: (&str, &str) = ("Your W-2 forms", "Sus formularios W-2");
const W2_PATH: &str = "/pay/w2";
const SETUP_PAGE: (&str, &str) = ("Your tax forms", "Sus formularios de impuestos");
const SETUP_PATH: &str = "/pay/taxes";

fn delivery(asked: &Inquiry<'_>, method: &str) -> &'static str {
    asked.pick(if method == "ELECTRONIC" {
        ("You get your W-2 electronically, not on paper.", "Recibe su W-2 en forma electrónica, no en papel.")
    } else {
        ("You get your W-2 on paper.", "Recibe su W-2 en papel.")
    })
}

pub(super) async fn w2(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    let year = asked.slots.year.filter(|year| (1900..=2099).contains(year));
    let read = asked.pages.read::<FormsRead>(FORMS, json!({ "year": year })).await?;
    let forms = read.list_employee_tax_returns.results;
    let how = delivery(asked, &read.tax_form_delivery.method);
    let Some(first) = forms.first() else {
        let words = match year {
            Some(year) => {
                (format!("I don’t see a W-2 of yours for {year}."), format!("No veo un W-2 suyo de {year}."))
            }
            None => ("You don’t have a W-2 here yet.".to_owned(), "Todavía no tiene un W-2 aquí.".to_owned()),
        };
        let draft = Draft::nothing(asked.pick(words)).and(how);
        return Ok(draft.sourced(Topic::W2Where, &asked.speech, W2_PAGE, W2_PATH));
    };
    let (name, period) = (&first.tax_return_name, &first.tax_period);
    let fact = asked.pick((
        format!("Your {name} for {period} is under Pay, W-2, where you can open it and save the PDF."),
        format!("Su {name} de {period} está en Pago, W-2, donde puede abrirlo y guardar el PDF."),
    ));
    let mut draft = Draft::saying(fact);
    let years: Vec<String> = forms.iter().skip(1).map(|form| form.tax_period.clone()).collect();
    if !years.is_empty() {
        let years = asked.speech.listed(&years);
        draft = draft.and(asked.pick((
            format!("You also have forms for {years}."),
            format!("También tiene formularios de {years}."),
        )));
    }
    Ok(draft
        .and(how)
        .sourced(Topic::W2Where, &asked.speech, W2_PAGE, W2_PATH)
        .then(&[Topic::W2Consent, Topic::YearToDate]))
}

pub(super) async fn consent(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    let read = asked.pages.read::<FormsRead>(FORMS, json!({})).await?;
    let draft = Draft::saying(delivery(asked, &read.tax_form_delivery.method)).and(asked.pick((
        "You can change that any time on the W-2 page, after reading the disclosures.",
        "Puede cambiarlo cuando quiera en la página del W-2, después de leer los avisos.",
    )));
    Ok(draft
        .sourced(Topic::W2Consent, &asked.speech, W2_PAGE, W2_PATH)
        .then(&[Topic::W2Where, Topic::WithholdingSetup]))
}

/// The forms' codes in words.
fn marital(asked: &Inquiry<'_>, status: &str) -> String {
    let known = match status {
        "S" => ("single", "soltero(a)"),
        "M" => ("married", "casado(a)"),
        "MJ" => ("married filing jointly", "casado(a) que declara en conjunto"),
        "MS" => ("married filing separately", "casado(a) que declara por separado"),
        "MH" => ("married at the single rate", "casado(a) con la tasa de soltero(a)"),
        "M1" => ("married with one income", "casado(a) con un solo ingreso"),
        "M2" => ("married with two incomes", "casado(a) con dos ingresos"),
        "HH" => ("head of household", "cabeza de familia"),
        "" => ("no filing status", "sin estado civil"),
        _ => return status.to_owned(),
    };
    asked.pick(known).to_owned()
}

pub(super) async fn withholding(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    let setup = asked.pages.read::<SetupRead>(SETUP, json!({})).await?.employee_tax_setup;
    let federal = &setup.federal_tax_setup;
    let next = [Topic::TaxesWithheld, Topic::W2Where];
    if federal.form.version == 0 {
        let words = (
            "You haven’t signed a federal withholding form yet.",
            "Todavía no ha firmado un formulario federal de retención.",
        );
        return Ok(Draft::nothing(asked.pick(words)).sourced(
            Topic::WithholdingSetup,
            &asked.speech,
            SETUP_PAGE,
            SETUP_PATH,
        ));
    }
    let (status, extra) =
        (marital(asked, &federal.marital_status), money(federal.additional_tax.additional_amount));
    let dependents = money(federal.w4_total_dependents);
    let mut draft = Draft::saying(asked.pick((
        format!(
            "Your federal form says {status}, {dependents} for dependents and {extra} extra withheld per pay period."
        ),
        format!(
            "Su formulario federal indica {status}, {dependents} por dependientes y {extra} de retención adicional por período de pago."
        ),
    )));
    if federal.multiple_jobs {
        draft = draft.and(asked.pick((
            "Your form says you have more than one job, or your spouse works.",
            "Su formulario indica que tiene más de un empleo o que su cónyuge trabaja.",
        )));
    }
    // A state without an income tax has nothing on its form.
    let is_taxing = |state: &&ReadState| {
        state.form.version > 0
            && !(state.marital_status.is_empty() && state.additional_tax.additional_amount == Amount::ZERO)
    };
    for state in setup.state_tax_setup.iter().filter(is_taxing) {
        let (name, status) = (&state.state_name, marital(asked, &state.marital_status));
        let extra = money(state.additional_tax.additional_amount);
        draft = draft.and(asked.pick((
            format!("{name}: {status}, {extra} extra withheld per pay period."),
            format!("{name}: {status}, {extra} de retención adicional por período de pago."),
        )));
    }
    let draft = draft.and(asked.pick((
        "I can’t give tax advice. To change a form, open it, fill it out and sign it.",
        "No puedo dar consejos de impuestos. Para cambiar un formulario, ábralo, llénelo y fírmelo.",
    )));
    Ok(draft.sourced(Topic::WithholdingSetup, &asked.speech, SETUP_PAGE, SETUP_PATH).then(&next))
}
