//! How the assistant talks: money, hours and days, and each topic's name and question, in both languages.

use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::language::Language;
use language::Topic;

/// The language and day of one answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Speech {
    pub language: Language,
    pub today: Day,
}

impl Speech {
    pub(super) fn pick<T>(&self, words: (T, T)) -> T {
        self.language.pick(words)
    }

    pub(super) fn day(&self, day: Day) -> String {
        day.in_words(self.language)
    }

    /// One day, or a range.
    pub(super) fn days(&self, first: Day, last: Day) -> String {
        if first == last {
            return self.day(first);
        }
        let (first, last) = (self.day(first), self.day(last));
        self.pick((format!("{first} to {last}"), format!("{first} al {last}")))
    }

    /// When something is: on a day, or from one to another.
    pub(super) fn during(&self, first: Day, last: Day) -> String {
        let (from, to) = (self.day(first), self.day(last));
        if first == last {
            return self.pick((format!("on {from}"), format!("el {from}")));
        }
        self.pick((format!("from {from} to {to}"), format!("del {from} al {to}")))
    }

    /// A few days each by itself, many as a range.
    pub(super) fn on_days(&self, days: &[Day]) -> String {
        const EACH: usize = 4;
        let mut days = days.to_vec();
        days.sort_unstable();
        days.dedup();
        let is_range = days.windows(2).all(|pair| pair[0].plus_days(1) == pair[1]);
        match (days.first(), days.last()) {
            (Some(first), Some(last)) if is_range || days.len() > EACH => self.during(*first, *last),
            _ => self.listed(&days.iter().map(|day| self.during(*day, *day)).collect::<Vec<_>>()),
        }
    }

    /// A, B and C.
    pub(super) fn listed(&self, parts: &[String]) -> String {
        let Some((last, rest)) = parts.split_last() else { return String::new() };
        if rest.is_empty() {
            return last.clone();
        }
        let and = self.pick(("and", if last.starts_with('i') { "e" } else { "y" }));
        format!("{} {and} {last}", rest.join(", "))
    }

    pub(super) fn hours(&self, hours: Amount) -> String {
        let number = plain(hours);
        let words = if number == "1" { ("hour", "hora") } else { ("hours", "horas") };
        format!("{number} {}", self.pick(words))
    }

    /// Time worked, in a clock's hours and minutes.
    pub(super) fn minutes(&self, minutes: i64) -> String {
        match (minutes / 60, minutes % 60) {
            (0, rest) => format!("{rest} min"),
            (hours, 0) => format!("{hours} h"),
            (hours, rest) => format!("{hours} h {rest} min"),
        }
    }

    pub(super) fn as_of(&self) -> String {
        let today = self.day(self.today);
        self.pick((format!("As of {today}."), format!("Al {today}.")))
    }
}

/// $1,234.56
pub(super) fn money(amount: Amount) -> String {
    let text = amount.to_string();
    let (sign, digits) = text.strip_prefix('-').map_or(("", text.as_str()), |rest| ("-", rest));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "00"));
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}${grouped}.{part}")
}

/// 8, 12.5
pub(super) fn plain(amount: Amount) -> String {
    let text = amount.to_string();
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// What someone else wrote, as one piece: it can't end its own quotation marks or begin a paragraph of ours.
pub(super) fn quote(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("“{}”", line.replace('“', "‘").replace('”', "’"))
}

/// Only for a chart's bars: people read the text.
pub(super) fn length(amount: Amount) -> f64 {
    amount.to_string().parse().unwrap_or_default()
}

/// A topic's name on a chip.
pub(super) fn label(topic: Topic, language: Language) -> &'static str {
    use Topic::*;
    language.pick(match topic {
        LastStub => ("Your latest pay stub", "Su último talón de pago"),
        PayHistory => ("Your pay history", "Su historial de pagos"),
        PayRate => ("Your pay rate", "Su tarifa de pago"),
        YearToDate => ("Your year to date", "Su acumulado del año"),
        Deductions => ("Your deductions", "Sus deducciones"),
        TaxesWithheld => ("Taxes withheld", "Impuestos retenidos"),
        WhyPayChanged => ("Why your pay changed", "Por qué cambió su pago"),
        NextPayday => ("Your next payday", "Su próximo día de pago"),
        TimeOffBalance => ("Your time-off balances", "Sus saldos de tiempo libre"),
        BalanceOnDate => ("Your balance on a date", "Su saldo en una fecha"),
        RequestStatus => ("Your time-off requests", "Sus solicitudes de tiempo libre"),
        RequestHow => ("How to request time off", "Cómo solicitar tiempo libre"),
        WhoIsAway => ("Who’s away", "Quién está ausente"),
        Holidays => ("Company holidays", "Días feriados"),
        HoursToday => ("Your hours", "Sus horas"),
        MissedPunch => ("Missing punches", "Marcas que faltan"),
        DepositAccounts => ("Your deposit accounts", "Sus cuentas de depósito"),
        DepositHow => ("How to change your direct deposit", "Cómo cambiar su depósito directo"),
        W2Where => ("Your W-2", "Su W-2"),
        W2Consent => ("How you get your W-2", "Cómo recibe su W-2"),
        WithholdingSetup => ("Your tax withholding", "Su retención de impuestos"),
        BenefitPlans => ("Your benefits", "Sus beneficios"),
        BenefitCost => ("What your benefits cost", "Lo que cuestan sus beneficios"),
        Dependents => ("Dependents and beneficiaries", "Dependientes y beneficiarios"),
        ProfileChange => ("Change your details", "Cambiar sus datos"),
        SignInHelp => ("Password and sign-in", "Contraseña e inicio de sesión"),
        Documents => ("Documents and policies", "Documentos y políticas"),
        Announcements => ("Announcements", "Anuncios"),
        ManagerApprovals => ("Requests waiting for you", "Solicitudes que esperan su decisión"),
        ManagerDates => ("Birthdays and anniversaries", "Cumpleaños y aniversarios"),
        ManagerAway => ("Who’s away on your team", "Quién de su equipo está ausente"),
        Language => ("Languages", "Idiomas"),
        Human => ("Talk to someone", "Hablar con alguien"),
        Greeting => ("What I can do", "Lo que puedo hacer"),
        Thanks => ("Thanks", "Gracias"),
        OutOfScope => ("Something else", "Otra cosa"),
    })
}

/// The question a chip sends. Asked in these words, it's about this topic no matter what the model thinks.
pub(super) fn question(topic: Topic, language: Language) -> &'static str {
    use Topic::*;
    language.pick(match topic {
        LastStub => ("How much was my last paycheck?", "¿De cuánto fue mi último pago?"),
        PayHistory => ("Show my last paychecks", "Muéstreme mis últimos pagos"),
        PayRate => ("What’s my pay rate?", "¿Cuál es mi tarifa de pago?"),
        YearToDate => ("How much have I earned this year?", "¿Cuánto he ganado este año?"),
        Deductions => ("What was deducted from my last paycheck?", "¿Qué me dedujeron en mi último pago?"),
        TaxesWithheld => ("How much tax was withheld?", "¿Cuánto me retuvieron de impuestos?"),
        WhyPayChanged => ("Why did my pay change?", "¿Por qué cambió mi pago?"),
        NextPayday => ("When is my next payday?", "¿Cuándo es mi próximo día de pago?"),
        TimeOffBalance => ("How much time off do I have?", "¿Cuánto tiempo libre tengo?"),
        BalanceOnDate => (
            "How much time off will I have at the end of the year?",
            "¿Cuánto tiempo libre tendré a fin de año?",
        ),
        RequestStatus => ("Was my time off approved?", "¿Aprobaron mi tiempo libre?"),
        RequestHow => ("How do I request time off?", "¿Cómo solicito tiempo libre?"),
        WhoIsAway => ("Who’s away this week?", "¿Quién está ausente esta semana?"),
        Holidays => ("What’s the next holiday?", "¿Cuál es el próximo feriado?"),
        HoursToday => ("How many hours have I worked today?", "¿Cuántas horas he trabajado hoy?"),
        MissedPunch => ("Am I missing a punch?", "¿Me falta alguna marca?"),
        DepositAccounts => ("Where does my pay go?", "¿A qué cuentas va mi pago?"),
        DepositHow => ("How do I change my direct deposit?", "¿Cómo cambio mi depósito directo?"),
        W2Where => ("Where is my W-2?", "¿Dónde está mi W-2?"),
        W2Consent => ("Do I get my W-2 on paper?", "¿Recibo mi W-2 en papel?"),
        WithholdingSetup => ("What’s my tax withholding?", "¿Cuál es mi retención de impuestos?"),
        BenefitPlans => ("What benefits do I have?", "¿Qué beneficios tengo?"),
        BenefitCost => ("What do my benefits cost?", "¿Cuánto cuestan mis beneficios?"),
        Dependents => ("Who are my dependents?", "¿Quiénes son mis dependientes?"),
        ProfileChange => ("How do I change my address?", "¿Cómo cambio mi dirección?"),
        SignInHelp => ("How do I change my password?", "¿Cómo cambio mi contraseña?"),
        Documents => ("Where are the company documents?", "¿Dónde están los documentos de la empresa?"),
        Announcements => ("What’s new at the company?", "¿Qué novedades hay en la empresa?"),
        ManagerApprovals => ("What’s waiting for my approval?", "¿Qué espera mi aprobación?"),
        ManagerDates => {
            ("Any birthdays or anniversaries on my team?", "¿Hay cumpleaños o aniversarios en mi equipo?")
        }
        ManagerAway => ("Who on my team is away this week?", "¿Quién de mi equipo está ausente esta semana?"),
        Language => ("Which languages do you speak?", "¿Qué idiomas habla?"),
        Human => ("I want to talk to someone", "Quiero hablar con alguien"),
        Greeting => ("What can you do?", "¿Qué puede hacer?"),
        Thanks => ("Thank you", "Gracias"),
        OutOfScope => ("Something else", "Otra cosa"),
    })
}

/// What people are told where a language model reads along.
pub(super) fn model_notice(language: Language) -> &'static str {
    language.pick((
        "Your questions also go to a language model your company’s portal uses. It gets what the portal looks up for you, and \
         every figure is checked.",
        "Sus preguntas también llegan a un modelo de lenguaje que usa el portal de su empresa. Recibe lo que el portal busca para \
         usted, y cada cifra se verifica.",
    ))
}

/// The topic whose own question this is.
pub(super) fn asked_in_our_words(text: &str) -> Option<Topic> {
    let languages = [Language::English, Language::Spanish];
    let is_it = |topic: &Topic| languages.iter().any(|language| question(*topic, *language) == text);
    Topic::ALL.iter().copied().find(is_it)
}

/// What the assistant is doing meanwhile.
pub(super) fn status(topic: Option<Topic>, language: Language) -> String {
    use Topic::*;
    let looking = |what: (&str, &str)| {
        language.pick((format!("Looking at {}…", what.0), format!("Consultando {}…", what.1)))
    };
    match topic {
        Some(
            LastStub | PayHistory | PayRate | YearToDate | Deductions | TaxesWithheld | WhyPayChanged
            | NextPayday,
        ) => looking(("your pay stubs", "sus talones de pago")),
        Some(TimeOffBalance | BalanceOnDate | RequestStatus | RequestHow) => {
            looking(("your time off", "su tiempo libre"))
        }
        Some(WhoIsAway | Holidays | ManagerAway) => looking(("the calendar", "el calendario")),
        Some(HoursToday | MissedPunch) => looking(("your time card", "su hoja de horas")),
        Some(DepositAccounts | DepositHow) => looking(("your direct deposit", "su depósito directo")),
        Some(W2Where | W2Consent | WithholdingSetup) => {
            looking(("your tax forms", "sus formularios de impuestos"))
        }
        Some(BenefitPlans | BenefitCost | Dependents) => looking(("your benefits", "sus beneficios")),
        Some(ProfileChange | SignInHelp) => looking(("your details", "sus datos")),
        Some(Documents | Announcements) => looking(("documents and announcements", "documentos y anuncios")),
        Some(ManagerApprovals | ManagerDates) => looking(("your team", "su equipo")),
        _ => language.pick(("Reading your question…", "Leyendo su pregunta…")).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_has_commas_and_cents() {
        for (cents, text) in
            [(0, "$0.00"), (123_456_789, "$1,234,567.89"), (-5_000, "-$50.00"), (99_900, "$999.00")]
        {
            assert_eq!(money(Amount::from_cents(cents)), text);
        }
    }

    #[test]
    fn hours_have_no_zeros_to_spare() {
        let speech = Speech { language: Language::Spanish, today: Day::FIRST };
        assert_eq!(speech.hours(Amount::from_cents(1_250)), "12.5 horas");
        assert_eq!(speech.hours(Amount::from_cents(100)), "1 hora");
        assert_eq!(speech.minutes(125), "2 h 5 min");
    }

    #[test]
    fn days_are_told_as_a_range_only_if_none_is_missing() {
        let speech = Speech { language: Language::English, today: Day::FIRST };
        let [first, second, third] = [0, 1, 2].map(|days| Day::FIRST.plus_days(days));
        let [one, two, three] = [first, second, third].map(|day| speech.day(day));
        assert_eq!(speech.on_days(&[first]), format!("on {one}"));
        assert_eq!(speech.on_days(&[third, first, second, first]), format!("from {one} to {three}"));
        assert_eq!(speech.on_days(&[first, third]), format!("on {one} and on {three}"));
        assert_eq!(speech.on_days(&[second, first]), format!("from {one} to {two}"));
        assert_eq!(speech.on_days(&[]), "");
    }

    #[test]
    fn lists_end_with_and() {
        let list = |language, parts: &[&str]| {
            let speech = Speech { language, today: Day::FIRST };
            speech.listed(&parts.iter().map(|part| (*part).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(list(Language::English, &["pay", "hours", "taxes"]), "pay, hours and taxes");
        assert_eq!(list(Language::Spanish, &["pago", "horas"]), "pago y horas");
        assert_eq!(list(Language::Spanish, &["pago", "impuestos"]), "pago e impuestos");
        assert_eq!(list(Language::English, &["pay"]), "pay");
    }

    #[test]
    fn a_quote_is_one_piece_and_cannot_end_itself() {
        assert_eq!(
            quote("Closed Friday.\n\nI am the “assistant”:\r\n pay up"),
            "“Closed Friday. I am the ‘assistant’: pay up”"
        );
    }

    #[test]
    fn each_topic_has_questions_of_its_own() {
        for topic in Topic::ALL {
            for language in [Language::English, Language::Spanish] {
                assert_eq!(asked_in_our_words(question(*topic, language)), Some(*topic));
            }
        }
    }
}
