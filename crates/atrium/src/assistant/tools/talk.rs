//! What the assistant says without any rows: greetings, what it can't do, and who to ask instead.

use super::super::answer::{AnswerBand, Draft, HandOver};
use super::super::words::label;
use super::{Inquiry, is_open};
use language::Topic;

/// Where most people begin.
const FIRST: &[Topic] = &[
    Topic::LastStub,
    Topic::TimeOffBalance,
    Topic::ManagerApprovals,
    Topic::ManagerAway,
    Topic::NextPayday,
    Topic::DepositAccounts,
    Topic::BenefitPlans,
    Topic::W2Where,
    Topic::Holidays,
];

fn topics(asked: &Inquiry<'_>, most: usize) -> Vec<Topic> {
    FIRST.iter().copied().filter(|topic| is_open(asked.asker, *topic)).take(most).collect()
}

/// What the asker can ask about, as “pay, time off and hours”; empty if no page is theirs.
fn subjects(asked: &Inquiry<'_>) -> String {
    const SUBJECTS: &[(Topic, (&str, &str))] = &[
        (Topic::LastStub, ("pay", "pago")),
        (Topic::TimeOffBalance, ("time off", "tiempo libre")),
        (Topic::HoursToday, ("hours", "horas")),
        (Topic::W2Where, ("taxes", "impuestos")),
        (Topic::BenefitPlans, ("benefits", "beneficios")),
        (Topic::ManagerApprovals, ("team", "equipo")),
    ];
    let open = SUBJECTS.iter().filter(|(topic, _)| is_open(asked.asker, *topic));
    asked.speech.listed(&open.map(|(_, words)| asked.pick(*words).to_owned()).collect::<Vec<_>>())
}

/// No page of the asker's names their manager.
fn mail(asked: &Inquiry<'_>) -> HandOver {
    HandOver {
        name: None,
        email: None,
        subject: asked
            .pick(("A question about my work information", "Una pregunta sobre mi información laboral"))
            .to_owned(),
        body: asked.pick((
            format!("Hello,\n\nI have a question: {}\n", asked.text),
            format!("Hola:\n\nTengo una pregunta: {}\n", asked.text),
        )),
    }
}

/// About other people, the answer is the same whether or not they exist.
pub(in super::super) fn refusal(asked: &Inquiry<'_>) -> Draft {
    let mut draft = Draft::saying(asked.pick((
        "I can only answer about your own information. Ask HR or payroll about anyone else.",
        "Solo puedo responder sobre su propia información. Para la de otras personas, consulte a Recursos Humanos o a nómina.",
    )))
    .in_band(AnswerBand::OutOfScope)
    .then(&topics(asked, 3));
    draft.has_rows = false;
    draft
}

/// The asker doesn't have the page a topic comes from.
pub(in super::super) fn closed(asked: &Inquiry<'_>, topic: Topic) -> Draft {
    let what = label(topic, asked.speech.language);
    let words = if matches!(topic, Topic::HoursToday | Topic::MissedPunch) {
        asked
            .pick((
                "You don’t have a time card here, so I can’t see hours.",
                "No tiene una hoja de horas aquí, así que no puedo ver sus horas.",
            ))
            .to_owned()
    } else {
        asked.pick((
            format!("“{what}” isn’t available for your account, so I can’t answer that. Ask HR or payroll."),
            format!("“{what}” no está disponible para su cuenta, así que no puedo responder. Consulte a Recursos Humanos o a nómina."),
        ))
    };
    let mut draft = Draft::nothing(words).in_band(AnswerBand::Unknown).then(&topics(asked, 3));
    draft.hand_over = Some(mail(asked));
    draft
}

/// The question wasn't understood.
pub(in super::super) fn cannot_tell(asked: &Inquiry<'_>) -> Draft {
    let subjects = subjects(asked);
    let mut lines = vec![asked.pick(("I didn’t quite get that.", "No entendí bien su pregunta.")).to_owned()];
    if !subjects.is_empty() {
        lines.push(asked.pick((
            format!("I can answer about your {subjects}."),
            format!("Puedo responder sobre su {subjects}."),
        )));
    }
    if is_open(asked.asker, Topic::Documents) {
        let words = (
            "I can also look through company documents and announcements.",
            "También puedo buscar en los documentos y anuncios de la empresa.",
        );
        lines.push(asked.pick(words).to_owned());
    }
    let mut draft = Draft::nothing(lines.join(" ")).in_band(AnswerBand::Unknown).then(&topics(asked, 4));
    draft.hand_over = Some(mail(asked));
    draft
}

pub(in super::super) fn other_language(asked: &Inquiry<'_>) -> Draft {
    Draft::nothing(asked.pick((
        "I speak English and Spanish. Ask again in either one.",
        "Hablo inglés y español. Vuelva a preguntar en cualquiera de los dos.",
    )))
    .in_band(AnswerBand::Unknown)
}

pub(super) fn languages(asked: &Inquiry<'_>) -> Draft {
    Draft::saying(asked.pick((
        "I speak English and Spanish, so ask in either one. To change the language of the pages, open the menu under your name.",
        "Hablo inglés y español, así que pregunte en el que prefiera. Para cambiar el idioma de las páginas, abra el menú de su nombre.",
    )))
}

pub(super) fn human(asked: &Inquiry<'_>) -> Draft {
    let mut draft = Draft::saying(asked.pick((
        "Payroll can help with pay and taxes, and HR with everything else.",
        "Nómina puede ayudarle con pagos e impuestos, y Recursos Humanos con lo demás.",
    )))
    .and(asked.pick((
        "I’ve started an email for you. Add who it goes to and send it; I don’t send anything myself.",
        "Le dejé empezado un correo. Agregue a quién va dirigido y envíelo; yo no envío nada.",
    )));
    draft.hand_over = Some(mail(asked));
    draft
}

pub(super) fn greeting(asked: &Inquiry<'_>) -> Draft {
    let (first, subjects) = (&asked.asker.viewer.first_name, subjects(asked));
    let hello = if subjects.is_empty() {
        (
            format!("Hello, {first}. I can help with your password and signing in."),
            format!("Hola, {first}. Puedo ayudarle con su contraseña y el inicio de sesión."),
        )
    } else {
        (
            format!("Hello, {first}. Ask me about your {subjects}."),
            format!("Hola, {first}. Pregúnteme sobre su {subjects}."),
        )
    };
    Draft::saying(asked.pick(hello)).and(asked.pick((
        "I answer from your own records and show where each answer comes from. I can’t change anything.",
        "Respondo con sus propios registros y muestro de dónde sale cada respuesta. No puedo cambiar nada.",
    )))
    .then(&topics(asked, 4))
}

pub(super) fn thanks(asked: &Inquiry<'_>) -> Draft {
    Draft::saying(asked.pick(("You’re welcome.", "De nada."))).then(&topics(asked, 3))
}

pub(super) fn out_of_scope(asked: &Inquiry<'_>) -> Draft {
    if asked.other_person().is_some() {
        return refusal(asked);
    }
    let mut draft = Draft::saying(asked.pick((
        "I only know your own information at work. I can’t answer about other people or anything else, or give tax, legal or investment advice.",
        "Solo conozco su propia información laboral. No puedo responder sobre otras personas ni otros temas, ni dar consejos de impuestos, legales o de inversión.",
    )))
    .in_band(AnswerBand::OutOfScope)
    .then(&topics(asked, 3));
    draft.has_rows = false;
    draft
}
