//! Refusals, each declared once: variant, code, the field it's about and a sentence for developers. From that come the
//! enum, its conversion into a `Problem` and the list of codes that the web app has words for (`codes.rs`).
//!
//! ```text
//! refusals! {
//!     pub enum DepositRefusal {
//!         TooManyAccounts = "TOO_MANY_ACCOUNTS": "You can have at most eight accounts.",
//!         StartInPast = "START_IN_PAST" at "startDate": "The start date can't be in the past.",
//!         Required(field) = "REQUIRED": "This is required.",   // The variant says which field.
//!     }
//! }
//! ```

/// An enum of codes. Most callers want `refusals!`, which also turns them into problems.
macro_rules! codes {
    (
        $(#[$about:meta])*
        $vis:vis enum $name:ident {
            $(
                $(#[$note:meta])*
                $variant:ident $(($field:ident))? = $code:literal $(at $at:literal)? : $message:literal,
            )*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name {
            $($(#[$note])* $variant $(($crate::shared::refusal::field_type!($field)))?,)*
        }

        #[allow(dead_code, reason = "few callers need every part")]
        impl $name {
            $vis const CODES: &'static [&'static str] = &[$($code),*];

            /// Code, field and message.
            $vis const fn parts(self) -> (&'static str, Option<&'static str>, &'static str) {
                match self {
                    $(Self::$variant $(($field))? => (
                        $code,
                        $crate::shared::refusal::field_of!($($field)? $($at)?),
                        $message,
                    ),)*
                }
            }

            $vis const fn code(self) -> &'static str {
                self.parts().0
            }

            $vis const fn field(self) -> Option<&'static str> {
                self.parts().1
            }

            $vis const fn message(self) -> &'static str {
                self.parts().2
            }
        }
    };
}

macro_rules! refusals {
    ($(#[$about:meta])* $vis:vis enum $name:ident { $($rows:tt)* }) => {
        $crate::shared::refusal::codes! { $(#[$about])* $vis enum $name { $($rows)* } }

        impl From<$name> for $crate::shared::problem::Problem {
            fn from(refusal: $name) -> Self {
                let (code, field, message) = refusal.parts();
                Self::Refused { code, field, message }
            }
        }
    };
}

macro_rules! field_type {
    ($field:ident) => {
        &'static str
    };
}

macro_rules! field_of {
    () => {
        None
    };
    ($field:expr) => {
        Some($field)
    };
}

pub(crate) use {codes, field_of, field_type, refusals};

refusals! {
    /// Refusals that several features share, or that happen before any feature runs.
    pub enum SharedRefusal {
        InvalidText = "INVALID_TEXT":
            "This text contains a character we can't store (U+0000). Remove it and try again.",
        BeforeYearOne = "INVALID_DATE": "A date must be in the year 1 or later.",
        InvalidDate = "INVALID_DATE":
            "Write a date as YYYY-MM-DD. It must be a real date in the year 1 or later.",
        InvalidTimestamp = "INVALID_DATE":
            "Write a timestamp as in RFC 3339, such as 2026-11-16T09:30:00Z.",
        InvalidNumber = "INVALID_NUMBER": "This must be a 32-bit whole number.",
        InvalidLimit = "INVALID_LIMIT" at "limit": "A page can have 1 to 100 entries.",
        InvalidCursor = "INVALID_CURSOR" at "cursor":
            "This cursor doesn't belong to this list. Start again from the first page.",
        UnknownLanguage = "UNKNOWN_LANGUAGE" at "language": "The language must be en or es.",
        SearchTooLong = "SEARCH_TOO_LONG" at "search": "A search can have at most 100 characters.",
        SecondIdempotencyKey = "INVALID_IDEMPOTENCY_KEY": "Send one Idempotency-Key.",
        InvalidIdempotencyKey = "INVALID_IDEMPOTENCY_KEY":
            "An Idempotency-Key must have 1 to 200 visible characters.",
        IdempotencyKeyReused = "IDEMPOTENCY_KEY_REUSED":
            "This Idempotency-Key was used with another request. Use a new one.",
        TooManyPdfs = "LIMIT_EXCEEDED":
            "A request can return at most four PDFs. Ask for the others in another request.",
        OneChange = "ONE_CHANGE": "Send this change in its own request.",
        LinkGone = "LINK_GONE": "This link has expired or was already used.",
    }
}
