//! Benefit plans and kinds of time off, by the words people use for them.

use super::{LeaveKind, Plan};
use crate::text::Word;

type Named<T> = (&'static [&'static str], T);

/// Longer names first where one begins another.
const PLANS: &[Named<Plan>] = &[
    (&["health", "savings"], Plan::Hsa),
    (&["ahorros", "de", "salud"], Plan::Hsa),
    (&["ahorro", "de", "salud"], Plan::Hsa),
    (&["ahorros", "para", "la", "salud"], Plan::Hsa),
    (&["ahorros", "medicos"], Plan::Hsa),
    (&["hsa"], Plan::Hsa),
    (&["flexible", "spending"], Plan::Fsa),
    (&["flex", "spending"], Plan::Fsa),
    (&["gastos", "flexibles"], Plan::Fsa),
    (&["fsa"], Plan::Fsa),
    (&["life", "insurance"], Plan::Life),
    (&["life", "policy"], Plan::Life),
    (&["life", "plan"], Plan::Life),
    (&["life", "coverage"], Plan::Life),
    (&["life", "ins"], Plan::Life),
    (&["life"], Plan::Life),
    (&["de", "vida"], Plan::Life),
    (&["dental"], Plan::Dental),
    (&["dentist"], Plan::Dental),
    (&["dentista"], Plan::Dental),
    (&["dientes"], Plan::Dental),
    (&["teeth"], Plan::Dental),
    (&["vision"], Plan::Vision),
    (&["eye"], Plan::Vision),
    (&["eyes"], Plan::Vision),
    (&["glasses"], Plan::Vision),
    (&["de", "la", "vista"], Plan::Vision),
    (&["de", "vista"], Plan::Vision),
    (&["lentes"], Plan::Vision),
    (&["anteojos"], Plan::Vision),
    (&["ojos"], Plan::Vision),
    (&["disability"], Plan::Disability),
    (&["ltd"], Plan::Disability),
    (&["std"], Plan::Disability),
    (&["incapacidad"], Plan::Disability),
    (&["discapacidad"], Plan::Disability),
    (&["invalidez"], Plan::Disability),
    (&["401k"], Plan::Retirement),
    (&["401", "k"], Plan::Retirement),
    (&["401-k"], Plan::Retirement),
    (&["403b"], Plan::Retirement),
    (&["retirement"], Plan::Retirement),
    (&["retiremnt"], Plan::Retirement),
    (&["roth"], Plan::Retirement),
    (&["pension"], Plan::Retirement),
    (&["jubilacion"], Plan::Retirement),
    (&["retiro"], Plan::Retirement),
    (&["medical"], Plan::Medical),
    (&["medico"], Plan::Medical),
    (&["medica"], Plan::Medical),
    (&["health", "insurance"], Plan::Medical),
    (&["health", "plan"], Plan::Medical),
    (&["health", "coverage"], Plan::Medical),
    (&["health", "ins"], Plan::Medical),
    (&["health", "care"], Plan::Medical),
    (&["healthcare"], Plan::Medical),
    (&["health"], Plan::Medical),
    (&["ppo"], Plan::Medical),
    (&["hmo"], Plan::Medical),
    (&["hdhp"], Plan::Medical),
    (&["de", "salud"], Plan::Medical),
];

const KINDS: &[Named<LeaveKind>] = &[
    (&["vacation"], LeaveKind::Vacation),
    (&["vacations"], LeaveKind::Vacation),
    (&["vacay"], LeaveKind::Vacation),
    (&["vaca"], LeaveKind::Vacation),
    (&["vacaton"], LeaveKind::Vacation),
    (&["vacaion"], LeaveKind::Vacation),
    (&["vacasion"], LeaveKind::Vacation),
    (&["pto"], LeaveKind::Vacation),
    (&["paid", "time", "off"], LeaveKind::Vacation),
    (&["vacaciones"], LeaveKind::Vacation),
    (&["vacasiones"], LeaveKind::Vacation),
    (&["bacaciones"], LeaveKind::Vacation),
    (&["vacacion"], LeaveKind::Vacation),
    (&["sick"], LeaveKind::Sick),
    (&["enfermedad"], LeaveKind::Sick),
    (&["enfermo"], LeaveKind::Sick),
    (&["enferma"], LeaveKind::Sick),
    (&["personal", "day"], LeaveKind::Personal),
    (&["personal", "days"], LeaveKind::Personal),
    (&["personal", "time"], LeaveKind::Personal),
    (&["personal", "leave"], LeaveKind::Personal),
    (&["personal", "hours"], LeaveKind::Personal),
    (&["dia", "personal"], LeaveKind::Personal),
    (&["dias", "personales"], LeaveKind::Personal),
    (&["horas", "personales"], LeaveKind::Personal),
    (&["tiempo", "personal"], LeaveKind::Personal),
    (&["permiso", "personal"], LeaveKind::Personal),
    (&["floating", "holiday"], LeaveKind::Holiday),
    (&["floating", "holidays"], LeaveKind::Holiday),
    (&["holiday", "hours"], LeaveKind::Holiday),
    (&["holiday", "time"], LeaveKind::Holiday),
    (&["holiday", "balance"], LeaveKind::Holiday),
    (&["holiday", "leave"], LeaveKind::Holiday),
    (&["feriado", "flotante"], LeaveKind::Holiday),
    (&["feriados", "flotantes"], LeaveKind::Holiday),
    (&["festivo", "flotante"], LeaveKind::Holiday),
    (&["festivos", "flotantes"], LeaveKind::Holiday),
    (&["horas", "de", "feriado"], LeaveKind::Holiday),
    (&["bereavement"], LeaveKind::Bereavement),
    (&["berevement"], LeaveKind::Bereavement),
    (&["funeral"], LeaveKind::Bereavement),
    (&["duelo"], LeaveKind::Bereavement),
    (&["luto"], LeaveKind::Bereavement),
    (&["fallecimiento"], LeaveKind::Bereavement),
    (&["jury"], LeaveKind::Jury),
    (&["jurado"], LeaveKind::Jury),
    (&["parental"], LeaveKind::Parental),
    (&["maternity"], LeaveKind::Parental),
    (&["paternity"], LeaveKind::Parental),
    (&["maternidad"], LeaveKind::Parental),
    (&["paternidad"], LeaveKind::Parental),
];

pub(super) fn plan(words: &[Word]) -> Option<(Plan, usize, usize)> {
    first(words, PLANS)
}

pub(super) fn kind(words: &[Word]) -> Option<(LeaveKind, usize, usize)> {
    first(words, KINDS)
}

/// The one said first; at the same word, the one listed first.
fn first<T: Copy>(words: &[Word], names: &[Named<T>]) -> Option<(T, usize, usize)> {
    (0..words.len()).find_map(|at| {
        let rest = &words[at..];
        let said = |name: &&Named<T>| {
            rest.len() >= name.0.len() && name.0.iter().zip(rest).all(|(part, word)| *part == word.plain)
        };
        names.iter().find(said).map(|(name, thing)| (*thing, at, name.len()))
    })
}
