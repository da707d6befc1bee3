//! Exchanges the messages between a bot and the arena, from hello to goodbye.
//!
//! Rule 1: The kit answers the turns of a batch in their order, because the arena's clock runs for
//! the first turn that is not answered yet.
//!
//! Rule 2: The kit collects choices until more than `FLUSH` has passed since the first turn of the
//! batch, or since it last sent choices. It then sends them, so that they do not wait for the rest
//! of the batch. After the last turn of a batch, it sends all choices that are left.
//!
//! Rule 3: The bots and the connection share one thread. After it sends choices in the middle of a
//! batch, the kit lets the connection write them to the socket before the next bot chooses.

use crate::note::{add_note, let_note};
use crate::protocol::arena_service_client::ArenaServiceClient;
use crate::protocol::{Batch, BotMessage, Choices, Hello, arena_message, bot_message};
use crate::{Bot, MatchStart, Turn};
use prost::bytes::Bytes;
use prost::{DecodeError, Message};
use std::collections::HashMap;
use std::error::Error;
use std::fmt::Display;
use std::mem::take;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::yield_now;
use tokio::time::timeout;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::Status;
use tonic::transport::Endpoint;

const MOST_MESSAGE_BYTES: usize = 16 << 20;
const FLUSH: Duration = Duration::from_millis(5);
const FAREWELL: Duration = Duration::from_secs(1);

/// A function that makes the bot for a match. It is a trait object instead of a type parameter, so
/// that this module is compiled only with the kit, and not again with every bot.
pub(crate) type New<'a> = &'a mut dyn FnMut(MatchStart) -> Box<dyn Bot + 'a>;

/// Plays matches until the arena says goodbye or ends the stream. An error is a sentence for people.
pub(crate) async fn converse(address: &str, hello: Hello, new: New<'_>) -> Result<(), String> {
    let uri = if address.starts_with("unix:") {
        address.to_owned()
    } else {
        format!("http://{address}")
    };
    let endpoint = Endpoint::from_shared(uri).map_err(not_reached)?;
    let channel = endpoint.connect().await.map_err(not_reached)?;
    let mut client = ArenaServiceClient::new(channel).max_decoding_message_size(MOST_MESSAGE_BYTES);

    let (outbox, messages) = unbounded_channel();
    send(&outbox, bot_message::Message::Hello(hello));
    let response = client.play(UnboundedReceiverStream::new(messages)).await;
    let mut stream = response.map_err(refused)?.into_inner();
    let mut matches = Matches::new(outbox, new, Instant::now);
    while let Some(message) = stream.message().await.map_err(refused)? {
        match message.message {
            Some(arena_message::Message::Batch(batch)) => matches.hear(batch).await?,
            Some(arena_message::Message::Goodbye(_)) => {
                drop(matches); // also drops the outbox, which ends the bot's half of the stream
                let _ = timeout(FAREWELL, stream.message()).await;
                break;
            }
            Some(arena_message::Message::Welcome(_)) | None => {}
        }
    }
    Ok(())
}

/// One match on the stream.
struct Match<'a> {
    id: String,
    bot: Box<dyn Bot + 'a>,
    /// The number of turns that the bot has had so far, including the present one.
    turns: u32,
}

/// All matches that have begun and are not over, by their numbers on the stream.
struct Matches<'a, Now> {
    matches: HashMap<u32, Match<'a>>,
    outbox: UnboundedSender<BotMessage>,
    new: New<'a>,
    now: Now,
}

impl<'a, Now: Fn() -> Instant> Matches<'a, Now> {
    fn new(outbox: UnboundedSender<BotMessage>, new: New<'a>, now: Now) -> Self {
        let matches = HashMap::new();
        Self {
            matches,
            outbox,
            new,
            now,
        }
    }

    async fn hear(&mut self, batch: Batch) -> Result<(), String> {
        for start in batch.starts {
            let (number, id) = (start.r#match, start.id.clone());
            let place = format_args!("at the start of match {id}");
            let bot = guard(place, || (self.new)(start))?;
            self.matches.insert(number, Match { id, bot, turns: 0 });
        }
        self.answer(&batch.turns).await?;
        for end in &batch.ends {
            if let Some(Match { id, mut bot, .. }) = self.matches.remove(&end.r#match) {
                guard(format_args!("at the end of match {id}"), || bot.end(end))?;
            }
        }
        Ok(())
    }

    async fn answer(&mut self, turns: &[Bytes]) -> Result<(), String> {
        let mut turn = Turn::default();
        let mut choices = Choices::default();
        let mut flushed = (self.now)();
        for encoded in turns {
            turn.clear();
            // Merging from a slice copies the encoded view. Without the copy, a bot that keeps a turn
            // would keep the memory of the whole batch.
            turn.merge(encoded.as_ref()).map_err(not_read)?;
            let (id, number) = (turn.turn_id, turn.r#match);
            let Some(asked) = self.matches.get_mut(&number) else {
                return Err(format!(
                    "The arena sent a turn of match {number} before its start."
                ));
            };
            asked.turns += 1;
            let place = format_args!("in match {}, at turn {}", asked.id, asked.turns);
            let_note(id);
            let action = guard(place, || asked.bot.choose(&turn))?;
            choices.turn_ids.push(id);
            choices.actions.push(action);
            add_note(&mut choices);
            let now = (self.now)();
            if now - flushed > FLUSH {
                send(
                    &self.outbox,
                    bot_message::Message::Choices(take(&mut choices)),
                );
                yield_now().await; // rule 3
                flushed = now;
            }
        }
        if !choices.turn_ids.is_empty() {
            send(&self.outbox, bot_message::Message::Choices(choices));
        }
        Ok(())
    }
}

/// Sends a message. It ignores the error of a stream that the arena has ended, because the next read
/// from the stream returns the reason.
fn send(outbox: &UnboundedSender<BotMessage>, message: bot_message::Message) {
    let message = Some(message);
    let _ = outbox.send(BotMessage { message });
}

/// Calls the bot and returns its answer. If the bot panics, the error contains `place`, which names
/// the match. Rust has already printed the message of the panic.
fn guard<T>(place: impl Display, ask: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(ask)).map_err(|_| format!("The bot panicked {place}."))
}

fn not_read(error: DecodeError) -> String {
    format!("The arena sent a turn that cannot be read: {error}")
}

fn refused(status: Status) -> String {
    ended(status.message())
}

/// Returns the error message for an arena that cannot be reached. It contains the innermost cause,
/// because the error itself only says that something failed.
fn not_reached(error: tonic::transport::Error) -> String {
    let mut cause: &dyn Error = &error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    ended(cause)
}

fn ended(details: impl Display) -> String {
    format!("The arena ended the conversation: {details}")
}

#[cfg(test)]
mod tests;
