//! How many connections there may be, in total and from one address. When they run out, the server still shows that
//! it's alive: it keeps a few places for connections that it answers with an error and closes.

use crate::config::Settings;
use crate::shared::network::Network;
use hyper::body::{Body, Bytes, Incoming};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::collections::HashMap;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// For connections we tell to try again later.
const RESERVED: usize = 64;
/// They send a request right away, or never: one that only waits must not take the place of a health check for long.
const PATIENCE: Duration = Duration::from_millis(250);

#[derive(Clone)]
pub(super) struct Places {
    all: Arc<Semaphore>,
    reserved: Arc<Semaphore>,
    taken: Arc<Mutex<HashMap<IpAddr, usize>>>,
    from_one_most: usize,
    /// Each of these speaks for many people.
    trusted: Arc<[Network]>,
}

/// Freed when dropped.
pub(super) struct ConnectionPlace {
    from: IpAddr,
    taken: Arc<Mutex<HashMap<IpAddr, usize>>>,
    _one_of_all: OwnedSemaphorePermit,
}

impl Drop for ConnectionPlace {
    fn drop(&mut self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = taken.get_mut(&self.from) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.from);
            }
        }
    }
}

impl Places {
    pub(super) fn new(settings: &Settings) -> Places {
        Places {
            all: Arc::new(Semaphore::new(settings.connection_limit)),
            reserved: Arc::new(Semaphore::new(RESERVED)),
            taken: Arc::default(),
            from_one_most: settings.connections_per_address,
            trusted: settings.forwarding.trusted.clone().into(),
        }
    }

    pub(super) fn take(&self, from: IpAddr) -> Option<ConnectionPlace> {
        let from = from.to_canonical();
        let is_trusted = self.trusted.iter().any(|network| network.contains(from));
        let from = network(from);
        let one_of_all = self.all.clone().try_acquire_owned().ok()?;
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let count = taken.entry(from).or_default();
        if *count >= self.from_one_most && !is_trusted {
            return None;
        }
        *count += 1;
        drop(taken);
        Some(ConnectionPlace { from, taken: self.taken.clone(), _one_of_all: one_of_all })
    }

    /// Answers one request on a connection there's no place for. When even these run out, the connection is just
    /// closed.
    pub(super) fn turn_away(&self, stream: TcpStream) {
        let Ok(place) = self.reserved.clone().try_acquire_owned() else { return };
        let mut server = hyper::server::conn::http1::Builder::new();
        server.timer(TokioTimer::new()).header_read_timeout(PATIENCE).keep_alive(false);
        let connection =
            server.serve_connection(TokioIo::new(stream), hyper::service::service_fn(turned_away));
        tokio::spawn(async move {
            let _ = tokio::time::timeout(PATIENCE, connection).await;
            drop(place);
        });
    }
}

/// Anyone with IPv6 has at least a /64 of addresses.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(ip) => IpAddr::V6(Ipv6Addr::from_bits(ip.to_bits() & !u128::from(u64::MAX))),
        ip => ip,
    }
}

async fn turned_away(
    request: hyper::Request<Incoming>,
) -> Result<hyper::Response<impl Body<Data = Bytes, Error = Infallible>>, Infallible> {
    let (status, text) = match request.uri().path() {
        "/healthz" => (200, "ok\n"),
        _ => {
            (503, "{\"code\":\"UNAVAILABLE\",\"message\":\"Too many connections. Try again in a moment.\"}\n")
        }
    };
    let kind = if status == 200 { "text/plain; charset=utf-8" } else { "application/json" };
    let response = hyper::Response::builder()
        .status(status)
        .header("content-type", kind)
        .header("cache-control", "no-store")
        .header("retry-after", "1");
    Ok(response.body(text.to_owned()).expect("the parts of this answer are fixed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(settings: &[(&str, &str)]) -> Places {
        let named = settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Places::new(&Settings::load(None, named, &[]).unwrap())
    }

    fn from(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn one_address_gets_so_many_places_and_others_still_get_theirs() {
        let places =
            places(&[("ATRIUM_CONNECTIONS_PER_ADDRESS", "8"), ("ATRIUM_TRUSTED_PROXIES", "10.0.0.0/8")]);
        let held: Vec<ConnectionPlace> = (0..8).map(|_| places.take(from("192.0.2.1")).unwrap()).collect();
        assert!(places.take(from("192.0.2.1")).is_none());
        assert!(places.take(from("::ffff:192.0.2.1")).is_none(), "the same address, written otherwise");
        assert!(places.take(from("192.0.2.2")).is_some());
        let proxied: Vec<Option<ConnectionPlace>> = (0..20).map(|_| places.take(from("10.1.2.3"))).collect();
        assert!(proxied.iter().all(Option::is_some));
        drop(held);
        assert!(places.take(from("192.0.2.1")).is_some());
        assert!(places.taken.lock().unwrap().len() == 1, "whoever has none is forgotten");
    }

    #[test]
    fn a_network_of_ipv6_counts_as_one_address() {
        let places = places(&[("ATRIUM_CONNECTIONS_PER_ADDRESS", "8")]);
        let _held: Vec<ConnectionPlace> =
            (0..8).map(|n| places.take(from(&format!("2001:db8::{n}"))).unwrap()).collect();
        assert!(places.take(from("2001:db8::ffff")).is_none());
        assert!(places.take(from("2001:db8:0:1::1")).is_some());
    }

    #[test]
    fn there_are_so_many_places_in_all() {
        let places = places(&[("ATRIUM_CONNECTION_LIMIT", "16")]);
        let _held: Vec<ConnectionPlace> =
            (0..16).map(|n| places.take(from(&format!("192.0.2.{n}"))).unwrap()).collect();
        assert!(places.take(from("192.0.2.99")).is_none());
    }
}
