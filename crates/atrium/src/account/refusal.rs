//! Why a sign-in, a link or an account change is refused. Factor refusals are in `factors/refusal.rs`.

use crate::shared::refusal::refusals;

refusals! {
    pub(super) enum AccountRefusal {
        Required(field) = "REQUIRED": "All fields are required",
        UsernameRequired = "REQUIRED" at "username": "Enter your username.",
        InvalidUsername = "INVALID_USERNAME" at "username": "Enter a valid username.",
        ForeignUsername = "INVALID_USERNAME" at "username":
            "A username with an @ must be the person's own email address. Enter another one.",
        TooLong(field) = "TOO_LONG": "This is too long.",
        InvalidEmail = "INVALID_EMAIL" at "email": "Enter a valid email address.",
        EmailTaken = "EMAIL_TAKEN" at "email": "Someone else at your organization uses this email address.",
        EmailTakenSince = "EMAIL_TAKEN":
            "Your account is signed out everywhere, and the changes are undone. Someone else at your organization \
             uses your previous email address now, so your account has none. Ask your administrator for a new one.",
        IncorrectPassword = "INCORRECT_PASSWORD" at "currentPassword": "That isn't your current password.",
        InvalidCredentials = "INVALID_CREDENTIALS" at "password": "The username or password is incorrect.",
        OwnAccount = "OWN_ACCOUNT": "This is your own account. Change it in your account settings.",
        BeyondReach = "BEYOND_REACH":
            "This person also has rights outside the companies you administer. Ask an administrator of the whole tenant.",
        LastAdministrator = "LAST_ADMINISTRATOR":
            "No other administrator would be left. Give the role to someone else first, without a last day.",
        NothingToRemove = "NOTHING_TO_REMOVE": "Choose what to remove.",
        UsernameTaken = "USERNAME_TAKEN" at "username": "Someone else uses this username.",
        Locked = "ACCOUNT_LOCKED": "This account is locked, so a link wouldn't open it. Unlock it first.",
        NoAddress = "NO_ADDRESS": "This account has no email address. Enter one first.",
        AccountGuarded = "ACCOUNT_GUARDED":
            "Someone is guessing at this account, so a password alone isn't enough in a new browser.",
        RequestGone = "REQUEST_GONE": "This sign-in has expired. Please start again.",
        AttemptGone = "ATTEMPT_GONE": "This sign-in has expired. Please start again.",
        TooManyMails = "TOO_MANY_MAILS": "We sent too many emails. Please wait before you request another.",
        MergeOneself = "MERGE_ONESELF" at "username": "You're already signed in with this account.",
        MergeSameCompany = "MERGE_SAME_COMPANY" at "username":
            "Both accounts belong to employees of the same company. Please contact your administrator.",
        MergeOwnManager = "OWN_MANAGER" at "username":
            "One of these accounts manages the other, and people can't report to themselves. Please contact your \
             administrator.",
        MergeCycle = "MANAGER_CYCLE" at "username":
            "One of these accounts reports to the other through someone else, so you would be your own manager's \
             manager. Please contact your administrator.",
        MergeRights = "MERGE_RIGHTS" at "username":
            "One of these accounts administers the portal, and the other has more rights than an employee's. Merging them \
             would add to your own rights. Ask another administrator to give you the roles you need.",
    }
}
