//! How often one address may ask: begin a sign-in, or send a wrong code or token. In memory, on each node separately;
//! it keeps one address from filling the table of waiting requests. Counting password guesses is up to the application.

use crate::Provider;
use jiff::SignedDuration;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};

const SPAN: SignedDuration = SignedDuration::from_mins(1);
/// With more addresses than this, those that have made up for their requests are forgotten, and if there are still as
/// many, a new one shares an allowance with its neighborhood.
const MAX_ADDRESSES: usize = 50_000;
const ANYONE: IpAddr = IpAddr::V6(Ipv6Addr::UNSPECIFIED);

/// Time since a fixed moment, by a clock that only goes forward: if someone sets the system clock, an address might
/// otherwise wait for hours or not at all.
type Uptime = SignedDuration;

/// Each request moves the moment when an address has made up for all its requests; that moment may be up to a minute
/// ahead.
#[derive(Default)]
pub(crate) struct Throttle(Mutex<HashMap<IpAddr, Uptime>>);

/// Anyone with IPv6 has at least a /64 of addresses.
fn network(address: &str) -> IpAddr {
    match address.parse().map_or(ANYONE, |address: IpAddr| address.to_canonical()) {
        IpAddr::V6(ip) => IpAddr::V6(Ipv6Addr::from_bits(ip.to_bits() & !u128::from(u64::MAX))),
        ip => ip,
    }
}

impl Throttle {
    /// How long an address that has asked too much must wait before it may ask again.
    fn wait(&self, network: IpAddr, each: SignedDuration, now: Uptime) -> Option<SignedDuration> {
        let mut made_up = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let network = place(&mut made_up, network, now);
        let ahead = made_up.get(&network).map_or(SignedDuration::ZERO, |at| *at - now);
        let over = ahead + each - SPAN;
        (over > SignedDuration::ZERO).then_some(over)
    }

    fn count(&self, network: IpAddr, each: SignedDuration, now: Uptime) {
        let mut made_up = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let network = place(&mut made_up, network, now);
        let at = made_up.entry(network).or_insert(now);
        *at = (*at).max(now) + each;
    }

    fn forget(&self, now: Uptime) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).retain(|_, at| *at > now);
    }
}

fn place(made_up: &mut HashMap<IpAddr, Uptime>, network: IpAddr, now: Uptime) -> IpAddr {
    if made_up.len() >= MAX_ADDRESSES && !made_up.contains_key(&network) {
        made_up.retain(|_, at| *at > now);
        if made_up.len() >= MAX_ADDRESSES {
            return neighborhood(network);
        }
    }
    network
}

/// The network of an address as text; texts that aren't addresses share one.
pub(crate) fn network_of(address: &str) -> String {
    network(address).to_string()
}

/// The addresses one customer of a provider can easily get: 24 bits of IPv4, 48 of IPv6.
fn neighborhood(network: IpAddr) -> IpAddr {
    match network {
        IpAddr::V4(ip) => IpAddr::V4(Ipv4Addr::from_bits(ip.to_bits() & (u32::MAX << 8))),
        IpAddr::V6(ip) => IpAddr::V6(Ipv6Addr::from_bits(ip.to_bits() & (u128::MAX << 80))),
    }
}

impl Provider {
    fn uptime(&self) -> Uptime {
        (self.0.given.uptime)()
    }

    fn each(&self) -> SignedDuration {
        SPAN / i32::try_from(self.0.settings.requests_per_minute).unwrap_or(i32::MAX)
    }

    /// Without an address, nothing is counted: the application hasn't said where requests come from.
    pub(crate) fn must_wait(&self, address: Option<&str>) -> Option<SignedDuration> {
        self.0.throttle.wait(network(address?), self.each(), self.uptime())
    }

    pub(crate) fn count_against(&self, address: Option<&str>) {
        if let Some(address) = address {
            self.0.throttle.count(network(address), self.each(), self.uptime());
        }
    }

    pub(crate) fn forget_addresses(&self) {
        self.0.throttle.forget(self.uptime());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_in_one_ipv6_network_are_one_and_ipv4_addresses_are_not() {
        assert_eq!(network("2001:db8:1:2::a"), network("2001:db8:1:2:ffff::b"));
        assert_ne!(network("2001:db8:1:2::a"), network("2001:db8:1:3::a"));
        assert_ne!(network("192.0.2.7"), network("192.0.2.8"));
    }

    #[test]
    fn a_flood_of_addresses_shares_the_allowance_of_its_neighborhood_alone() {
        let throttle = Throttle::default();
        let (each, now) = (SignedDuration::from_secs(60), SignedDuration::ZERO);
        for n in 1..=MAX_ADDRESSES {
            throttle.count(network(&format!("2001:db8:1:{n:x}::1")), each, now);
        }
        let (next, newer) = (network("2001:db8:1:ffff::1"), network("2001:db8:1:fffe::1"));
        throttle.count(next, each, now);
        assert_eq!(throttle.wait(newer, each, now), Some(each), "more of the flood");
        assert_eq!(throttle.wait(network("192.0.2.8"), each, now), None, "someone elsewhere");
        throttle.count(network("192.0.2.8"), each, now);
        assert_eq!(throttle.wait(network("198.51.100.8"), each, now), None, "and someone else");
        assert_eq!(throttle.wait(newer, each, now + SPAN), None, "what was made up for is forgotten");
    }
}
