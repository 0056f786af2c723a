//! Business events for other programs: what each type is called, and how one is written. Reading them and pushing them
//! to webhooks is `events/`.
//!
//! Events are numbered per tenant without gaps. The number is taken in the statements that travel with the commit, under
//! a lock on the tenant's counter, so a higher number never becomes visible before a lower one: a reader that pages
//! behind the last number it saw misses nothing, however many commits run at the same time.

use crate::shared::id::{CompanyId, EmployeeId, TenantId};
use db::{Statement, params};
use jiff::Timestamp;
use uuid::Uuid;

macro_rules! event_types {
    ($($name:ident = $text:literal on $subject:literal: $says:literal,)*) => {
        /// What happened. Others rely on the names: add types, never rename one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum EventType { $($name,)* }

        impl EventType {
            pub const ALL: &[EventType] = &[$(EventType::$name,)*];

            pub fn as_str(self) -> &'static str {
                match self { $(EventType::$name => $text,)* }
            }

            /// What kind of thing `subjectId` is.
            pub fn subject(self) -> &'static str {
                match self { $(EventType::$name => $subject,)* }
            }

            /// For docs/events.md.
            pub fn says(self) -> &'static str {
                match self { $(EventType::$name => $says,)* }
            }
        }
    };
}

event_types! {
    AnnouncementPublished = "announcement.published" on "announcement": "An announcement was published.",
    AnnouncementRevised = "announcement.revised" on "announcement": "An announcement was revised.",
    AnnouncementWithdrawn = "announcement.withdrawn" on "announcement": "An announcement was withdrawn.",
    ChangeRequestOpened = "change_request.opened" on "change_request":
        "An employee requested a change to personal information.",
    ChangeRequestApproved = "change_request.approved" on "change_request":
        "A change to personal information, deposits or tax forms was approved.",
    ChangeRequestDenied = "change_request.denied" on "change_request":
        "A change to personal information, deposits or tax forms was denied.",
    ChangeRequestWithdrawn = "change_request.withdrawn" on "change_request":
        "An employee withdrew a requested change.",
    CorrectionAsked = "clock.correction_asked" on "clock_correction": "An employee requested a punch correction.",
    CorrectionWithdrawn = "clock.correction_withdrawn" on "clock_correction":
        "An employee withdrew a punch correction.",
    CorrectionDecided = "clock.correction_decided" on "clock_correction":
        "A punch correction was approved or denied.",
    ClockPunched = "clock.punched" on "clock_punch": "An employee punched the clock.",
    CompanyAdded = "company.added" on "company": "A company was added.",
    CompanyEdited = "company.edited" on "company": "A company's settings changed.",
    DepositChanged = "deposit.changed" on "change_request":
        "An employee requested a direct deposit change, or made one that needs no approval.",
    DepositFrozen = "deposit.frozen" on "change_request":
        "An employee reported that a direct deposit change wasn't theirs. It's undone.",
    DocumentPublished = "document.published" on "document": "A company document was published.",
    DocumentRevised = "document.revised" on "document": "A company document was revised.",
    DocumentWithdrawn = "document.withdrawn" on "document": "A company document was withdrawn.",
    EmploymentAdded = "employment.added" on "employee": "Someone was hired into a company.",
    EmployeeCodeChanged = "employment.code_changed" on "employee": "An employee got another employee code.",
    EmploymentChanged = "employment.changed" on "employee":
        "A termination, rehire, leave or return was entered, with a date that may be in the future.",
    EmploymentTookEffect = "employment.took_effect" on "employee":
        "The day of a termination, rehire, leave or return has come.",
    EmploymentWithdrawn = "employment.withdrawn" on "employee":
        "A planned termination, rehire, leave or return was withdrawn.",
    HandoverCreated = "handover.created" on "handover": "Approved changes were put into a batch for payroll.",
    HandoverAcknowledged = "handover.acknowledged" on "handover": "Payroll said it has taken over a batch.",
    ImportApplied = "import.applied" on "import":
        "An import was applied. Its rows have no events of their own.",
    ImportUndone = "import.undone" on "import": "An import was undone.",
    LinksRevised = "links.revised" on "company": "A company's links changed.",
    PayrollChangeRejected = "payroll_change.rejected" on "payroll_change":
        "Payroll said it can't take over an approved change.",
    PersonAdded = "person.added" on "person": "A person was added.",
    ProfileChanged = "profile.changed" on "employee": "An employee's emergency contacts changed.",
    ReportingLineChanged = "reporting_line.changed" on "employee": "An employee's reporting lines changed.",
    ResourcePublished = "resource.published" on "resource": "A resource was published.",
    ResourceRevised = "resource.revised" on "resource": "A resource was revised.",
    ResourceWithdrawn = "resource.withdrawn" on "resource": "A resource was withdrawn.",
    ResourceAcknowledged = "resource.acknowledged" on "resource": "An employee acknowledged an action item.",
    RoleGiven = "role.given" on "person": "A person was given a role.",
    RoleEnded = "role.ended" on "person": "A person's role was ended, or is going to end on a day.",
    TaxFormsElectronic = "tax_forms.electronic" on "employee":
        "An employee consented to electronic tax forms such as W-2.",
    TaxFormsOnPaper = "tax_forms.on_paper" on "employee":
        "An employee withdrew the consent to electronic tax forms.",
    TaxSetupSigned = "tax_setup.signed" on "change_request": "An employee signed tax withholding forms.",
    TimeOffRequested = "time_off.requested" on "time_off_request":
        "Time off was requested, or entered for an employee.",
    TimeOffRevised = "time_off.revised" on "time_off_request": "A time-off request was revised.",
    TimeOffWithdrawn = "time_off.withdrawn" on "time_off_request": "A time-off request was withdrawn.",
    TimeOffDecided = "time_off.decided" on "time_off_request":
        "A time-off request was approved, partly approved or denied, or got the first of two approvals.",
    TimeOffUndone = "time_off.undone" on "time_off_request": "A decision on time off was undone.",
    TimeOffAttachments = "time_off.attachments" on "time_off_request":
        "A file was attached to a time-off request, or removed from it.",
    TimeOffDelegated = "time_off.delegated" on "time_off_delegation":
        "A manager asked someone to stand in for time-off decisions.",
    TimeOffDelegationEnded = "time_off.delegation_ended" on "time_off_delegation":
        "Standing in for time-off decisions ended early.",
}

impl EventType {
    pub fn parse(text: &str) -> Option<EventType> {
        EventType::ALL.iter().copied().find(|one| one.as_str() == text)
    }

    /// It happened to this.
    pub fn of(self, subject: Uuid) -> Fact {
        Fact { event_type: self, subject, company: None, employee: None }
    }
}

/// Something that happened, about to be written. IDs only: a program that may know more asks for it.
#[derive(Clone, Copy, Debug)]
pub struct Fact {
    pub event_type: EventType,
    pub subject: Uuid,
    pub company: Option<CompanyId>,
    pub employee: Option<EmployeeId>,
}

impl Fact {
    pub fn at(self, company: CompanyId) -> Fact {
        Fact { company: Some(company), ..self }
    }

    /// Where a whole tenant or one of its companies can be meant.
    pub fn at_any(self, company: Option<CompanyId>) -> Fact {
        Fact { company, ..self }
    }

    pub fn about(self, employee: EmployeeId) -> Fact {
        Fact { employee: Some(employee), ..self }
    }
}

/// The statements that number and write these facts: (event ID, fact). They run in this order, with the commit.
pub fn statements(tenant: TenantId, facts: &[(Uuid, Fact)], now: Timestamp) -> Vec<Statement> {
    let Ok(count @ 1..) = i64::try_from(facts.len()) else { return vec![] };
    let take = "INSERT INTO event_head (tenant_id, number) VALUES ($1, $2)
         ON CONFLICT (tenant_id) DO UPDATE SET number = event_head.number + $2";
    let mut statements: Vec<Statement> = vec![(take.into(), params![tenant, count])];
    for ((id, fact), left) in facts.iter().zip((0..count).rev()) {
        let values = params![
            tenant,
            left,
            *id,
            fact.event_type.as_str(),
            now,
            fact.company,
            fact.employee,
            fact.subject
        ];
        statements.push((INSERT.into(), values));
    }
    statements
}

const INSERT: &str =
    "INSERT INTO event (tenant_id, number, id, type, at, company_id, employee_id, subject_id)
     SELECT h.tenant_id, h.number - $2, $3, $4, $5, $6, $7, $8 FROM event_head h WHERE h.tenant_id = $1";

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_type_has_a_name_of_its_own_made_of_a_thing_and_what_happened_to_it() {
        let names: BTreeSet<&str> = EventType::ALL.iter().map(|one| one.as_str()).collect();
        assert_eq!(names.len(), EventType::ALL.len());
        for one in EventType::ALL {
            let parts: Vec<&str> = one.as_str().split('.').collect();
            let is_word = |part: &str| part.chars().all(|c| c.is_ascii_lowercase() || c == '_');
            assert!(parts.len() == 2 && parts.iter().all(|part| is_word(part)), "{}", one.as_str());
            assert_eq!(EventType::parse(one.as_str()), Some(*one));
            assert!(one.says().ends_with('.') && is_word(one.subject()));
        }
        assert_eq!(EventType::parse("salary.raised"), None);
    }

    #[test]
    fn nothing_that_happened_costs_no_statement() {
        let now = Timestamp::UNIX_EPOCH;
        assert!(statements(TenantId(Uuid::from_u128(1)), &[], now).is_empty());
        let fact = (Uuid::from_u128(2), EventType::CompanyAdded.of(Uuid::from_u128(3)));
        assert_eq!(statements(TenantId(Uuid::from_u128(1)), &[fact, fact], now).len(), 3);
    }
}
