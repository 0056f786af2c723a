//! Where a request comes from. Behind proxies, the connection is theirs; we believe what they report as far as the
//! operator trusts them: from the right, the first address that isn't a trusted proxy. Anyone may have written what's
//! to the left of it.

use crate::shared::network::Forwarding;
use axum::extract::{ConnectInfo, Request};
use axum::http::HeaderMap;
use oidc::ClientAddress;
use std::net::{IpAddr, SocketAddr};

/// From here on, the connection's address is the client's, for throttles, audit trail and `/metrics` alike.
pub(super) fn find(request: &mut Request, forwarding: &Forwarding) {
    if let Some(ConnectInfo(peer)) = request.extensions().get::<ConnectInfo<SocketAddr>>().copied() {
        let client = client(peer.ip(), request.headers(), forwarding);
        let extensions = request.extensions_mut();
        extensions.insert(ConnectInfo(SocketAddr::new(client, peer.port())));
        extensions.insert(ClientAddress(client.to_string()));
    }
}

fn client(peer: IpAddr, headers: &HeaderMap, forwarding: &Forwarding) -> IpAddr {
    let is_trusted = |address: IpAddr| forwarding.trusted.iter().any(|network| network.contains(address));
    let mut nearest = peer.to_canonical();
    let mut hops: Vec<&str> = headers
        .get_all(forwarding.header.name())
        .iter()
        .flat_map(|line| line.to_str().unwrap_or("?").split(','))
        .collect();
    while is_trusted(nearest) {
        // If a proxy doesn't say, we use the proxy's own address.
        let Some(said) = hops.pop().and_then(|hop| forwarding.header.address(hop.trim())) else { break };
        nearest = said.to_canonical();
    }
    nearest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::network::ForwardingHeader;

    fn found(peer: &str, header: ForwardingHeader, lines: &[&str]) -> String {
        let trusted = ["10.0.0.0/8", "::1"].map(|network| network.parse().unwrap()).to_vec();
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(header.name(), line.parse().unwrap());
        }
        client(peer.parse().unwrap(), &headers, &Forwarding { trusted, header }).to_string()
    }

    #[test]
    fn the_first_address_from_the_right_that_is_no_proxy_of_ours_is_the_client() {
        for (peer, lines, client) in [
            ("203.0.113.9", &["198.51.100.1"][..], "203.0.113.9"),
            ("10.0.0.1", &["198.51.100.1"], "198.51.100.1"),
            ("10.0.0.1", &["127.0.0.1, 198.51.100.1"], "198.51.100.1"),
            ("10.0.0.1", &["1.1.1.1, 198.51.100.1, 10.0.0.2"], "198.51.100.1"),
            ("10.0.0.1", &["1.1.1.1", "198.51.100.1,10.0.0.2"], "198.51.100.1"),
            ("10.0.0.1", &["198.51.100.1:4711"], "198.51.100.1"),
            ("10.0.0.1", &["[2001:db8::7]:443"], "2001:db8::7"),
            ("10.0.0.1", &["2001:db8::7"], "2001:db8::7"),
            ("::ffff:10.0.0.1", &["198.51.100.1"], "198.51.100.1"),
            ("::1", &["10.0.0.7"], "10.0.0.7"),
            ("10.0.0.1", &["198.51.100.1, nonsense"], "10.0.0.1"),
            ("10.0.0.1", &[""], "10.0.0.1"),
            ("10.0.0.1", &[], "10.0.0.1"),
        ] {
            assert_eq!(found(peer, ForwardingHeader::XForwardedFor, lines), client, "{peer} {lines:?}");
        }
    }

    #[test]
    fn the_standard_header_is_read_where_the_operator_says_so() {
        for (line, client) in [
            ("for=198.51.100.1", "198.51.100.1"),
            ("For=\"198.51.100.1:4711\";proto=https", "198.51.100.1"),
            ("for=1.1.1.1, proto=https;for=\"[2001:db8::7]:4711\"", "2001:db8::7"),
            ("for=198.51.100.1, for=10.0.0.2;by=10.0.0.1", "198.51.100.1"),
            ("for=unknown", "10.0.0.1"),
            ("for=_hidden", "10.0.0.1"),
            ("by=198.51.100.1", "10.0.0.1"),
        ] {
            assert_eq!(found("10.0.0.1", ForwardingHeader::Forwarded, &[line]), client, "{line}");
        }
    }
}
