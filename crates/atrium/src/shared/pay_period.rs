//! How often a company pays.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayPeriod {
    Weekly,
    Biweekly,
    Semimonthly,
    Monthly,
}
db::text!(PayPeriod {
    Weekly = "weekly",
    Biweekly = "biweekly",
    Semimonthly = "semimonthly",
    Monthly = "monthly"
});
