//! Tiny servers on loopback that stand for the outside: a mail server and a web server. They remember what they got.

use std::sync::{Arc, Mutex};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// Clones share what was received. The server ends with the test's runtime.
#[derive(Clone)]
pub struct Stranger {
    pub port: u16,
    got: Arc<Mutex<Vec<String>>>,
}

impl Stranger {
    /// What was received, one text for each mail or request.
    pub fn got(&self) -> Vec<String> {
        self.got.lock().unwrap().clone()
    }

    /// A mail server that answers every recipient so, e.g. `250 ok` or `550 no`.
    pub async fn smtp(to_recipients: &'static str) -> Stranger {
        Self::listening(move |stream, got| async move {
            let _ = smtp(stream, to_recipients, &got).await;
        })
        .await
    }

    /// A web server that gives every request this answer, head and body.
    pub async fn http(answer: impl Into<String>) -> Stranger {
        let answer: Arc<str> = answer.into().into();
        Self::listening(move |stream, got| {
            let answer = answer.clone();
            async move {
                let _ = http(stream, &answer, &got).await;
            }
        })
        .await
    }

    async fn listening<F, S>(serve: S) -> Stranger
    where
        S: Fn(TcpStream, Arc<Mutex<Vec<String>>>) -> F + Send + 'static,
        F: Future<Output = ()> + Send + 'static,
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let stranger = Stranger { port: listener.local_addr().unwrap().port(), got: Arc::default() };
        let got = stranger.got.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, got.clone()));
            }
        });
        stranger
    }
}

async fn smtp(stream: TcpStream, to_recipients: &str, got: &Mutex<Vec<String>>) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 stranger\r\n").await?;
    let mut said = String::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        said += &line;
        let verb = line.get(..4).unwrap_or_default().to_uppercase();
        let answer = match verb.as_str() {
            "EHLO" => "250-stranger\r\n250 8BITMIME",
            "RCPT" => to_recipients,
            "DATA" => {
                stream.write_all(b"354 go on\r\n").await?;
                while !said.ends_with("\r\n.\r\n") {
                    stream.read_line(&mut said).await?;
                }
                got.lock().unwrap().push(std::mem::take(&mut said));
                "250 taken"
            }
            "QUIT" => "221 bye",
            _ => "250 ok",
        };
        stream.write_all(format!("{answer}\r\n").as_bytes()).await?;
    }
}

async fn http(stream: TcpStream, answer: &str, got: &Mutex<Vec<String>>) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    let (mut request, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await?;
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
        request += &line;
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    got.lock().unwrap().push(request + &String::from_utf8_lossy(&body));
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await
}
