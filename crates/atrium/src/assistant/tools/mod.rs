//! The tools: one function per topic, from the asker's own pages to an answer. None takes a person, a company or a tenant:
//! those are the token's. A topic whose page is closed to the asker has no tool.

mod benefits;
mod clock;
mod company;
mod deposits;
mod manager;
mod pay;
mod person;
mod talk;
mod taxes;
mod time_off;

pub(super) use company::search as search_documents;
pub(super) use manager::{report_meant, report_names, report_questions};
pub(super) use talk::{cannot_tell, closed, other_language, refusal};

use super::Asker;
use super::answer::Draft;
use super::reading::{Closed, Pages};
use super::rules;
use super::words::Speech;
use crate::access::{self, Managed, Own, Read};
use crate::announcements::Announcements as AnnouncementPage;
use crate::benefits::Enrollments;
use crate::calendars::{Calendars, Holidays as HolidayPage, ReportsCalendar};
use crate::clock::Punches;
use crate::deposits::Deposits;
use crate::documents::CompanyDocuments;
use crate::pay_stubs::PayStubs;
use crate::profile::Profiles;
use crate::resources::Resources;
use crate::tax_returns::TaxReturns;
use crate::tax_setup::TaxSetup;
use crate::team::Team;
use crate::time_off::{BalancePage, TimeOff};
use language::{Slots, Topic};

/// One question, understood.
pub(super) struct Inquiry<'a> {
    pub asker: &'a Asker,
    pub pages: &'a Pages,
    pub speech: Speech,
    pub slots: &'a Slots,
    pub text: &'a str,
}

impl Inquiry<'_> {
    pub(super) fn pick<T>(&self, words: (T, T)) -> T {
        self.speech.pick(words)
    }

    /// Who the question names, unless that is the asker.
    pub(super) fn other_person(&self) -> Option<&str> {
        let said = self.slots.person.as_deref()?;
        (!rules::is_named(&self.asker.name, said)).then_some(said)
    }
}

/// Which topics an asker has: those whose page opens.
pub(super) fn is_open(asker: &Asker, topic: Topic) -> bool {
    use Topic::*;
    match topic {
        LastStub | PayHistory | PayRate | YearToDate | Deductions | TaxesWithheld | WhyPayChanged
        | NextPayday => own::<PayStubs>(asker),
        TimeOffBalance | BalanceOnDate | RequestStatus => own::<BalancePage>(asker),
        RequestHow => own::<TimeOff>(asker),
        WhoIsAway => own::<Calendars>(asker) || managed::<ReportsCalendar>(asker),
        Holidays => access::company::<HolidayPage>(&asker.viewer, asker.at).is_ok(),
        HoursToday | MissedPunch => own::<Punches>(asker),
        DepositAccounts | DepositHow => own::<Deposits>(asker),
        W2Where | W2Consent => own::<TaxReturns>(asker),
        WithholdingSetup => own::<TaxSetup>(asker),
        BenefitPlans | BenefitCost => own::<Enrollments>(asker),
        Dependents | ProfileChange => own::<Profiles>(asker),
        Documents => {
            own::<CompanyDocuments>(asker) || own::<Resources>(asker) || managed::<CompanyDocuments>(asker)
        }
        Announcements => own::<AnnouncementPage>(asker) || managed::<AnnouncementPage>(asker),
        ManagerApprovals => managed::<TimeOff>(asker) || managed::<Profiles>(asker),
        ManagerDates => managed::<Team>(asker),
        ManagerAway => managed::<ReportsCalendar>(asker),
        SignInHelp | Language | Human | Greeting | Thanks | OutOfScope => true,
    }
}

/// The topic that answers much the same for someone who isn't a manager.
pub(super) fn instead_of(topic: Topic) -> Option<Topic> {
    (topic == Topic::ManagerAway).then_some(Topic::WhoIsAway)
}

/// Topics a manager may ask about a report.
pub(super) fn may_be_of_report(topic: Topic) -> bool {
    use Topic::*;
    matches!(
        topic,
        TimeOffBalance
            | BalanceOnDate
            | RequestStatus
            | HoursToday
            | WhoIsAway
            | ManagerAway
            | ManagerDates
            | ManagerApprovals
    )
}

/// Topics answered with the asker's own figures. They would be taken for those of whoever the question is about.
pub(super) fn shows_own_figures(topic: Topic) -> bool {
    use Topic::*;
    matches!(
        topic,
        LastStub
            | PayHistory
            | PayRate
            | YearToDate
            | TaxesWithheld
            | WhyPayChanged
            | TimeOffBalance
            | BalanceOnDate
            | RequestStatus
            | HoursToday
            | DepositAccounts
    )
}

/// Like `is_open`, for a question that names someone: a manager may ask about a report's time off and hours.
pub(super) fn is_open_for(asked: &Inquiry<'_>, topic: Topic) -> bool {
    use Topic::*;
    let of_report = matches!(topic, TimeOffBalance | BalanceOnDate | RequestStatus | HoursToday);
    is_open(asked.asker, topic)
        || (of_report && asked.other_person().is_some() && managed::<TimeOff>(asked.asker))
}

/// Whether a page of the asker's own opens.
fn own<F: Own>(asker: &Asker) -> bool {
    asker.employee.is_some_and(|employee| access::own::<F, Read>(&asker.viewer, asker.at, employee).is_ok())
}

/// Whether a manager's page opens.
fn managed<F: Managed>(asker: &Asker) -> bool {
    access::managed_company::<F, Read>(&asker.viewer, asker.at, asker.viewer.person).is_ok()
}

/// Topics in which a name narrows what the asker's own page shows, or leads to a report.
fn may_name_people(topic: Topic) -> bool {
    use Topic::*;
    matches!(
        topic,
        WhoIsAway
            | ManagerAway
            | ManagerDates
            | ManagerApprovals
            | TimeOffBalance
            | BalanceOnDate
            | RequestStatus
            | HoursToday
            | Dependents
            | BenefitPlans
            | Documents
            | Announcements
            | Human
            | Greeting
            | Thanks
            | Language
    )
}

/// Answers a topic that is open to the asker.
pub(super) async fn answer(asked: &Inquiry<'_>, topic: Topic) -> Result<Draft, Closed> {
    use Topic::*;
    if asked.other_person().is_some() && !may_name_people(topic) {
        return Ok(refusal(asked));
    }
    match topic {
        LastStub => pay::last_stub(asked).await,
        PayHistory => pay::history(asked).await,
        PayRate => pay::rate(asked).await,
        YearToDate => pay::year_to_date(asked).await,
        Deductions => pay::withheld(asked, pay::WithheldPart::Deductions).await,
        TaxesWithheld => pay::withheld(asked, pay::WithheldPart::Taxes).await,
        WhyPayChanged => pay::why_changed(asked).await,
        NextPayday => pay::next_payday(asked).await,
        TimeOffBalance => time_off::balance(asked).await,
        BalanceOnDate => time_off::balance_on_date(asked).await,
        RequestStatus => time_off::requests(asked).await,
        RequestHow => time_off::how_to_request(asked).await,
        WhoIsAway => time_off::who_is_away(asked).await,
        Holidays => time_off::holidays(asked).await,
        HoursToday => clock::hours(asked).await,
        MissedPunch => clock::missed_punch(asked).await,
        DepositAccounts => deposits::accounts(asked).await,
        DepositHow => deposits::how_to_change(asked).await,
        W2Where => taxes::w2(asked).await,
        W2Consent => taxes::consent(asked).await,
        WithholdingSetup => taxes::withholding(asked).await,
        BenefitPlans => benefits::plans(asked).await,
        BenefitCost => benefits::cost(asked).await,
        Dependents => person::dependents(asked).await,
        ProfileChange => person::change(asked).await,
        SignInHelp => Ok(person::sign_in(asked)),
        Documents => company::documents(asked).await,
        Announcements => company::announcements(asked).await,
        ManagerApprovals => manager::approvals(asked).await,
        ManagerDates => manager::dates(asked).await,
        ManagerAway => manager::away(asked).await,
        Language => Ok(talk::languages(asked)),
        Human => Ok(talk::human(asked)),
        Greeting => Ok(talk::greeting(asked)),
        Thanks => Ok(talk::thanks(asked)),
        OutOfScope => Ok(talk::out_of_scope(asked)),
    }
}
