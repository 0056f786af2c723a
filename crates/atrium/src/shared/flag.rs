//! Feature flags: what the operator turns on or off for one tenant. Lists every flag with its key and its default.

macro_rules! flags {
    ($($(#[$doc:meta])* $name:ident = $key:literal $default:ident,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Flag { $($(#[$doc])* $name,)* }

        impl Flag {
            pub const ALL: &[Flag] = &[$(Flag::$name,)*];

            pub fn key(self) -> &'static str {
                match self { $(Flag::$name => $key,)* }
            }

            pub fn is_on_by_default(self) -> bool {
                match self { $(Flag::$name => flags!(@ $default),)* }
            }
        }
    };
    (@ on) => { true };
    (@ off) => { false };
}

flags! {
    /// “Ask the assistant” in the menus.
    Chatbot = "chatbot" off,
    /// Direct-deposit accounts that are no longer active show up too.
    ShowInactiveAccounts = "show-inactive-accounts" off,
    /// No one is offered the option to inactivate a direct-deposit account.
    HideInactivateLink = "hide-inactivate-link" off,
    /// The native app links to the full site.
    FullSiteAccessLink = "full-site-access-link" off,
    PaymentCardAndTaxMarketing = "show-payment-card-and-tax-product-marketing" off,
    /// The user guide is shown inside the portal instead of being linked.
    EmbedUserGuide = "embed-user-guide" off,
    /// The assistant suggests questions asked before.
    ChatHistoricalQuestions = "chat-historical-questions" off,
    /// The assistant answers over a socket; when off, through single requests.
    ChatWebsocket = "chat-websocket" on,
    /// The assistant may ask the language model that the operator set up.
    ChatLanguageModel = "chat-language-model" off,
    /// Administrators may change the list of applications.
    ApplicationEdit = "application-edit" on,
    /// Other applications show up in the portal.
    ApplicationView = "application-view" on,
    ApplicationPricing = "application-pricing" off,
    ApplicationPlan = "application-plan" off,
    /// When off, everyone counts as a user of the first version.
    UserInfoV2 = "user-info-v2" on,
    /// The tenant's data is closed to everyone except administrators.
    MaintenanceMode = "maintenance-mode" off,
}

impl Flag {
    pub fn parse(key: &str) -> Option<Flag> {
        Flag::ALL.iter().copied().find(|flag| flag.key() == key)
    }

    fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// One tenant's flags: what was set, over the defaults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    said: u32,
    on: u32,
}

impl Flags {
    /// As the database lists them: `key=on key=off`. Flags we no longer know are ignored.
    pub fn parse(stored: &str) -> Flags {
        let mut flags = Flags::default();
        for (key, value) in stored.split_whitespace().filter_map(|pair| pair.split_once('=')) {
            if let Some(flag) = Flag::parse(key) {
                flags.said |= flag.bit();
                flags.on |= if value == "on" { flag.bit() } else { 0 };
            }
        }
        flags
    }

    pub fn is_on(self, flag: Flag) -> bool {
        if self.is_said(flag) { self.on & flag.bit() != 0 } else { flag.is_on_by_default() }
    }

    /// Whether it was set for the tenant.
    pub fn is_said(self, flag: Flag) -> bool {
        self.said & flag.bit() != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_goes_before_what_holds_by_default() {
        let flags = Flags::parse("maintenance-mode=on application-view=off gone-long-ago=on");
        assert!(flags.is_on(Flag::MaintenanceMode));
        assert!(!flags.is_on(Flag::ApplicationView));
        assert!(flags.is_on(Flag::ApplicationEdit) && !flags.is_said(Flag::ApplicationEdit));
        assert!(!flags.is_on(Flag::Chatbot));
        for flag in Flag::ALL {
            assert_eq!(Flags::default().is_on(*flag), flag.is_on_by_default());
            assert_eq!(Flag::parse(flag.key()), Some(*flag));
        }
    }
}
