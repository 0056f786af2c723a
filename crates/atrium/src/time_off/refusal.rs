//! Why a request for time off, a decision on one or a delegation is refused, and in which words.

use crate::shared::problem::Problem;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    DateOutOfRange(&'static str),
    EndBeforeStart,
    TooLongAgo,
    TooFarAhead,
    RangeTooLong,
    WeekendNotAllowed(&'static str),
    NoWorkingDay,
    EndTimeNotLater,
    EndTimeNotLaterEachDay,
    InvalidTime(&'static str),
    OfAnotherUnit(&'static str),
    NoTimeChosen,
    TimeSkipped(&'static str),
    TimeTooLong,
    TimeOutOfRange(&'static str),
    NotesTooLong,
    UnknownType,
    WaitingPeriod,
    BlackoutDate,
    InsufficientBalance,
    DuplicateDate,
    ManyDaysEdit,
    EditToManyDays,
    Processed,
    NoDayChosen,
    SecondApprover,
    FirstApprovesAll,
    UndoTooLate,
    UndoNotYours,
    UnknownDelegate,
    DelegatedAlready,
    DelegationTooLong,
    DelegationOver,
    AttachmentNeeded,
    TooManyAttachments,
    AttachmentsTooLarge,
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        use Refusal::{
            AttachmentNeeded, AttachmentsTooLarge, BlackoutDate, DateOutOfRange, DelegatedAlready,
            DelegationOver, DelegationTooLong, DuplicateDate, EditToManyDays, EndBeforeStart,
            EndTimeNotLater, EndTimeNotLaterEachDay, FirstApprovesAll, InsufficientBalance, InvalidTime,
            ManyDaysEdit, NoDayChosen, NoTimeChosen, NoWorkingDay, NotesTooLong, OfAnotherUnit, Processed,
            RangeTooLong, SecondApprover, TimeOutOfRange, TimeSkipped, TimeTooLong, TooFarAhead, TooLongAgo,
            TooManyAttachments, UndoNotYours, UndoTooLate, UnknownDelegate, UnknownType, WaitingPeriod,
            WeekendNotAllowed,
        };
        let (code, field, message) = match refusal {
            DateOutOfRange(field) => {
                ("DATE_OUT_OF_RANGE", Some(field), "The date must be between 1900 and 2099.")
            }
            EndBeforeStart => {
                ("END_BEFORE_START", Some("endDate"), "The end date cannot be before the start date.")
            }
            TooLongAgo => (
                "TIME_OFF_TOO_LONG_AGO",
                Some("startDate"),
                "You can request time off up to 60 days back. Choose a later date.",
            ),
            TooFarAhead => {
                ("TOO_FAR_AHEAD", Some("endDate"), "You can request time off up to two years ahead.")
            }
            RangeTooLong => ("RANGE_TOO_LONG", Some("endDate"), "A request can cover at most one year."),
            WeekendNotAllowed(field) => (
                "WEEKEND_NOT_ALLOWED",
                Some(field),
                "Weekends are not allowed unless the include-weekends box is ticked.",
            ),
            NoWorkingDay => ("NO_WORKING_DAY", Some("startDate"), "These dates don't include a working day."),
            EndTimeNotLater => {
                ("END_TIME_NOT_LATER", Some("endTime"), "The end time must be later than the start time.")
            }
            // The same rule, said so that nobody takes the end time for that of the last day only.
            EndTimeNotLaterEachDay => (
                "END_TIME_NOT_LATER",
                Some("endTime"),
                "The times apply to each day: the end time must be later than the start time.",
            ),
            InvalidTime(field) => ("INVALID_TIME", Some(field), "Enter both times as HH:MM."),
            OfAnotherUnit(field) => (
                "OF_ANOTHER_UNIT",
                Some(field),
                "Send times only for time off by the hour, and a half only for half days.",
            ),
            NoTimeChosen => {
                ("NO_TIME_CHOSEN", Some("hours"), "At least one hour or minute must be chosen per day.")
            }
            TimeSkipped(field) => (
                "TIME_SKIPPED",
                Some(field),
                "That time doesn't exist because the clocks go forward that night.",
            ),
            TimeTooLong => ("TIME_TOO_LONG", Some("hours"), "A day has 24 hours."),
            TimeOutOfRange(field) => (
                "TIME_OUT_OF_RANGE",
                Some(field),
                "Hours must be between 0 and 24, and minutes between 0 and 59.",
            ),
            NotesTooLong => ("NOTES_TOO_LONG", Some("notes"), "A note can have at most 500 characters."),
            UnknownType => ("UNKNOWN_TYPE", Some("typeId"), "That type of time off doesn't exist."),
            WaitingPeriod => (
                "WAITING_PERIOD",
                Some("startDate"),
                "This time off isn't available so soon after the hire date.",
            ),
            BlackoutDate => (
                "BLACKOUT_DATE",
                Some("startDate"),
                "The company doesn't accept requests for one of these dates.",
            ),
            InsufficientBalance => {
                ("INSUFFICIENT_BALANCE", Some("typeId"), "There aren't enough hours left for this request.")
            }
            DuplicateDate => {
                ("DUPLICATE_DATE", Some("startDate"), "There is already a request for one of these dates.")
            }
            ManyDaysEdit => {
                ("MULTI_DAY_EDIT", None, "Editing is not possible for a request covering more than one day.")
            }
            EditToManyDays => (
                "EDIT_TO_MANY_DAYS",
                Some("endDate"),
                "A one-day request stays one day. For more days, withdraw it and make a new request.",
            ),
            Processed => (
                "REQUEST_PROCESSED",
                None,
                "This request has been Processed or is Currently being processed. No changes can be made",
            ),
            NoDayChosen => ("NO_DAY_CHOSEN", Some("days"), "Choose some of the days, but not all of them."),
            SecondApprover => (
                "SECOND_APPROVER",
                None,
                "The second approval must come from someone else, and not on behalf of the same manager as the first.",
            ),
            FirstApprovesAll => (
                "FIRST_APPROVES_ALL",
                Some("days"),
                "The first approver approves all days or denies. Only the second can approve some of them.",
            ),
            UndoTooLate => ("UNDO_TOO_LATE", None, "You can undo a decision for one minute."),
            UndoNotYours => ("UNDO_NOT_YOURS", None, "Only the person who made a decision can undo it."),
            UnknownDelegate => (
                "UNKNOWN_DELEGATE",
                Some("delegateId"),
                "This person can't decide on time off in this company.",
            ),
            DelegatedAlready => {
                ("DELEGATED_ALREADY", Some("delegateId"), "This person already covers for you on these days.")
            }
            DelegationTooLong => {
                ("RANGE_TOO_LONG", Some("endDate"), "You can delegate approvals for at most one year.")
            }
            DelegationOver => ("END_IN_PAST", Some("endDate"), "The end date cannot be in the past."),
            AttachmentNeeded => (
                "ATTACHMENT_NEEDED",
                Some("attachments"),
                "This many days of this type of time off need an attachment.",
            ),
            TooManyAttachments => {
                ("TOO_MANY_ATTACHMENTS", Some("attachments"), "A request can have at most 5 attachments.")
            }
            AttachmentsTooLarge => {
                ("ATTACHMENTS_TOO_LARGE", Some("attachments"), "The attachments together must be under 10MB.")
            }
        };
        Problem::Refused { code, field, message }
    }
}
