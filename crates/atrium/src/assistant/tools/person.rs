//! The asker's own details: family, changes, and signing in.

use super::super::answer::Draft;
use super::super::reading::Closed;
use super::super::rules;
use super::Inquiry;
use language::Topic;
use serde::Deserialize;
use serde_json::json;

const FAMILY: &str = "query ($t: ID!, $c: ID!, $e: ID!) {
  employeeById(tenantId: $t, companyId: $c, employeeId: $e) {
    dependents { firstName lastName relation } beneficiaries { firstName lastName relation } }
}";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FamilyRead {
    employee_by_id: ReadFamily,
}

#[derive(Deserialize)]
struct ReadFamily {
    dependents: Vec<RelativeRow>,
    beneficiaries: Vec<RelativeRow>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RelativeRow {
    first_name: String,
    last_name: String,
    relation: String,
}

const PROFILE_PAGE: (&str, &str) = ("Your profile", "Su perfil");
const PROFILE_PATH: &str = "/profile";

pub(super) async fn dependents(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    let mut family = asked.pages.read::<FamilyRead>(FAMILY, json!({})).await?.employee_by_id;
    if let Some(said) = asked.other_person() {
        let is_meant =
            |one: &RelativeRow| rules::is_named(&format!("{} {}", one.first_name, one.last_name), said);
        family.dependents.retain(is_meant);
        family.beneficiaries.retain(is_meant);
    }
    let named = |one: &RelativeRow| format!("{} {} ({})", one.first_name, one.last_name, one.relation);
    let list = |all: &[RelativeRow]| all.iter().map(named).collect::<Vec<_>>().join(", ");
    let (dependents, beneficiaries) = (list(&family.dependents), list(&family.beneficiaries));
    let mut lines = vec![];
    if !dependents.is_empty() {
        lines.push(
            asked.pick((
                format!("Your dependents: {dependents}."),
                format!("Sus dependientes: {dependents}."),
            )),
        );
    }
    if !beneficiaries.is_empty() {
        lines.push(asked.pick((
            format!("Your beneficiaries: {beneficiaries}."),
            format!("Sus beneficiarios: {beneficiaries}."),
        )));
    }
    let mut lines = lines.into_iter();
    let Some(fact) = lines.next() else {
        let words = if asked.other_person().is_some() {
            (
                "I don’t see anyone by that name among your dependents and beneficiaries.",
                "No veo a nadie con ese nombre entre sus dependientes y beneficiarios.",
            )
        } else {
            (
                "You don’t have any dependents or beneficiaries on file.",
                "No tiene dependientes ni beneficiarios registrados.",
            )
        };
        return Ok(Draft::nothing(asked.pick(words)).sourced(
            Topic::Dependents,
            &asked.speech,
            PROFILE_PAGE,
            PROFILE_PATH,
        ));
    };
    let mut draft = Draft::saying(fact);
    draft.lines.extend(lines);
    let next = [Topic::BenefitPlans, Topic::BenefitCost];
    Ok(draft.sourced(Topic::Dependents, &asked.speech, PROFILE_PAGE, PROFILE_PATH).then(&next))
}

pub(super) async fn change(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    let draft = Draft::saying(asked.pick((
        "Open your profile and choose the part you want to change, such as your name or address. I can’t change it for you.",
        "Abra su perfil y elija la parte que quiere cambiar, como su nombre o su dirección. Yo no puedo cambiarla por usted.",
    )))
    .and(asked.pick((
        "Emergency contacts change right away; other changes need approval. Your phone and email for signing in are in Account settings.",
        "Los contactos de emergencia cambian de inmediato; lo demás necesita aprobación. Su teléfono y correo para iniciar sesión están en Configuración de la cuenta.",
    )));
    let settings = asked.pick(("Account settings", "Configuración de la cuenta"));
    let draft = draft.link(asked.pick(PROFILE_PAGE), PROFILE_PATH).link(settings, "/accountSettings");
    Ok(draft.then(&[Topic::SignInHelp, Topic::Dependents]))
}

pub(super) fn sign_in(asked: &Inquiry<'_>) -> Draft {
    Draft::saying(asked.pick((
        "Your password, phone, passkeys and authenticator apps are in Account settings, in the menu under your name.",
        "Su contraseña, teléfono, llaves de acceso y aplicaciones de autenticación están en Configuración de la cuenta, en el menú de su nombre.",
    )))
    .and(asked.pick((
        "Check your sessions there too, and end any you don’t recognize. I never ask for a password or a code.",
        "Revise también sus sesiones y cierre las que no reconozca. Yo nunca pido contraseñas ni códigos.",
    )))
    .link(asked.pick(("Account settings", "Configuración de la cuenta")), "/accountSettings")
    .then(&[Topic::ProfileChange, Topic::Human])
}
