//! Why we refuse a factor, or what someone chooses as one.

use crate::shared::refusal::refusals;

refusals! {
    pub enum FactorRefusal {
        IncorrectCode = "INCORRECT_CODE" at "code": "The verification code you entered is incorrect.",
        TooManyCodes = "TOO_MANY_CODES": "We sent too many codes. Please wait before you request another.",
        ChallengeGone = "CHALLENGE_GONE": "This has expired. Please start again.",
        PasskeyRefused = "PASSKEY_REFUSED": "This passkey didn't work here.",
        InvalidPasskeyName = "INVALID_NAME" at "name": "Give the passkey a name of at most 60 characters.",
        InvalidPhone = "INVALID_PHONE" at "phoneNumber": "This is not a valid phone number.",
        PhoneNotPersonal = "PHONE_NOT_PERSONAL" at "phoneNumber":
            "We can't send text messages to premium-rate or toll-free numbers.",
        CountryNotAllowed = "COUNTRY_NOT_ALLOWED" at "phoneNumber":
            "We can't send text messages to numbers in this country.",
        PasswordTooShort = "PASSWORD_TOO_SHORT" at "password": "The password is too short.",
        PasswordTooLong = "PASSWORD_TOO_LONG" at "password": "The password is longer than 128 characters.",
        PasswordOfContext = "PASSWORD_CONTEXT" at "password":
            "The password contains your name, your address or your employer's name.",
        PasswordCommon = "PASSWORD_COMMON" at "password": "The password is one of the most common ones.",
        PasswordEasy = "PASSWORD_COMMON" at "password": "The password is too easy to guess.",
        PasswordBreached = "PASSWORD_COMMON" at "password":
            "The password is too easy to guess: it appeared in a data breach.",
        PasswordTooShortAlone = "PASSWORD_TOO_SHORT_ALONE":
            "This is your last second factor. Choose a password of at least 15 characters first.",
        LastWayIn = "LAST_WAY_IN":
            "This is your only way to sign in. Choose a password or add a passkey first.",
    }
}
