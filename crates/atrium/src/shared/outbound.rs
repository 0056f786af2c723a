//! Calls to other servers. A name is resolved once, and we connect to that address. Only hosts the operator named may
//! use plain HTTP or addresses that aren't public (this machine, the private network, cloud metadata). We don't follow
//! redirects; limits are five seconds for everything (unless the caller is more patient) and one megabyte.

use axum::body::Bytes;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::{Client, RequestBuilder, Response, StatusCode, Url, redirect};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(5);
const MAX_BYTES: usize = 1_048_576;

#[derive(Clone)]
pub struct Outbound {
    client: Client,
    allowed: Arc<[String]>,
}

pub struct Answer {
    pub status: StatusCode,
    pub body: Vec<u8>,
}

/// An answer that may have come in part.
pub struct Coming {
    pub status: StatusCode,
    response: Response,
    bytes: usize,
}

impl Coming {
    /// The next part; nothing at the end.
    pub async fn part(&mut self) -> Result<Option<Bytes>, NoAnswer> {
        let Some(part) = self.response.chunk().await.map_err(|error| reason(&error))? else {
            return Ok(None);
        };
        self.bytes += part.len();
        if self.bytes > MAX_BYTES { Err(NoAnswer::TooLong) } else { Ok(Some(part)) }
    }
}

/// Why there is no answer. Says nothing about what was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// The host resolves to an address that isn't public, or needs plain HTTP.
    NotAllowed,
    Unreachable,
    TooSlow,
    TooLong,
}

impl std::fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            NoAnswer::NotAllowed => "the host is not public and outbound_allowed_hosts does not list it",
            NoAnswer::Unreachable => "the server cannot be reached",
            NoAnswer::TooSlow => "the server took too long",
            NoAnswer::TooLong => "the answer is longer than 1 MB",
        })
    }
}

impl Outbound {
    /// `allowed` are the hosts that may be at any address.
    pub fn new(allowed: &[String]) -> Result<Outbound, String> {
        Outbound::patient(allowed, LIMIT)
    }

    /// For a server that is known to take longer.
    pub fn patient(allowed: &[String], limit: Duration) -> Result<Outbound, String> {
        let allowed: Arc<[String]> = allowed.iter().map(|host| host.to_lowercase()).collect();
        let client = Client::builder()
            .redirect(redirect::Policy::none())
            .no_proxy()
            .timeout(limit)
            .dns_resolver(Arc::new(Pinned { allowed: allowed.clone() }))
            .user_agent("Atrium")
            .build()
            .map_err(|error| format!("outbound calls cannot be made: {error}"))?;
        Ok(Outbound { client, allowed })
    }

    pub fn get(&self, url: Url) -> RequestBuilder {
        self.client.get(url)
    }

    pub fn post(&self, url: Url) -> RequestBuilder {
        self.client.post(url)
    }

    pub async fn send(&self, request: RequestBuilder) -> Result<Answer, NoAnswer> {
        let mut coming = self.begin(request).await?;
        let mut body = vec![];
        while let Some(part) = coming.part().await? {
            body.extend_from_slice(&part);
        }
        Ok(Answer { status: coming.status, body })
    }

    /// An answer that is read as it comes.
    pub async fn begin(&self, request: RequestBuilder) -> Result<Coming, NoAnswer> {
        let request = request.build().map_err(|_| NoAnswer::Unreachable)?;
        if !self.allows(request.url()) {
            return Err(NoAnswer::NotAllowed);
        }
        let response = self.client.execute(request).await.map_err(|error| reason(&error))?;
        Ok(Coming { status: response.status(), response, bytes: 0 })
    }

    /// Whether a call may be tried. A name is checked again when it's resolved; an address in the URL itself is never
    /// resolved.
    pub fn allows(&self, url: &Url) -> bool {
        let Some(host) = url.host_str() else { return false };
        if is_named(&self.allowed, host) {
            return matches!(url.scheme(), "http" | "https");
        }
        let literal = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        url.scheme() == "https" && literal.map_or(true, is_public)
    }
}

fn is_named(allowed: &[String], host: &str) -> bool {
    allowed.iter().any(|name| name.eq_ignore_ascii_case(host))
}

struct Pinned {
    allowed: Arc<[String]>,
}

#[derive(Debug)]
struct NotPublic;

impl std::fmt::Display for NotPublic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the address is not public")
    }
}

impl std::error::Error for NotPublic {}

impl Resolve for Pinned {
    fn resolve(&self, name: Name) -> Resolving {
        let allowed = self.allowed.clone();
        Box::pin(async move {
            let found: Vec<_> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            // One private address is enough to refuse: a name that resolves to both kinds is suspicious.
            if !is_named(&allowed, name.as_str()) && found.iter().any(|address| !is_public(address.ip())) {
                return Err(NotPublic.into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

fn reason(error: &reqwest::Error) -> NoAnswer {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(each) = cause {
        if each.is::<NotPublic>() {
            return NoAnswer::NotAllowed;
        }
        cause = each.source();
    }
    if error.is_timeout() { NoAnswer::TooSlow } else { NoAnswer::Unreachable }
}

/// Whether an address is on the public internet. An IPv6 address that embeds an IPv4 one is judged by the IPv4 one.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => match embedded(v6) {
            Some(v4) => is_public_v4(v4),
            None => {
                let [first, second, ..] = v6.segments();
                // Only global unicast (2000::/3), except documentation (2001:db8::/32) and Teredo (2001::/32).
                first & 0xe000 == 0x2000 && !(first == 0x2001 && matches!(second, 0 | 0xdb8))
            }
        },
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !(address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || a == 0
        || a >= 224
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 198 && matches!(b, 18 | 19)))
}

/// The IPv4 address inside a mapped, compatible, 6to4 or NAT64 address.
fn embedded(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let segments = address.segments();
    let pair = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        Some(Ipv4Addr::new(a, b, c, d))
    };
    match segments {
        [0, 0, 0, 0, 0, 0 | 0xffff, high, low] => pair(high, low),
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => pair(high, low),
        [0x2002, high, low, ..] => pair(high, low),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn h50_only_addresses_of_the_open_internet_are_public() {
        let inside = "127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.100.100.200 192.0.0.192 0.0.0.0 \
                      224.0.0.1 255.255.255.255 198.18.0.1 ::1 :: fe80::1 fc00::1 fd00:ec2::254 ff02::1 ::ffff:10.0.0.1 \
                      ::ffff:169.254.169.254 64:ff9b::a00:1 2002:a00:1:: 2001:db8::1 ::127.0.0.1";
        for address in inside.split_whitespace() {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
        for address in ["1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:8.8.8.8"] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn h50_plain_http_and_inner_addresses_are_for_hosts_that_the_operator_named() {
        let outbound = Outbound::new(&["10.0.0.7".to_owned(), "sms.internal".to_owned()]).unwrap();
        for (url, allowed) in [
            ("https://api.example.com/x", true),
            ("http://api.example.com/x", false),
            ("https://10.0.0.8/", false),
            ("https://[::1]/", false),
            ("https://[::ffff:10.0.0.7]/", false),
            ("https://0x7f.1/", false),
            ("http://10.0.0.7/", true),
            ("http://SMS.internal/", true),
            ("ftp://10.0.0.7/", false),
        ] {
            assert_eq!(outbound.allows(&url.parse().unwrap()), allowed, "{url}");
        }
    }
}
