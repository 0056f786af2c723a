//! Keep-alive connections that send one request after the other and note how long each took.

use axum::body::Bytes;
use futures_util::future::try_join_all;
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{HeaderMap, Method, Request, StatusCode, header};
use hyper_util::rt::TokioIo;
use std::cell::RefCell;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};
use tokio::net::{TcpSocket, TcpStream};

/// A request, ready to be sent as often as one likes.
#[derive(Clone)]
pub(crate) struct Outgoing {
    /// A GET without it, a POST with it: its kind and its text.
    body: Option<(&'static str, String)>,
    path: String,
    token: Option<String>,
    cookie: Option<String>,
    pub(crate) idempotency_key: Option<String>,
}

impl Outgoing {
    pub(crate) fn get(path: impl Into<String>) -> Outgoing {
        Outgoing { body: None, path: path.into(), token: None, cookie: None, idempotency_key: None }
    }

    pub(crate) fn post(path: &str, token: Option<&str>, body: String) -> Outgoing {
        let (body, token) = (Some(("application/json", body)), token.map(str::to_owned));
        Outgoing { body, token, ..Outgoing::get(path) }
    }

    pub(crate) fn with_cookie(self, cookie: &str) -> Outgoing {
        Outgoing { cookie: Some(cookie.to_owned()), ..self }
    }

    pub(crate) fn with_token(self, token: &str) -> Outgoing {
        Outgoing { token: Some(token.to_owned()), ..self }
    }

    pub(crate) fn form(path: &str, fields: &[(&str, &str)]) -> Outgoing {
        let text = fields.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&");
        Outgoing { body: Some(("application/x-www-form-urlencoded", text)), ..Outgoing::get(path) }
    }

    fn request(&self) -> Request<Full<Bytes>> {
        let method = if self.body.is_some() { Method::POST } else { Method::GET };
        let mut request = Request::builder().method(method).uri(&self.path).header(header::HOST, "localhost");
        request = match &self.body {
            Some((kind, _)) => request.header(header::CONTENT_TYPE, *kind),
            None => request.header(header::ACCEPT_ENCODING, "gzip, br"),
        };
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        if let Some(key) = &self.idempotency_key {
            request = request.header("idempotency-key", key);
        }
        let body = Bytes::from(self.body.as_ref().map_or(String::new(), |(_, text)| text.clone()));
        request.body(Full::new(body)).expect("the parts of a request are valid")
    }
}

pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    /// What a demo server says it ran.
    pub(crate) statements: Option<u64>,
    headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Reply {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn header(&self, name: &str) -> Result<&str, String> {
        let value = self.headers.get(name).and_then(|value| value.to_str().ok());
        value.ok_or_else(|| format!("there is no {name} in {} {}", self.status, self.text()))
    }

    pub(crate) fn json(&self) -> Result<serde_json::Value, String> {
        serde_json::from_slice(&self.body).map_err(|error| format!("{error} in {}", self.text()))
    }

    /// Whether the operation did what it was asked to do, and not just answered.
    pub(crate) fn accepted(&self) -> Result<(), String> {
        let is_refused = self.json().is_ok_and(|answer| answer.get("errors").is_some());
        if self.status == StatusCode::OK && !is_refused {
            return Ok(());
        }
        Err(format!("{} {}", self.status, self.text()))
    }
}

pub(crate) struct Connection(SendRequest<Full<Bytes>>);

impl Connection {
    pub(crate) async fn open(address: SocketAddr) -> Result<Connection, String> {
        Self::over(TcpStream::connect(address).await.map_err(|error| format!("{address}: {error}"))?).await
    }

    /// From one of the many addresses that every machine has on loopback.
    pub(crate) async fn open_from(from: Ipv4Addr, address: SocketAddr) -> Result<Connection, String> {
        let failed = |error: std::io::Error| format!("{from} to {address}: {error}");
        let socket = TcpSocket::new_v4().map_err(failed)?;
        socket.bind(SocketAddr::from((from, 0))).map_err(failed)?;
        Self::over(socket.connect(address).await.map_err(failed)?).await
    }

    async fn over(stream: TcpStream) -> Result<Connection, String> {
        stream.set_nodelay(true).map_err(|error| error.to_string())?;
        let (sender, driver) = handshake(TokioIo::new(stream)).await.map_err(|error| error.to_string())?;
        tokio::spawn(driver);
        Ok(Connection(sender))
    }

    pub(crate) async fn send(&mut self, outgoing: &Outgoing) -> Result<Reply, String> {
        let failed = |error: hyper::Error| format!("{}: {error}", outgoing.path);
        self.0.ready().await.map_err(failed)?;
        let response = self.0.send_request(outgoing.request()).await.map_err(failed)?;
        let (parts, body) = response.into_parts();
        let statements =
            parts.headers.get("x-statements").and_then(|value| value.to_str().ok()?.parse().ok());
        let body = body.collect().await.map_err(failed)?.to_bytes();
        Ok(Reply { status: parts.status, statements, headers: parts.headers, body })
    }
}

/// What a run of requests took.
#[derive(Default)]
pub(crate) struct Run {
    pub(crate) took: Duration,
    pub(crate) latencies: Vec<Duration>,
}

/// Each connection sends the next request as soon as it has its last answer, until there are none left.
pub(crate) async fn drive(
    connections: &mut [Connection],
    next: impl FnMut() -> Option<Outgoing>,
    each: impl FnMut(Reply) -> Result<(), String>,
) -> Result<Run, String> {
    let (next, each, latencies) = (RefCell::new(next), RefCell::new(each), RefCell::new(vec![]));
    let from = Instant::now();
    let work = connections.iter_mut().map(async |connection| {
        loop {
            let Some(outgoing) = (next.borrow_mut())() else {
                return Ok::<(), String>(());
            };
            let sent = Instant::now();
            let reply = connection.send(&outgoing).await?;
            latencies.borrow_mut().push(sent.elapsed());
            (each.borrow_mut())(reply)?;
        }
    });
    try_join_all(work).await?;
    Ok(Run { took: from.elapsed(), latencies: latencies.into_inner() })
}
