//! The words of a report in a file and at the terminal. The console has its own (web/src/i18n/reports.*.json).

use super::kinds::ReportName;
use crate::shared::language::Language;

type EnglishAndSpanish = (&'static str, &'static str);

pub(super) fn title(report: ReportName, language: Language) -> &'static str {
    language.pick(match report {
        ReportName::Balances => ("Time-off balances", "Saldos de tiempo libre"),
        ReportName::TimeOffTaken => ("Time off taken", "Tiempo libre tomado"),
        ReportName::Headcount => ("Headcount and turnover", "Personal y rotación"),
        ReportName::Decisions => ("Requests and decision times", "Solicitudes y tiempos de decisión"),
        ReportName::Acknowledgements => ("Acknowledgments", "Confirmaciones"),
        ReportName::Consent => ("Electronic W-2 consent", "Consentimiento para el W-2 electrónico"),
    })
}

const COLUMNS: &[(&str, EnglishAndSpanish)] = &[
    ("acknowledged", ("Acknowledged", "Confirmaron")),
    ("acknowledgedOn", ("Acknowledged on", "Fecha de confirmación")),
    ("approved", ("Approved", "Aprobadas")),
    ("atEnd", ("People at month end", "Personas al final del mes")),
    ("atStart", ("People at month start", "Personas al inicio del mes")),
    ("code", ("Employee code", "Código de empleado")),
    ("decider", ("Decided by", "Decidida por")),
    ("denied", ("Denied", "Rechazadas")),
    ("department", ("Department", "Departamento")),
    ("dueDate", ("Due", "Fecha límite")),
    ("electronic", ("Electronic", "Electrónico")),
    ("hired", ("Hired", "Contrataciones")),
    ("hours", ("Hours", "Horas")),
    ("kind", ("Request", "Solicitud")),
    ("left", ("Left", "Salidas")),
    ("liability", ("Liability", "Valor")),
    ("median", ("Median days to decide", "Días hasta decidir (mediana)")),
    ("method", ("W-2 delivery", "Entrega del W-2")),
    ("missing", ("Missing", "Faltan")),
    ("month", ("Month", "Mes")),
    ("name", ("Employee", "Empleado")),
    ("ninth", ("Days for 9 of 10", "Días para 9 de cada 10")),
    ("notChosen", ("Not chosen", "Sin elegir")),
    ("paper", ("Paper", "Papel")),
    ("people", ("People", "Personas")),
    ("planned", ("Hours ahead", "Horas por tomar")),
    ("requests", ("Requests", "Solicitudes")),
    ("resource", ("Action item", "Acción pendiente")),
    ("share", ("Share (%)", "Porcentaje (%)")),
    ("since", ("Since", "Desde")),
    ("state", ("State", "Estado")),
    ("taken", ("Hours taken", "Horas tomadas")),
    ("turnover", ("Turnover (%)", "Rotación (%)")),
    ("type", ("Type", "Tipo")),
    ("waiting", ("Waiting", "En espera")),
    ("withdrawn", ("Withdrawn", "Retiradas")),
    ("withoutRate", ("Without a pay rate", "Sin tarifa de pago")),
];

const WORDS: &[(&str, EnglishAndSpanish)] = &[
    ("acknowledged", ("Acknowledged", "Confirmó")),
    ("deposits", ("Direct deposit", "Depósito directo")),
    ("electronic", ("Electronic", "Electrónico")),
    ("missing", ("Missing", "Falta")),
    ("none", ("None", "Ninguno")),
    ("notChosen", ("Not chosen (paper)", "Sin elegir (papel)")),
    ("paper", ("Paper", "Papel")),
    ("profile", ("Personal info", "Datos personales")),
    ("timeOff", ("Time off", "Tiempo libre")),
    ("undecided", ("Not decided", "Sin decidir")),
];

/// An ID no one has words for is shown as it is.
fn found(words: &'static [(&str, EnglishAndSpanish)], id: &'static str, language: Language) -> &'static str {
    words.iter().find(|(known, _)| *known == id).map_or(id, |(_, both)| language.pick(*both))
}

pub(super) fn column(id: &'static str, language: Language) -> &'static str {
    found(COLUMNS, id, language)
}

pub(super) fn word(id: &'static str, language: Language) -> &'static str {
    found(WORDS, id, language)
}
