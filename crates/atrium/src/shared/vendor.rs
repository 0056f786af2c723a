//! The vendors a company can connect to the portal, under the spec's names.

macro_rules! vendors {
    ($($name:ident = $text:literal,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Vendor { $($name,)* }

        impl Vendor {
            pub const ALL: &[Vendor] = &[$(Vendor::$name,)*];

            pub fn as_str(self) -> &'static str {
                match self { $(Vendor::$name => $text,)* }
            }
        }
    };
}

vendors! {
    SwipeClock = "Swipe Clock",
    ZayZoon = "ZayZoon",
    Equifax = "Equifax",
    Asureforce = "Asureforce",
    MidMarket = "MidMarket",
    Mineral = "Mineral",
    Ahr = "AHR",
}

impl Vendor {
    pub fn parse(text: &str) -> Option<Vendor> {
        Vendor::ALL.iter().copied().find(|vendor| vendor.as_str() == text)
    }

    /// A vendor whose site holds the company's time cards.
    pub fn keeps_time_cards(self) -> bool {
        matches!(self, Vendor::SwipeClock | Vendor::Asureforce)
    }

    /// What people use to enter their hours; it stays open while the portal is closed for maintenance.
    pub fn is_time_and_attendance(self) -> bool {
        self.keeps_time_cards() || self == Vendor::MidMarket
    }

    pub fn is_for_employees(self) -> bool {
        !self.is_for_hr()
    }

    pub fn is_for_managers(self) -> bool {
        self.is_for_hr() || self.is_time_and_attendance()
    }

    /// Advice and services for people who lead others.
    pub fn is_for_hr(self) -> bool {
        matches!(self, Vendor::Mineral | Vendor::Ahr)
    }
}
