//! What a machine client may do: the scopes of its tokens. Each is a type too, so a scope for one fits no other use case
//! (`access/machine.rs`).

macro_rules! rights {
    ($($name:ident = $text:literal: $about:literal,)*) => {
        pub const ALL: &[&str] = &[$($text,)*];
        /// With a sentence for developers.
        pub const DESCRIBED: &[(&str, &str)] = &[$(($text, $about),)*];

        $(
            #[doc = $about]
            #[derive(Clone, Copy, Debug)]
            pub enum $name {}

            impl MachineRight for $name {
                const NAME: &'static str = $text;
            }
        )*
    };
}

pub trait MachineRight: Send + Sync + 'static {
    const NAME: &'static str;
}

rights! {
    HandoverRead = "handover.read": "Fetch batches of approved changes, with full account numbers.",
    HandoverAcknowledge = "handover.acknowledge": "Say what payroll took over, and what it rejected.",
    ImportWrite = "import.write": "Import files.",
    EventsRead = "events.read": "Read what happened, as IDs without personal data.",
    PeopleRead = "people.read": "Read names, codes, work addresses and employments; never pay, accounts or birth dates.",
    Scim = "scim": "Keep people and the roles they hold, as a directory does.",
    ScimAdmin = "scim.admin": "The same for roles that administer. Alone it opens nothing.",
}
