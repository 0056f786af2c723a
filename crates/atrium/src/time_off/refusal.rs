//! Why a time off request, a decision or a delegation is refused, with the message for each reason.

use crate::shared::refusal::refusals;

refusals! {
    pub enum TimeOffRefusal {
        DateOutOfRange(field) = "DATE_OUT_OF_RANGE": "The date must be between 1900 and 2099.",
        EndBeforeStart = "END_BEFORE_START" at "endDate": "The end date cannot be before the start date.",
        TooLongAgo = "TIME_OFF_TOO_LONG_AGO" at "startDate":
            "You can request time off up to 60 days back. Choose a later date.",
        TooFarAhead = "TOO_FAR_AHEAD" at "endDate": "You can request time off up to two years ahead.",
        RangeTooLong = "RANGE_TOO_LONG" at "endDate": "A request can cover at most one year.",
        WeekendNotAllowed(field) = "WEEKEND_NOT_ALLOWED":
            "Weekends are not allowed unless the include-weekends box is ticked.",
        NoWorkingDay = "NO_WORKING_DAY" at "startDate": "These dates don't include a working day.",
        EndTimeNotLater = "END_TIME_NOT_LATER" at "endTime":
            "The end time must be later than the start time.",
        /// The same rule, worded so no one thinks the end time is only for the last day.
        EndTimeNotLaterEachDay = "END_TIME_NOT_LATER" at "endTime":
            "The times apply to each day: the end time must be later than the start time.",
        InvalidTime(field) = "INVALID_TIME": "Enter both times as HH:MM.",
        OfAnotherUnit(field) = "OF_ANOTHER_UNIT":
            "Send times only for time off by the hour, and a half only for half days.",
        NoTimeChosen = "NO_TIME_CHOSEN" at "hours": "At least one hour or minute must be chosen per day.",
        TimeSkipped(field) = "TIME_SKIPPED":
            "That time doesn't exist because the clocks go forward that night.",
        TimeTooLong = "TIME_TOO_LONG" at "hours": "A day has 24 hours.",
        TimeOutOfRange(field) = "TIME_OUT_OF_RANGE":
            "Hours must be between 0 and 24, and minutes between 0 and 59.",
        NotesTooLong = "NOTES_TOO_LONG" at "notes": "A note can have at most 500 characters.",
        UnknownType = "UNKNOWN_TYPE" at "typeId": "That type of time off doesn't exist.",
        TypeEnded = "TIME_OFF_TYPE_ENDED" at "typeId":
            "This type of time off ends before these days. Choose another type or earlier days.",
        WaitingPeriod = "WAITING_PERIOD" at "startDate":
            "This time off isn't available so soon after the hire date.",
        BlackoutDate = "BLACKOUT_DATE" at "startDate":
            "The company doesn't accept requests for one of these dates.",
        InsufficientBalance = "INSUFFICIENT_BALANCE" at "typeId":
            "There aren't enough hours left for this request.",
        DuplicateDate = "DUPLICATE_DATE" at "startDate": "There is already a request for one of these dates.",
        ManyDaysEdit = "MULTI_DAY_EDIT": "Editing is not possible for a request covering more than one day.",
        EditToManyDays = "EDIT_TO_MANY_DAYS" at "endDate":
            "A one-day request stays one day. For more days, withdraw it and make a new request.",
        Processed = "REQUEST_PROCESSED":
            "This request has been Processed or is Currently being processed. No changes can be made",
        NoDayChosen = "NO_DAY_CHOSEN" at "days": "Choose some of the days, but not all of them.",
        TooManyDecisions = "TOO_MANY" at "decisions": "You can decide at most 100 requests at once.",
        SecondApprover = "SECOND_APPROVER":
            "The second approval must come from someone else, and not on behalf of the same manager as the first.",
        FirstApprovesAll = "FIRST_APPROVES_ALL" at "days":
            "The first approver approves all days or denies. Only the second can approve some of them.",
        UndoTooLate = "UNDO_TOO_LATE": "You can undo a decision for one minute.",
        UndoNotYours = "UNDO_NOT_YOURS": "Only the person who made a decision can undo it.",
        UnknownDelegate = "UNKNOWN_DELEGATE" at "delegateId":
            "This person can't decide on time off in this company.",
        DelegatedAlready = "DELEGATED_ALREADY" at "delegateId":
            "This person already covers for you on these days.",
        DelegationTooLong = "RANGE_TOO_LONG" at "endDate": "You can delegate approvals for at most one year.",
        DelegationOver = "END_IN_PAST" at "endDate": "The end date cannot be in the past.",
        AttachmentNeeded = "ATTACHMENT_NEEDED" at "attachments":
            "This many days of this type of time off need an attachment.",
        TooManyAttachments = "TOO_MANY_ATTACHMENTS" at "attachments":
            "A request can have at most 5 attachments.",
        AttachmentsTooLarge = "ATTACHMENTS_TOO_LARGE" at "attachments":
            "The attachments together must be under 10MB.",
    }
}
