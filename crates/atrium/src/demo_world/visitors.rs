//! The people a visitor of the demo may sign in as.

/// Everyone's password in a demo, and no one's anywhere else.
pub const PASSWORD: &str = "atrium-demo-only";

/// A demo account that a visitor may sign in as.
pub struct DemoAccount {
    pub username: &'static str,
    pub first_name: &'static str,
    pub last_name: &'static str,
    pub who: &'static str,
    pub tenant: &'static str,
    pub language: &'static str,
    pub version: &'static str,
}

macro_rules! accounts {
    ($($username:literal $first:literal $last:literal $tenant:literal $language:literal $version:literal $who:literal;)*) => {
        pub const ACCOUNTS: &[DemoAccount] = &[$(DemoAccount {
            username: $username, first_name: $first, last_name: $last, who: $who, tenant: $tenant,
            language: $language, version: $version,
        },)*];
    };
}

accounts! {
    "ana" "Ana" "Morales" "Cedar Group" "en" "v1" "Employee of Cedar Outfitters";
    "victor" "Victor" "Lindqvist" "Cedar Group" "en" "v2" "Employee of Cedar Outfitters, second version of the portal";
    "marcus" "Marcus" "Bell" "Cedar Group" "en" "v1" "Manager of Cedar Outfitters, not an employee";
    "priya" "Priya" "Raman" "Cedar Group" "en" "v1" "Employee and manager at Cedar Outfitters, manager at Cedar Logistics";
    "dana" "Dana" "Whitfield" "Cedar Group" "en" "v1" "Manager with secondary reports only, for time off only";
    "omar" "Omar" "Haddad" "Cedar Group" "en" "v1" "Identity only: account settings and nothing else";
    "grace" "Grace" "O'Neil" "Cedar Group" "en" "v1" "Administrator of Cedar Group";
    "evan" "Evan" "Sato" "Cedar Group" "en" "v1" "Employee with additional applications";
    "elena" "Elena" "Vargas" "Cedar Group" "es" "v1" "Employee of Cedar Logistics, reads Spanish";
    "hugo" "Hugo" "Becker" "Harbor Clinic" "en" "v1" "Employee of Harbor Clinic, the other tenant";
    "mina" "Mina" "Yoon" "Harbor Clinic" "en" "v1" "Manager of Harbor Clinic";
}
