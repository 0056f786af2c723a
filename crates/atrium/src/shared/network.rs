//! Address ranges as operators write them (`10.0.0.0/8`, `2001:db8::/32`, or a single address), how proxies say who
//! they forward for, and which addresses count as one for rate limits.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    first: IpAddr,
    bits: u32,
}

impl Network {
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.first, address.to_canonical()) {
            (IpAddr::V4(first), IpAddr::V4(address)) => {
                let rest = 32 - self.bits;
                first.to_bits().checked_shr(rest) == address.to_bits().checked_shr(rest)
            }
            (IpAddr::V6(first), IpAddr::V6(address)) => {
                let rest = 128 - self.bits;
                first.to_bits().checked_shr(rest) == address.to_bits().checked_shr(rest)
            }
            _ => false,
        }
    }
}

impl FromStr for Network {
    type Err = ();

    fn from_str(text: &str) -> Result<Network, ()> {
        let (address, bits) =
            text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let first: IpAddr = address.parse().map_err(|_| ())?;
        let most = if first.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), str::parse).map_err(|_| ())?;
        if bits > most { Err(()) } else { Ok(Network { first, bits }) }
    }
}

/// One household: an IPv4 address, or the 64 bits that every home with IPv6 gets.
pub fn household(address: &str) -> String {
    prefix(address, 32, 64)
}

/// The addresses one customer of a provider can easily get: 24 bits of IPv4, 48 of IPv6.
pub fn neighborhood(address: &str) -> String {
    prefix(address, 24, 48)
}

/// Text that isn't an address is its own prefix (tests have none).
fn prefix(address: &str, four_bits: u32, six_bits: u32) -> String {
    match address.parse().map(|address: IpAddr| address.to_canonical()) {
        Ok(IpAddr::V4(_)) if four_bits == 32 => address.to_owned(),
        Ok(IpAddr::V4(four)) => {
            let kept = Ipv4Addr::from_bits(four.to_bits() & (u32::MAX << (32 - four_bits)));
            format!("{kept}/{four_bits}")
        }
        Ok(IpAddr::V6(six)) => {
            let kept = Ipv6Addr::from_bits(six.to_bits() & (u128::MAX << (128 - six_bits)));
            format!("{kept}/{six_bits}")
        }
        Err(_) => address.to_owned(),
    }
}

/// Which proxies we trust to say where a request comes from, and where they say it.
#[derive(Clone, Debug)]
pub struct Forwarding {
    pub trusted: Vec<Network>,
    pub header: ForwardingHeader,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForwardingHeader {
    XForwardedFor,
    Forwarded,
}

impl ForwardingHeader {
    pub fn name(self) -> &'static str {
        match self {
            ForwardingHeader::XForwardedFor => "x-forwarded-for",
            ForwardingHeader::Forwarded => "forwarded",
        }
    }

    /// The address in one element: by itself or with a port, and after `for=` in the standard header.
    pub fn address(self, hop: &str) -> Option<IpAddr> {
        let text = match self {
            ForwardingHeader::XForwardedFor => hop,
            ForwardingHeader::Forwarded => hop.split(';').find_map(|pair| {
                let (name, value) = pair.split_once('=')?;
                name.trim().eq_ignore_ascii_case("for").then(|| value.trim().trim_matches('"'))
            })?,
        };
        let alone = text.trim_start_matches('[').trim_end_matches(']');
        alone.parse().ok().or_else(|| text.parse().map(|address: SocketAddr| address.ip()).ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_addresses_of_one_household_count_as_one_and_so_do_its_neighbors() {
        assert_eq!(household("2001:db8:1:2:3::4"), household("2001:db8:1:2:ffff::1"));
        assert_ne!(household("2001:db8:1:2::1"), household("2001:db8:1:3::1"));
        assert_eq!(neighborhood("2001:db8:1:2::1"), neighborhood("2001:db8:1:3::1"));
        assert_ne!(neighborhood("2001:db8:1:2::1"), neighborhood("2001:db8:2:2::1"));
        assert_eq!(
            (household("192.0.2.7"), neighborhood("192.0.2.7")),
            ("192.0.2.7".into(), "192.0.2.0/24".into())
        );
        assert_eq!(neighborhood("::ffff:192.0.2.9"), "192.0.2.0/24");
        assert_eq!((household(""), neighborhood("")), (String::new(), String::new()));
    }

    #[test]
    fn a_range_holds_what_begins_like_it() {
        for (network, address, is_inside) in [
            ("10.0.0.0/8", "10.255.0.1", true),
            ("10.0.0.0/8", "11.0.0.1", false),
            ("10.0.0.0/8", "::ffff:10.1.2.3", true),
            ("127.0.0.1", "127.0.0.1", true),
            ("127.0.0.1", "127.0.0.2", false),
            ("0.0.0.0/0", "203.0.113.9", true),
            ("0.0.0.0/0", "::1", false),
            ("2001:db8::/32", "2001:db8:1::9", true),
            ("2001:db8::/32", "2001:db9::9", false),
            ("::/0", "::1", true),
        ] {
            let range: Network = network.parse().unwrap();
            assert_eq!(range.contains(address.parse().unwrap()), is_inside, "{address} in {network}");
        }
        for bad in ["", "10.0.0.0/33", "::/129", "10.0.0.0/", "proxy", "10.0.0.0/-1"] {
            assert!(bad.parse::<Network>().is_err(), "{bad}");
        }
    }
}
