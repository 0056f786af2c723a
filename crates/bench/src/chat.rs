//! Chat sockets: 500 people have the assistant open, and each asks one question. How long the first sign of life takes, and
//! the answer; with the questions a fiftieth of a second apart, and all at once.

use crate::client::{Connection, Outgoing};
use crate::sign_in::sign_in;
use crate::site::Site;
use futures_util::future::try_join_all;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::net::Ipv4Addr;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

const SOCKETS: usize = 500;
/// Newcomers whom nothing else is measured with.
const FIRST_ASKER: usize = 440;
const APART: Duration = Duration::from_millis(20);
/// People sign in from different places.
const PER_ADDRESS: usize = 25;

#[derive(Default)]
pub(crate) struct Waits {
    pub(crate) first_status: Vec<Duration>,
    pub(crate) first_words: Vec<Duration>,
    pub(crate) whole: Vec<Duration>,
}

pub(crate) struct Chats {
    pub(crate) apart: Waits,
    pub(crate) at_once: Waits,
}

type Socket = WebSocketStream<TcpStream>;

pub(crate) async fn chats(site: &Site) -> Result<Chats, String> {
    for flag in ["chatbot", "chat-websocket"] {
        site.operate(&["flag", "set", "Cedar Group", flag, "on"])?;
    }
    let mut sockets = vec![];
    for n in 0..SOCKETS {
        sockets.push(open(site, n).await?);
    }
    let apart = ask_all(&mut sockets, "a", APART).await?;
    let at_once = ask_all(&mut sockets, "b", Duration::ZERO).await?;
    for socket in &mut sockets {
        let _ = socket.close(None).await;
    }
    site.operate(&["flag", "set", "Cedar Group", "chatbot", "default"])?;
    Ok(Chats { apart, at_once })
}

async fn open(site: &Site, n: usize) -> Result<Socket, String> {
    let address = site.server.address;
    let place = u8::try_from(n / PER_ADDRESS).unwrap_or(u8::MAX);
    let mut connection = Connection::open_from(Ipv4Addr::new(127, 0, 9, 1 + place), address).await?;
    let session = sign_in(&mut connection, address, &format!("worker{}", FIRST_ASKER + n)).await?;
    let asked = Outgoing::post("/chat/ticket", Some(&session.token), "{}".to_owned());
    let reply = connection.send(&asked).await?;
    let ticket = reply.json()?["ticket"].as_str().map(str::to_owned);
    let ticket = ticket.ok_or_else(|| format!("there is no ticket: {}", reply.text()))?;
    let failed = |error: tokio_tungstenite::tungstenite::Error| format!("the chat socket: {error}");
    let query = format!("token={ticket}&session_id=s{n}&conversation_id=bench-{n}");
    let url = format!("ws://localhost:{}/chat/socket?{query}", address.port());
    let mut request = url.into_client_request().map_err(failed)?;
    let origin = format!("http://localhost:{}", address.port());
    request.headers_mut().insert("origin", origin.parse().map_err(|_| "an origin is a header")?);
    let stream = TcpStream::connect(address).await.map_err(|error| error.to_string())?;
    stream.set_nodelay(true).map_err(|error| error.to_string())?;
    let (socket, _) = tokio_tungstenite::client_async(request, stream).await.map_err(failed)?;
    Ok(socket)
}

async fn ask_all(sockets: &mut [Socket], round: &str, apart: Duration) -> Result<Waits, String> {
    let asking = sockets.iter_mut().enumerate().map(async |(n, socket)| {
        tokio::time::sleep(apart * u32::try_from(n).unwrap_or_default()).await;
        ask(socket, &format!("{round}{n}")).await
    });
    let mut waits = Waits::default();
    for (first_status, first_words, whole) in try_join_all(asking).await? {
        waits.first_status.push(first_status);
        waits.first_words.push(first_words);
        waits.whole.push(whole);
    }
    for list in [&mut waits.first_status, &mut waits.first_words, &mut waits.whole] {
        list.sort();
    }
    Ok(waits)
}

async fn ask(socket: &mut Socket, question: &str) -> Result<(Duration, Duration, Duration), String> {
    let data = json!({ "prompt": "How much time off do I have?", "question_id": question, "language": "en" });
    let message = json!({ "action": "chat", "data": data }).to_string();
    let sent = Instant::now();
    socket.send(Message::text(message)).await.map_err(|error| error.to_string())?;
    let (mut first_status, mut first_words) = (None, None);
    while let Some(next) = socket.next().await {
        let next = next.map_err(|error| error.to_string())?;
        let Ok(text) = next.to_text() else { continue };
        let heard: Value = serde_json::from_str(text).unwrap_or_default();
        if heard["error"].is_object() {
            return Err(format!("a question was refused: {text}"));
        }
        if heard["status_update"].is_string() {
            first_status.get_or_insert_with(|| sent.elapsed());
        } else if heard["message"].is_string() {
            first_words.get_or_insert_with(|| sent.elapsed());
        }
        if heard["is_end_of_stream"] == true {
            let whole = sent.elapsed();
            let first_status = first_status.ok_or("an answer came without a status")?;
            return Ok((first_status, first_words.unwrap_or(whole), whole));
        }
    }
    Err("a chat socket was closed".to_owned())
}
