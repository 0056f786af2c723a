//! Stub line names in both languages. A line that isn't in this catalog is in the employer's own words and is shown
//! as is.

use super::rules::{
    AccountKind, Basis, Earning, FilingStatus, Frequency, NIGHT_PREMIUM, PaidInto, StubLines, StubShare,
};
use super::{NamedStub, Stub};
use crate::shared::amount::Amount;
use crate::shared::language::Language;

/// (code, English, Spanish)
const CATALOGUE: &[(&str, &str, &str)] = &[
    ("REG", "Regular", "Horas regulares"),
    ("SAL", "Salary", "Salario"),
    ("OT", "Overtime 1.5×", "Horas extras 1.5×"),
    (NIGHT_PREMIUM, "Night premium", "Prima nocturna"),
    ("PTO", "Paid time off", "Tiempo libre pagado"),
    ("HOL", "Holiday", "Día feriado"),
    ("BON", "Bonus", "Bonificación"),
    ("FIT", "Federal income tax", "Impuesto federal sobre la renta"),
    ("SS", "Social Security", "Seguro Social"),
    ("MED", "Medicare", "Medicare"),
    ("SIT-OR", "Oregon income tax", "Impuesto de Oregon sobre la renta"),
    ("TRANSIT-OR", "Oregon transit tax", "Impuesto de transporte público de Oregon"),
    ("SIT-MA", "Massachusetts income tax", "Impuesto de Massachusetts sobre la renta"),
    ("PFML-MA", "Massachusetts family leave", "Licencia familiar de Massachusetts"),
    ("PFML-WA", "Washington family leave", "Licencia familiar de Washington"),
    ("CARES-WA", "WA Cares Fund", "Fondo WA Cares"),
    ("401K", "401(k)", "401(k)"),
    ("MEDICAL", "Medical plan", "Plan médico"),
    ("DENTAL", "Dental plan", "Plan dental"),
    ("VISION", "Vision plan", "Plan de la vista"),
    ("HSA", "Health savings account", "Cuenta de ahorros para la salud"),
    ("LIFE", "Life insurance", "Seguro de vida"),
    ("MILEAGE", "Mileage", "Millaje"),
    ("EXPENSE", "Expenses", "Gastos"),
    ("401K-ER", "401(k) match", "Aporte del empleador al 401(k)"),
    ("MEDICAL-ER", "Medical plan, employer share", "Plan médico, parte del empleador"),
    (
        "HSA-ER",
        "Health savings account, employer share",
        "Cuenta de ahorros para la salud, parte del empleador",
    ),
    ("UNION", "Union dues", "Cuota sindical"),
    ("GIVING", "Community giving", "Donación a la comunidad"),
];

pub(super) fn name_of(item: &str, language: Language) -> &str {
    CATALOGUE.iter().find(|(code, ..)| *code == item).map_or(item, |(_, english, spanish)| match language {
        Language::English => english,
        Language::Spanish => spanish,
    })
}

pub(super) fn frequency(frequency: Frequency, language: Language) -> &'static str {
    language.pick(match frequency {
        Frequency::Weekly => ("Every week", "Cada semana"),
        Frequency::Biweekly => ("Every two weeks", "Cada dos semanas"),
        Frequency::Semimonthly => ("Twice a month", "Dos veces al mes"),
        Frequency::Monthly => ("Every month", "Cada mes"),
    })
}

pub(super) fn filing_status(status: FilingStatus, language: Language) -> &'static str {
    language.pick(match status {
        FilingStatus::Single => ("Single", "Soltero(a)"),
        FilingStatus::MarriedJointly => ("Married filing jointly", "Casado(a) que declara en conjunto"),
        FilingStatus::HeadOfHousehold => ("Head of household", "Cabeza de familia"),
    })
}

pub(super) fn basis(basis: Basis, language: Language) -> String {
    match basis {
        Basis::Hourly(rate) => {
            format!("{} {}", dollars(rate), language.pick(("per hour", "por hora")))
        }
        Basis::Salaried(salary) => {
            format!("{} {}", dollars(salary), language.pick(("per year", "al año")))
        }
    }
}

pub(super) fn account(account: &PaidInto, language: Language) -> String {
    let kind = language.pick(match account.kind {
        AccountKind::Checking => ("checking", "cuenta de cheques"),
        AccountKind::Savings => ("savings", "cuenta de ahorros"),
        AccountKind::MoneyMarket => ("money market", "cuenta de mercado monetario"),
    });
    let ending = language.pick(("ending in", "terminada en"));
    format!("{}, {kind} {ending} {}", account.bank, account.last_four)
}

pub(super) fn share(share: StubShare, language: Language) -> String {
    let deposit = language.pick(("Direct deposit", "Depósito directo"));
    match share {
        StubShare::Fixed(amount) => format!("{deposit}, {}", dollars(amount)),
        StubShare::Percentage(percent) => format!("{deposit}, {percent}%"),
        StubShare::Balance => format!("{deposit}, {}", language.pick(("balance", "el resto"))),
    }
}

/// Whether a cent somewhere needs an explanation.
pub(super) fn is_rounded(lines: &StubLines) -> bool {
    let is_off = |line: &Earning| line.rounding().is_some_and(|rounding| rounding != Amount::ZERO);
    lines.rounding != Amount::ZERO || lines.earnings.iter().any(is_off)
}

/// Whether a stub still counts, in sentences; none for one like any other.
pub(super) fn standing(stub: &Stub, language: Language) -> Vec<String> {
    let named = |stub: &NamedStub| (stub.check_number.clone(), stub.check_date.in_words(language));
    let mut says = vec![];
    if let Some(on) = stub.voided_on {
        let on = on.in_words(language);
        says.push(language.pick((
            format!(
                "Payroll voided this check on {on}. It doesn't count toward your pay or your year to date."
            ),
            format!(
                "La nómina anuló este cheque el {on}. No cuenta para su pago ni para su acumulado del año."
            ),
        )));
    }
    if let Some((number, day)) = stub.replacement().as_ref().map(named) {
        says.push(language.pick((
            format!("Check {number} of {day} replaces it."),
            format!("Lo reemplaza el cheque {number} del {day}."),
        )));
    }
    if let Some((number, day)) = stub.replaced().as_ref().map(named) {
        says.push(language.pick((
            format!("This check replaces check {number} of {day}, which was voided."),
            format!("Este cheque reemplaza al cheque {number} del {day}, que fue anulado."),
        )));
    }
    if stub.is_restated && stub.voided_on.is_none() {
        says.push(
            language
                .pick((
                    "The year to date was updated after an earlier check was voided or replaced.",
                    "El acumulado del año se actualizó después de que se anuló o reemplazó un cheque anterior.",
                ))
                .to_owned(),
        );
    }
    says
}

/// `1,234.50`, with a typographic minus, as wide as a digit.
pub(super) fn figures(amount: Amount) -> String {
    let text = amount.to_string();
    let (sign, digits) = text.strip_prefix('-').map_or(("", text.as_str()), |digits| ("−", digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "00"));
    let mut grouped = String::with_capacity(text.len() + 4);
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}{grouped}.{fraction}")
}

pub(super) fn dollars(amount: Amount) -> String {
    let figures = figures(amount);
    figures.strip_prefix('−').map_or_else(|| format!("${figures}"), |figures| format!("−${figures}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_grouped_by_thousands_and_signed_before_the_dollar() {
        let units = Amount::from_ten_thousandths;
        for (amount, shown) in [
            (units(0), "$0.00"),
            (units(9_990_000), "$999.00"),
            (units(12_345_678_900), "$1,234,567.89"),
            (units(1_822_750), "$182.275"),
            (units(-1_182_300), "−$118.23"),
            (units(-12_000_000), "−$1,200.00"),
        ] {
            assert_eq!(dollars(amount), shown);
        }
    }

    #[test]
    fn a_code_has_a_name_in_both_languages_and_own_words_stay_as_they_are() {
        assert_eq!(name_of("OT", Language::English), "Overtime 1.5×");
        assert_eq!(name_of("OT", Language::Spanish), "Horas extras 1.5×");
        assert_eq!(name_of("Retention award", Language::Spanish), "Retention award");
    }

    #[test]
    fn no_code_stands_twice_in_the_catalogue() {
        let mut codes: Vec<_> = CATALOGUE.iter().map(|(code, ..)| code).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), CATALOGUE.len());
    }
}
