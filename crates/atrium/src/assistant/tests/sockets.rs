//! The socket's limits, over real connections: how many, how large, how long, and one thing at a time.

use super::stub::{Said, Stub, honest};
use super::{ORIGIN, open, say, turn_on};
use crate::world::{Actor, World, both};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Where the world serves.
async fn port_of(world: &World) -> u16 {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(axum::serve(listener, world.router()).into_future());
    port
}

/// A socket, or the status it's refused with.
async fn connect(actor: &Actor<'_>, port: u16) -> Result<Socket, u16> {
    let ticket = say(actor, "/chat/ticket", json!({})).await.body["ticket"].as_str().unwrap().to_owned();
    let address = format!("ws://127.0.0.1:{port}/chat/socket?token={ticket}&session_id=s&conversation_id=c");
    let mut request = address.as_str().into_client_request().unwrap();
    request.headers_mut().insert("host", "localhost:8080".parse().unwrap());
    request.headers_mut().insert("origin", ORIGIN.parse().unwrap());
    match tokio_tungstenite::connect_async(request).await {
        Ok((socket, _)) => Ok(socket),
        Err(Error::Http(response)) => Err(response.status().as_u16()),
        Err(error) => panic!("{error}"),
    }
}

async fn tell(socket: &mut Socket, message: &Value) {
    socket.send(Message::text(message.to_string())).await.unwrap();
}

fn question(id: &str, prompt: &str) -> Value {
    json!({ "action": "chat", "data": { "prompt": prompt, "question_id": id, "language": "en" } })
}

/// The end of an answer, or why there's none.
async fn end_of(socket: &mut Socket, id: &str) -> Value {
    loop {
        let next = socket.next().await.unwrap().unwrap();
        let heard: Value = serde_json::from_str(next.to_text().unwrap()).unwrap();
        if heard["question_id"] == id && heard["is_end_of_stream"] == true {
            return heard;
        }
    }
}

/// Whether the server ends it, and soon.
async fn ends(socket: &mut Socket) -> bool {
    let end = async {
        while let Some(Ok(heard)) = socket.next().await {
            if heard.is_close() {
                break;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(10), end).await.is_ok()
}

const WHEN: &str = "When is my next payday?";

both! {
    async fn a_caller_who_goes_away_leaves_no_place_taken(world: World) {
        open(&world).await;
        turn_on(&world, &["chat-language-model"]).await;
        let stub = Stub::start(honest).await;
        let node = stub.node(&world).await;
        let ana = node.acting("ana").await;
        stub.now_says(|_| Said::Endless("Let me see".to_owned()));
        let asking = say(&ana, "/v1/gone", json!({ "prompt": WHEN }));
        let waited = tokio::time::timeout(Duration::from_millis(700), asking).await;
        assert!(waited.is_err(), "it was still being answered");
        stub.now_says(honest);
        let mut tries = 0;
        loop {
            tries += 1;
            let reply = say(&ana, "/v1/gone", json!({ "prompt": WHEN })).await;
            if reply.body["code"] != "BUSY" {
                assert_eq!(reply.body["topic"], "next_payday", "{}", reply.text);
                break;
            }
            assert!(tries < 20, "{}", reply.text);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    async fn a_person_has_five_sockets_and_the_sixth_is_refused(world: World) {
        open(&world).await;
        let (port, ana) = (port_of(&world).await, world.acting("ana").await);
        let mut sockets = vec![];
        for _ in 0..5 {
            sockets.push(connect(&ana, port).await.unwrap());
        }
        assert_eq!(connect(&ana, port).await.err(), Some(429));
        assert!(connect(&world.acting("victor").await, port).await.is_ok(), "others have their own");
        sockets[0].close(None).await.unwrap();
        let mut tries = 0;
        while connect(&ana, port).await.is_err() {
            tries += 1;
            assert!(tries < 100, "a closed socket's place is free again");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    async fn a_frame_has_64_kib_at_most_and_a_question_8_kb(world: World) {
        open(&world).await;
        let (port, ana) = (port_of(&world).await, world.acting("ana").await);
        let mut socket = connect(&ana, port).await.unwrap();
        tell(&mut socket, &question("q1", &"a".repeat(8_193))).await;
        assert_eq!(end_of(&mut socket, "q1").await["error"]["code"], "PROMPT_TOO_LONG");
        tell(&mut socket, &question("q2", " \n ")).await;
        assert_eq!(end_of(&mut socket, "q2").await["error"]["code"], "EMPTY_PROMPT");
        // The server may end it before the whole frame was sent.
        let _ = socket.send(Message::text(question("q3", &"a".repeat(65_536)).to_string())).await;
        assert!(ends(&mut socket).await);
        assert_eq!(world.count("SELECT count(*) FROM assistant_turn").await, 0);
    }

    async fn a_session_that_ends_takes_its_sockets_with_it(world: World) {
        open(&world).await;
        let (port, ana) = (port_of(&world).await, world.acting("ana").await);
        let mut socket = connect(&ana, port).await.unwrap();
        tell(&mut socket, &question("q1", WHEN)).await;
        assert_eq!(end_of(&mut socket, "q1").await["topic"], "next_payday");
        let end = "mutation ($p: ID!) { endSessionsOf(personId: $p) { sessions { id } } }";
        let person = world.person("ana").await.to_string();
        assert_eq!(world.acting("grace").await.ask(end, json!({ "p": person })).await.outcome(), "ok");
        assert!(ends(&mut socket).await);
    }

    async fn a_socket_answers_one_question_at_a_time_and_stops_when_told(world: World) {
        open(&world).await;
        turn_on(&world, &["chat-language-model"]).await;
        let stub = Stub::start(honest).await;
        let node = stub.node(&world).await;
        let (port, ana) = (port_of(&node).await, node.acting("ana").await);
        let mut socket = connect(&ana, port).await.unwrap();
        stub.now_says(|_| Said::Endless("Let me see".to_owned()));
        tell(&mut socket, &question("q1", WHEN)).await;
        tell(&mut socket, &question("q2", WHEN)).await;
        assert_eq!(end_of(&mut socket, "q2").await["error"]["code"], "BUSY");
        tell(&mut socket, &json!({ "action": "stop" })).await;
        assert_eq!(end_of(&mut socket, "q1").await["error"]["code"], "STOPPED");
        stub.now_says(honest);
        tell(&mut socket, &question("q3", WHEN)).await;
        assert_eq!(end_of(&mut socket, "q3").await["topic"], "next_payday");
        assert_eq!(world.count("SELECT count(*) FROM assistant_turn").await, 1);
        // Someone leaves in the middle of an answer, and asks something else in another window.
        stub.now_says(|_| Said::Endless("Let me see".to_owned()));
        tell(&mut socket, &question("q4", WHEN)).await;
        let sent_on = socket.next().await.unwrap().unwrap();
        assert!(sent_on.to_text().unwrap().contains("status_update"));
        drop(socket);
        stub.now_says(honest);
        let mut other = connect(&ana, port).await.unwrap();
        let mut tries = 0;
        loop {
            tries += 1;
            let id = format!("q5-{tries}");
            tell(&mut other, &question(&id, WHEN)).await;
            let said = end_of(&mut other, &id).await;
            if said["error"]["code"] != "BUSY" {
                assert_eq!(said["topic"], "next_payday", "{said}");
                break;
            }
            assert!(tries < 20, "{said}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}
