//! Where pay goes. Account numbers show only the last four digits, as on the page.

use super::super::answer::Draft;
use super::super::reading::Closed;
use super::super::words::{money, plain};
use super::Inquiry;
use crate::shared::amount::Amount;
use language::Topic;
use serde::Deserialize;
use serde_json::json;

const ACCOUNTS: &str = "query ($t: ID!, $c: ID!, $e: ID!) {
  directDeposits(tenantId: $t, companyId: $c, employeeId: $e) {
    results { bankAccountNumber bankAccountType amount amountType bankDesignation bankStatus } }
}";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AccountsRead {
    direct_deposits: AccountList,
}

#[derive(Deserialize)]
struct AccountList {
    results: Vec<ReadAccount>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadAccount {
    bank_account_number: String,
    bank_account_type: String,
    amount: Option<Amount>,
    amount_type: String,
    bank_designation: String,
    bank_status: String,
}

const DEPOSIT_PAGE: (&str, &str) = ("Direct deposit", "Depósito directo");
const DEPOSIT_PATH: &str = "/pay/disbursements";

fn share(asked: &Inquiry<'_>, account: &ReadAccount) -> String {
    match (account.amount_type.as_str(), account.amount) {
        ("fixed", Some(amount)) => money(amount),
        ("percentage", Some(percent)) => format!("{}%", plain(percent)),
        _ => asked.pick(("the rest", "el resto")).to_owned(),
    }
}

fn named(asked: &Inquiry<'_>, account: &ReadAccount) -> String {
    let kind = asked.pick(match account.bank_account_type.as_str() {
        "checking" => ("checking", "cuenta de cheques"),
        "savings" => ("savings", "cuenta de ahorros"),
        _ => ("money market", "cuenta de mercado monetario"),
    });
    format!("{} {kind} {}", account.bank_designation, account.bank_account_number)
}

fn status(asked: &Inquiry<'_>, status: &str) -> String {
    let known = match status.to_lowercase().as_str() {
        "active" => ("active", "activa"),
        "pending" => ("waiting for approval", "a la espera de aprobación"),
        "approved" => ("approved, not paid yet", "aprobada, aún sin pagos"),
        "denied" => ("denied", "rechazada"),
        "frozen" => ("frozen", "congelada"),
        "inactive" => ("inactive", "inactiva"),
        _ => return status.to_owned(),
    };
    asked.pick(known).to_owned()
}

pub(super) async fn accounts(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    let found = asked.pages.read::<AccountsRead>(ACCOUNTS, json!({})).await?.direct_deposits.results;
    let is_paid = |account: &&ReadAccount| account.bank_status.eq_ignore_ascii_case("active");
    let active: Vec<&ReadAccount> = found.iter().filter(is_paid).collect();
    if found.is_empty() {
        let words = asked.pick((
            "You have no deposit accounts, so you’re paid by check.",
            "No tiene cuentas de depósito; le pagan con cheque.",
        ));
        return Ok(Draft::nothing(words).sourced(
            Topic::DepositAccounts,
            &asked.speech,
            DEPOSIT_PAGE,
            DEPOSIT_PATH,
        ));
    }
    let each = |account: &&ReadAccount| {
        let (name, share) = (named(asked, account), share(asked, account));
        asked.pick((format!("{share} to {name}"), format!("{share} a {name}")))
    };
    let fact = if active.is_empty() {
        asked
            .pick(("None of your accounts is active yet.", "Ninguna de sus cuentas está activa todavía."))
            .to_owned()
    } else {
        let listed = active.iter().map(each).collect::<Vec<_>>().join("; ");
        asked.pick((format!("Your pay goes to: {listed}."), format!("Su pago se deposita así: {listed}.")))
    };
    let columns = asked.pick((["Account", "Amount", "Status"], ["Cuenta", "Monto", "Estado"]));
    let row = |account: &ReadAccount| {
        vec![named(asked, account), share(asked, account), status(asked, &account.bank_status)]
    };
    let draft = Draft::saying(fact).table(&columns.map(str::to_owned), found.iter().map(row).collect());
    let next = [Topic::DepositHow, Topic::LastStub];
    Ok(draft.sourced(Topic::DepositAccounts, &asked.speech, DEPOSIT_PAGE, DEPOSIT_PATH).then(&next))
}

pub(super) async fn how_to_change(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    let draft = Draft::saying(asked.pick((
        "Open Direct deposit and add an account or change the split. I can’t change it for you.",
        "Abra Depósito directo y agregue una cuenta o cambie el reparto. Yo no puedo cambiarlo por usted.",
    )))
    .and(asked.pick((
        "You’ll confirm it’s you, and your pay goes to the same accounts as before until the change is approved.",
        "Deberá confirmar que es usted. Hasta que se apruebe el cambio, su pago irá a las mismas cuentas que antes.",
    )));
    Ok(draft.link(asked.pick(DEPOSIT_PAGE), DEPOSIT_PATH).then(&[Topic::DepositAccounts, Topic::NextPayday]))
}
