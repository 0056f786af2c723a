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
                ("DATE_OUT_OF_RANGE", Some(field), "The date must lie between 1900 and 2099.")
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
                ("TOO_FAR_AHEAD", Some("endDate"), "Time off can be asked for up to two years ahead.")
            }
            RangeTooLong => ("RANGE_TOO_LONG", Some("endDate"), "A request covers at most a year."),
            WeekendNotAllowed(field) => (
                "WEEKEND_NOT_ALLOWED",
                Some(field),
                "Weekends are not allowed unless the include-weekends box is ticked.",
            ),
            NoWorkingDay => {
                ("NO_WORKING_DAY", Some("startDate"), "There is no working day among these dates.")
            }
            EndTimeNotLater => {
                ("END_TIME_NOT_LATER", Some("endTime"), "The end time must be later than the start time.")
            }
            // The same rule, said so that nobody takes the end time for that of the last day only.
            EndTimeNotLaterEachDay => (
                "END_TIME_NOT_LATER",
                Some("endTime"),
                "The times hold for each day: the end time must be later than the start time.",
            ),
            InvalidTime(field) => ("INVALID_TIME", Some(field), "Both times are needed, each written HH:MM."),
            OfAnotherUnit(field) => (
                "OF_ANOTHER_UNIT",
                Some(field),
                "Times belong to time off by the hour, and a half to half days.",
            ),
            NoTimeChosen => {
                ("NO_TIME_CHOSEN", Some("hours"), "At least one hour or minute must be chosen per day.")
            }
            TimeSkipped(field) => {
                ("TIME_SKIPPED", Some(field), "The clocks go forward that night: this time does not exist.")
            }
            TimeTooLong => ("TIME_TOO_LONG", Some("hours"), "A day has 24 hours."),
            TimeOutOfRange(field) => {
                ("TIME_OUT_OF_RANGE", Some(field), "Hours lie between 0 and 24, minutes between 0 and 59.")
            }
            NotesTooLong => ("NOTES_TOO_LONG", Some("notes"), "A note has at most 500 characters."),
            UnknownType => ("UNKNOWN_TYPE", Some("typeId"), "There is no such type of time off."),
            WaitingPeriod => (
                "WAITING_PERIOD",
                Some("startDate"),
                "This time off cannot be taken so soon after the hire date.",
            ),
            BlackoutDate => {
                ("BLACKOUT_DATE", Some("startDate"), "The company takes no requests for one of these dates.")
            }
            InsufficientBalance => {
                ("INSUFFICIENT_BALANCE", Some("typeId"), "There are not enough hours left for this request.")
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
                "The second approval must come from somebody else, and not on behalf of the same manager as the first.",
            ),
            FirstApprovesAll => (
                "FIRST_APPROVES_ALL",
                Some("days"),
                "The first of two approves all days or denies; only the second may approve some of them.",
            ),
            UndoTooLate => ("UNDO_TOO_LATE", None, "A decision can be undone for one minute."),
            UndoNotYours => ("UNDO_NOT_YOURS", None, "A decision can only be undone by whoever took it."),
            UnknownDelegate => (
                "UNKNOWN_DELEGATE",
                Some("delegateId"),
                "This person cannot decide on time off in this company.",
            ),
            DelegatedAlready => (
                "DELEGATED_ALREADY",
                Some("delegateId"),
                "This person decides in your place on these days already.",
            ),
            DelegationTooLong => {
                ("RANGE_TOO_LONG", Some("endDate"), "Approvals are delegated for at most a year.")
            }
            DelegationOver => ("END_IN_PAST", Some("endDate"), "The end date cannot be in the past."),
            AttachmentNeeded => (
                "ATTACHMENT_NEEDED",
                Some("attachments"),
                "So many days of this type of time off need an attachment.",
            ),
            TooManyAttachments => {
                ("TOO_MANY_ATTACHMENTS", Some("attachments"), "A request has at most 5 attachments.")
            }
            AttachmentsTooLarge => {
                ("ATTACHMENTS_TOO_LARGE", Some("attachments"), "The attachments together must be under 10MB.")
            }
        };
        Problem::Refused { code, field, message }
    }
}
