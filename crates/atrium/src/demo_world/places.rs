//! Organization trees and pay groups at the demo companies.

pub struct Place {
    pub name: &'static str,
    pub time_zone: &'static str,
    pub pay_groups: &'static [&'static str],
    /// (kind, code, name, parent's code)
    pub tree: &'static [(&'static str, &'static str, &'static str, &'static str)],
    /// How many employees, including the named ones.
    pub people: usize,
}

pub const OUTFITTERS: Place = Place {
    name: "Cedar Outfitters",
    time_zone: "America/Los_Angeles",
    pay_groups: &["Biweekly hourly", "Semimonthly salaried"],
    tree: &[
        ("Division", "10", "Retail", ""),
        ("Branch", "1010", "Portland Store", "10"),
        ("Department", "101010", "Sales Floor", "1010"),
        ("Team", "10101010", "Footwear", "101010"),
        ("Team", "10101020", "Outerwear", "101010"),
        ("Department", "101020", "Repair Shop", "1010"),
        ("Team", "10102010", "Stitch & Sole", "101020"),
        ("Branch", "1020", "Seattle Store", "10"),
        ("Department", "102010", "Customer Care", "1020"),
        ("Team", "10201010", "Service Desk", "102010"),
        ("Division", "20", "Operations", ""),
        ("Branch", "2010", "Headquarters", "20"),
        ("Department", "201010", "People & Pay", "2010"),
        ("Team", "20101010", "Payroll", "201010"),
        ("Department", "201020", "Merchandising", "2010"),
        ("Team", "20102010", "Buying", "201020"),
    ],
    people: 60,
};

pub const LOGISTICS: Place = Place {
    name: "Cedar Logistics",
    time_zone: "America/Chicago",
    pay_groups: &["Biweekly hourly", "Semimonthly salaried"],
    tree: &[
        ("Division", "10", "Warehousing", ""),
        ("Branch", "1010", "Dallas Hub", "10"),
        ("Department", "101010", "Receiving", "1010"),
        ("Team", "10101010", "Inbound Days", "101010"),
        ("Team", "10101020", "Inbound Nights", "101010"),
        ("Department", "101020", "Fulfillment", "1010"),
        ("Team", "10102010", "Pick & Pack", "101020"),
        ("Team", "10102020", "Returns", "101020"),
        ("Branch", "1020", "Laredo Hub", "10"),
        ("Department", "102010", "Cross-dock", "1020"),
        ("Team", "10201010", "Dock Crew", "102010"),
        ("Division", "20", "Transport", ""),
        ("Branch", "2010", "San Antonio Yard", "20"),
        ("Department", "201010", "Fleet", "2010"),
        ("Team", "20101010", "Drivers", "201010"),
        ("Team", "20101020", "Maintenance", "201010"),
        ("Department", "201020", "Dispatch", "2010"),
        ("Team", "20102010", "Route Planning", "201020"),
    ],
    people: 260,
};

pub const HARBOR: Place = Place {
    name: "Harbor Clinic",
    time_zone: "America/New_York",
    pay_groups: &["Biweekly"],
    tree: &[
        ("Division", "10", "Care", ""),
        ("Branch", "1010", "Main Clinic", "10"),
        ("Department", "101010", "Nursing", "1010"),
        ("Team", "10101010", "Day Ward", "101010"),
        ("Department", "101020", "Imaging", "1010"),
        ("Team", "10102010", "Radiology", "101020"),
        ("Division", "20", "Administration", ""),
        ("Branch", "2010", "Front Office", "20"),
        ("Department", "201010", "Reception", "2010"),
        ("Team", "20101010", "Front Desk", "201010"),
    ],
    people: 40,
};
