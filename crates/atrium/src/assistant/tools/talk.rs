//! What the assistant says without any rows: greetings, what it can't do, and who to ask instead.

use super::super::answer::{AnswerBand, Draft, HandOver};
use super::super::words::label;
use super::{Inquiry, is_open, person};
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

fn mail(asked: &Inquiry<'_>, name: Option<String>) -> HandOver {
    HandOver {
        name,
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
    let mut draft = Draft::nothing(asked.pick((
        format!("“{what}” isn’t available for your account, so I can’t answer that. HR or payroll can."),
        format!("“{what}” no está disponible para su cuenta, así que no puedo responder. Consulte a Recursos Humanos o a nómina."),
    )))
    .in_band(AnswerBand::Unknown)
    .then(&topics(asked, 3));
    draft.hand_over = Some(mail(asked, None));
    draft
}

/// The question wasn't understood.
pub(in super::super) fn cannot_tell(asked: &Inquiry<'_>) -> Draft {
    let mut draft = Draft::nothing(asked.pick((
        "I’m not sure what you mean. I can answer about your pay, time off, hours, taxes and benefits, and find company documents.",
        "No estoy seguro de lo que quiere decir. Puedo responder sobre su pago, tiempo libre, horas, impuestos y beneficios, y buscar documentos de la empresa.",
    )))
    .in_band(AnswerBand::Unknown)
    .then(&topics(asked, 4));
    draft.hand_over = Some(mail(asked, None));
    draft
}

pub(in super::super) fn other_language(asked: &Inquiry<'_>) -> Draft {
    Draft::nothing(asked.pick((
        "I can answer in English and Spanish. Please ask again in one of them.",
        "Puedo responder en inglés y en español. Vuelva a preguntar en uno de ellos, por favor.",
    )))
    .in_band(AnswerBand::Unknown)
}

pub(super) fn languages(asked: &Inquiry<'_>) -> Draft {
    Draft::saying(asked.pick((
        "I answer in English and Spanish: ask in the one you like. You can change the language of the pages in the menu under your name.",
        "Respondo en inglés y en español: pregunte en el que prefiera. Puede cambiar el idioma de las páginas en el menú de su nombre.",
    )))
}

pub(super) async fn human(asked: &Inquiry<'_>) -> Draft {
    let managers =
        if is_open(asked.asker, Topic::ProfileChange) { person::managers(asked).await } else { vec![] };
    let name = managers.into_iter().next();
    let fact = match &name {
        Some(name) => asked.pick((
            format!("Your manager is {name}. For pay and taxes, ask payroll; for everything else, HR."),
            format!("Su gerente es {name}. Para pagos e impuestos, consulte a nómina; para lo demás, a Recursos Humanos."),
        )),
        None => asked
            .pick((
                "For pay and taxes, ask payroll; for everything else, HR.",
                "Para pagos e impuestos, consulte a nómina; para lo demás, a Recursos Humanos.",
            ))
            .to_owned(),
    };
    let mut draft = Draft::saying(fact).and(asked.pick((
        "I’ve prepared an email you can send. I don’t send anything myself.",
        "Le preparé un correo que puede enviar. Yo no envío nada.",
    )));
    draft.hand_over = Some(mail(asked, name));
    draft
}

pub(super) fn greeting(asked: &Inquiry<'_>) -> Draft {
    let first = &asked.asker.viewer.first_name;
    Draft::saying(asked.pick((
        format!("Hello, {first}. Ask me about your pay, time off, hours, taxes or benefits."),
        format!("Hola, {first}. Pregúnteme sobre su pago, tiempo libre, horas, impuestos o beneficios."),
    )))
    .and(asked.pick((
        "I answer from your own records and say where each answer comes from. I can’t change anything.",
        "Respondo con sus propios registros y digo de dónde sale cada respuesta. No puedo cambiar nada.",
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
        "I can only answer about your own information at work: not about other people, and not with tax, legal or investment advice.",
        "Solo puedo responder sobre su propia información laboral: no sobre otras personas, ni con consejos de impuestos, legales o de inversión.",
    )))
    .in_band(AnswerBand::OutOfScope)
    .then(&topics(asked, 3));
    draft.has_rows = false;
    draft
}
