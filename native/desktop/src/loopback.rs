//! Where the system's browser brings the provider's answer: a port of this computer's own (RFC 8252 section 7.3). It takes one answer, for
//! one path and with the state that was sent, and gives up after a while: no other page or program can end a sign-in. The app checks the
//! answer again, and redeems it with a secret (PKCE) that never leaves it.

use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tauri::Url;

const PATH: &str = "/callback";
/// Someone may have to find their second factor first.
pub(crate) const PATIENCE: Duration = Duration::from_secs(600);
const LOOK_EVERY: Duration = Duration::from_millis(50);
const MAX_LINE_BYTES: u64 = 8_192;

const PAGE: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Atrium</title>\
    <body style=\"font:1.1rem system-ui;padding:3rem\"><p>You can close this page and go back to Atrium.</p>\
    <p lang=\"es\">Puede cerrar esta página y volver a Atrium.</p></body></html>";

pub(crate) struct Loopback {
    listener: TcpListener,
    address: String,
}

impl Loopback {
    pub(crate) fn open() -> std::io::Result<Loopback> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        let address = format!("http://{}", listener.local_addr()?);
        Ok(Loopback { listener, address })
    }

    pub(crate) fn redirect(&self) -> String {
        format!("{}{PATH}", self.address)
    }

    /// The state of a question that will be answered here; none for one that will be answered elsewhere, or has no state.
    pub(crate) fn state_of(&self, asked: &Url) -> Option<String> {
        let redirects_here = word(asked, "redirect_uri").is_some_and(|there| there == self.redirect());
        word(asked, "state").filter(|state| redirects_here && !state.is_empty())
    }

    /// The whole address that was called; none once it's too late, or someone gave up.
    pub(crate) fn answer(&self, state: &str, patience: Duration, gave_up: &AtomicBool) -> Option<String> {
        let until = Instant::now() + patience;
        while Instant::now() < until && !gave_up.load(Ordering::Relaxed) {
            match self.listener.accept() {
                // A browser may open a connection and ask for an icon first: each gets an answer of its own.
                Ok((stream, _)) => {
                    if let Some(answer) = self.serve(stream, state) {
                        return Some(answer.into());
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => std::thread::sleep(LOOK_EVERY),
                Err(_) => return None,
            }
        }
        None
    }

    /// The address of a request for our path with our state.
    fn serve(&self, mut stream: TcpStream, state: &str) -> Option<Url> {
        use std::io::Read;
        stream.set_nonblocking(false).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(2))).ok()?;
        let mut line = String::new();
        BufReader::new((&stream).take(MAX_LINE_BYTES)).read_line(&mut line).ok()?;
        let answer = target_of(&line)
            .and_then(|target| Url::parse(&format!("{}{target}", self.address)).ok())
            .filter(|called| word(called, "state").as_deref() == Some(state));
        let (status, page) = if answer.is_some() { ("200 OK", PAGE) } else { ("404 Not Found", "") };
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\nCache-Control: no-store\r\n\
             Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'\r\nConnection: close\r\n\r\n",
            page.len()
        );
        // The answer counts even if the browser has gone.
        let _gone = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(page.as_bytes()));
        answer
    }
}

/// A word of the query, if it is there once.
fn word(address: &Url, name: &str) -> Option<String> {
    let mut found = address.query_pairs().filter(|(key, _)| key == name);
    let (_, value) = found.next()?;
    found.next().is_none().then(|| value.into_owned())
}

/// `GET /callback?code=… HTTP/1.1` → the path and its query.
fn target_of(line: &str) -> Option<&str> {
    let mut words = line.split_ascii_whitespace();
    let target = (words.next() == Some("GET")).then(|| words.next())??;
    let is_ours = target.strip_prefix(PATH).is_some_and(|rest| rest.starts_with('?'));
    (is_ours && words.next().is_some_and(|version| version.starts_with("HTTP/1."))).then_some(target)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn ask(address: &str, line: &str) -> String {
        let mut stream = TcpStream::connect(address.strip_prefix("http://").unwrap()).unwrap();
        stream.write_all(format!("{line}\r\nHost: x\r\n\r\n").as_bytes()).unwrap();
        let mut answer = String::new();
        // A reset after the answer is an answer, too.
        let _reset = stream.read_to_string(&mut answer);
        answer
    }

    #[test]
    fn it_answers_with_the_address_that_was_called_and_nothing_else_ends_it() {
        let loopback = Loopback::open().unwrap();
        assert!(
            loopback.redirect().starts_with("http://127.0.0.1:")
                && loopback.redirect().ends_with("/callback")
        );
        let address = loopback.address.clone();
        let browser = std::thread::spawn(move || {
            for line in [
                "GET /favicon.ico HTTP/1.1",
                "POST /callback?code=c HTTP/1.1",
                "GET /callback HTTP/1.1",
                "GET /callback?code=c HTTP/1.1",
                "GET /callback?code=c&state=guessed HTTP/1.1",
                "GET /callback?code=c&state=s&state=t HTTP/1.1",
                "rubbish",
            ] {
                assert!(ask(&address, line).starts_with("HTTP/1.1 404"), "{line}");
            }
            ask(&address, "GET /callback?code=c&state=s HTTP/1.1")
        });
        let answer = loopback.answer("s", PATIENCE, &AtomicBool::new(false)).unwrap();
        assert_eq!(answer, format!("{}?code=c&state=s", loopback.redirect()));
        assert!(browser.join().unwrap().contains("go back to Atrium"));
    }

    #[test]
    fn a_question_names_this_port_and_a_state() {
        let loopback = Loopback::open().unwrap();
        let asked = |query: &str| {
            Url::parse(&format!("https://portal.example.com/oauth2/authorize?{query}")).unwrap()
        };
        let here = format!("redirect_uri={}", loopback.redirect());
        assert_eq!(loopback.state_of(&asked(&format!("{here}&state=s"))).as_deref(), Some("s"));
        for query in [
            here.clone(),
            format!("{here}&state="),
            format!("{here}&state=s&state=t"),
            "redirect_uri=http://127.0.0.1:1/callback&state=s".to_owned(),
            "state=s".to_owned(),
        ] {
            assert_eq!(loopback.state_of(&asked(&query)), None, "{query}");
        }
    }

    #[test]
    fn it_gives_up_in_time_or_when_it_is_told_to() {
        let loopback = Loopback::open().unwrap();
        assert_eq!(loopback.answer("s", Duration::ZERO, &AtomicBool::new(false)), None);
        assert_eq!(loopback.answer("s", PATIENCE, &AtomicBool::new(true)), None);
    }

    #[test]
    fn each_has_a_port_of_its_own() {
        assert_ne!(Loopback::open().unwrap().redirect(), Loopback::open().unwrap().redirect());
    }
}
