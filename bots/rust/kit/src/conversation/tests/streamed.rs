//! Tests the kit over a real connection: when messages arrive, and what the error messages say if the
//! arena refuses the bot or cannot be reached.

use super::*;
use std::convert::Infallible;
use std::future::{Ready, ready};
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::body::Body;
use tonic::codegen::http;
use tonic::server::{Grpc, StreamingService};
use tonic::transport::Server;
use tonic::{Request, Response, Streaming};
use tonic_prost::ProstCodec;
use tower::service_fn;

/// A stand-in for the arena. After hello, it sends the messages in `says`; it passes all messages of
/// the bot on to `heard`. If `says` is empty, it refuses the bot.
#[derive(Clone)]
struct Arena {
    says: Vec<ArenaMessage>,
    heard: Sender<BotMessage>,
}

impl StreamingService<BotMessage> for Arena {
    type Response = ArenaMessage;
    type ResponseStream = UnboundedReceiverStream<Result<ArenaMessage, Status>>;
    type Future = Ready<Result<Response<Self::ResponseStream>, Status>>;

    fn call(&mut self, request: Request<Streaming<BotMessage>>) -> Self::Future {
        let Arena { says, heard } = self.clone();
        if says.is_empty() {
            return ready(Err(Status::unauthenticated("hello has a wrong token")));
        }
        let (outbox, messages) = unbounded_channel();
        tokio::spawn(async move {
            let mut stream = request.into_inner();
            if let Ok(Some(hello)) = stream.message().await {
                let _ = heard.send(hello);
            }
            for message in says {
                let _ = outbox.send(Ok(message));
            }
            while let Ok(Some(message)) = stream.message().await {
                let _ = heard.send(message);
            }
            drop(outbox); // the stream ends when the bot has ended its half
        });
        ready(Ok(Response::new(UnboundedReceiverStream::new(messages))))
    }
}

/// Starts a stand-in for the arena that sends these messages. Returns its address, and a receiver of
/// the messages that it gets from the bot.
fn open(says: Vec<arena_message::Message>) -> (String, Receiver<BotMessage>) {
    let (heard, hears) = channel();
    let says = says.into_iter().map(|message| ArenaMessage {
        message: Some(message),
    });
    let mut says: Vec<ArenaMessage> = says.collect();
    if !says.is_empty() {
        says.insert(1, ArenaMessage { message: None }); // how a message of a later protocol is decoded
    }
    let arena = Arena { says, heard };
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    let address = listener.local_addr().expect("it listens").to_string();
    listener.set_nonblocking(true).expect("it can wait");
    thread::spawn(move || {
        block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener).expect("it listens");
            let service = service_fn(move |request: http::Request<Body>| {
                assert_eq!(request.uri().path(), "/arena.protocol.v1.ArenaService/Play");
                let arena = arena.clone();
                async move {
                    let mut grpc = Grpc::new(ProstCodec::<ArenaMessage, BotMessage>::default());
                    Ok::<_, Infallible>(grpc.streaming(arena, request).await)
                }
            });
            Server::builder()
                .serve_with_incoming(service, TcpListenerStream::new(listener))
                .await
        })
    });
    (address, hears)
}

fn hello() -> Hello {
    Hello {
        token: "8f3c".to_owned(),
        ..Hello::default()
    }
}

/// A bot that thinks longer than `FLUSH` about turn 1. In turn 2, it waits until the arena has
/// received the choice for turn 1.
struct Patient {
    hears: Option<Receiver<BotMessage>>,
}

impl Bot for Patient {
    fn choose(&mut self, turn: &Turn) -> u32 {
        if turn.turn_id == 1 {
            thread::sleep(2 * FLUSH);
        } else {
            let hears = self.hears.take().expect("there is one turn 2");
            let first = hears.recv_timeout(WAIT).expect("hello has left");
            assert_eq!(first.message, Some(bot_message::Message::Hello(hello())));
            let second = hears.recv_timeout(WAIT).expect("the choice has left");
            assert_eq!(ids_and_actions(second), (vec![1], vec![5]));
        }
        turn.legal[0]
    }
}

/// Plays with `Patient` bots at this address. The bot of the first match gets `hears`, with which it
/// reads the messages that the arena has received.
fn play(address: &str, mut hears: Option<Receiver<BotMessage>>) -> Result<(), String> {
    let mut new = |_| -> Box<dyn Bot> {
        let hears = hears.take();
        Box::new(Patient { hears })
    };
    block_on(converse(address, hello(), &mut new))
}

#[test]
fn a_choice_leaves_while_the_bot_thinks_about_the_next_turn() {
    let turns = vec![turn(1, 1, &[5]), turn(2, 1, &[6])];
    let (address, hears) = open(vec![
        arena_message::Message::Welcome(Welcome::default()),
        arena_message::Message::Batch(batch(&[1], turns, vec![])),
        arena_message::Message::Goodbye(Goodbye::default()),
    ]);
    assert_eq!(play(&address, Some(hears)), Ok(()));
}

#[test]
fn nothing_is_heard_after_goodbye() {
    let (address, hears) = open(vec![
        arena_message::Message::Welcome(Welcome::default()),
        arena_message::Message::Goodbye(Goodbye::default()),
        arena_message::Message::Batch(batch(&[1], vec![turn(2, 1, &[5])], vec![])),
    ]);
    assert_eq!(play(&address, None), Ok(()));
    assert_eq!(hears.try_iter().count(), 1, "hello");
}

#[test]
fn a_bot_that_the_arena_refuses_says_why() {
    let (address, _) = open(vec![]);
    let sentence = "The arena ended the conversation: hello has a wrong token";
    assert_eq!(play(&address, None), Err(sentence.to_owned()));
}

#[test]
fn a_bot_that_cannot_reach_the_arena_says_so_in_a_sentence() {
    for nobody in ["unix:/nowhere/nobody", "127.0.0.1:1"] {
        let sentence = play(nobody, None).expect_err("nobody listens there");
        assert!(
            sentence.starts_with("The arena ended the conversation: "),
            "{sentence}"
        );
        assert!(sentence.ends_with(')'), "{sentence}");
    }
}
