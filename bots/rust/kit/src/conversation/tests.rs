//! Tests that the kit keeps one object per match, and answers turns in order and in time.

use super::*;
use crate::protocol::{ArenaMessage, Goodbye, MatchEnd, Welcome};
use std::cell::{Cell, RefCell};

mod streamed;

const WAIT: Duration = Duration::from_secs(20);

type Ids = Vec<u32>;

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime can be built")
        .block_on(future)
}

fn start(number: u32) -> MatchStart {
    MatchStart {
        r#match: number,
        id: format!("5f{number}"),
        ..MatchStart::default()
    }
}

fn turn(turn_id: u32, number: u32, legal: &[u32]) -> Turn {
    Turn {
        turn_id,
        r#match: number,
        legal: legal.to_vec(),
        ..Turn::default()
    }
}

fn end(number: u32, ranks: &[u32]) -> MatchEnd {
    MatchEnd {
        r#match: number,
        ranks: ranks.to_vec(),
        ..MatchEnd::default()
    }
}

fn batch(starts: &[u32], turns: Vec<Turn>, ends: Vec<MatchEnd>) -> Batch {
    Batch {
        starts: starts.iter().copied().map(start).collect(),
        turns: turns
            .iter()
            .map(|turn| turn.encode_to_vec().into())
            .collect(),
        ends,
    }
}

/// A bot that chooses the last legal action. It records each turn, the result, and the moment in
/// which it is dropped, with the number of its match.
struct Diary<'a> {
    number: u32,
    notes: &'a RefCell<Vec<String>>,
}

impl Bot for Diary<'_> {
    fn choose(&mut self, turn: &Turn) -> u32 {
        let note = format!("{}: turn {}", self.number, turn.turn_id);
        self.notes.borrow_mut().push(note);
        *turn.legal.last().expect("legal is never empty")
    }

    fn end(&mut self, end: &MatchEnd) {
        let note = format!("{}: ranks {:?}", self.number, end.ranks);
        self.notes.borrow_mut().push(note);
    }
}

impl Drop for Diary<'_> {
    fn drop(&mut self) {
        self.notes
            .borrow_mut()
            .push(format!("{}: dropped", self.number));
    }
}

/// Lets `Diary` bots answer these batches; returns their choices, and the lines that they recorded.
fn hear(batches: Vec<Batch>) -> (Vec<(Ids, Ids)>, Vec<String>) {
    let notes = RefCell::new(Vec::new());
    let now = Instant::now();
    let mut new = |start: MatchStart| -> Box<dyn Bot + '_> {
        Box::new(Diary {
            number: start.r#match,
            notes: &notes,
        })
    };
    let answers = answers(batches, &mut new, || now).expect("diaries do not panic");
    (answers, notes.into_inner())
}

fn answers(
    batches: Vec<Batch>,
    new: New<'_>,
    now: impl Fn() -> Instant,
) -> Result<Vec<(Ids, Ids)>, String> {
    let (outbox, mut sent) = unbounded_channel();
    let mut matches = Matches::new(outbox, new, now);
    for batch in batches {
        block_on(matches.hear(batch))?;
    }
    drop(matches);
    let messages = std::iter::from_fn(|| sent.blocking_recv());
    Ok(messages.map(ids_and_actions).collect())
}

fn ids_and_actions(message: BotMessage) -> (Ids, Ids) {
    match message.message {
        Some(bot_message::Message::Choices(choices)) => (choices.turn_ids, choices.actions),
        other => panic!("{other:?} is no choices"),
    }
}

#[test]
fn there_is_one_object_for_each_match_until_its_end() {
    let (_, notes) = hear(vec![
        batch(&[4, 5], vec![turn(1, 4, &[1]), turn(2, 5, &[1])], vec![]),
        batch(&[], vec![turn(3, 5, &[1])], vec![end(5, &[2, 1])]),
        batch(&[5], vec![turn(4, 5, &[1])], vec![]),
    ]);
    let first = ["4: turn 1", "5: turn 2", "5: turn 3"];
    let then = ["5: ranks [2, 1]", "5: dropped", "5: turn 4"];
    assert_eq!(notes[..6], [first, then].concat());
}

/// A bot that attaches two notes to each turn with an even id; the second note replaces the first.
/// In every turn, it also attaches a note to a turn that is not being answered, which has no effect.
struct Noting;

impl Bot for Noting {
    fn choose(&mut self, turn: &Turn) -> u32 {
        if turn.turn_id.is_multiple_of(2) {
            turn.note("forgotten");
            turn.note(if turn.turn_id == 2 {
                "why".to_owned()
            } else {
                "é".repeat(300)
            });
        }
        let mut answered = turn.clone();
        answered.turn_id = 1000;
        answered.note("too late");
        turn.legal[0]
    }
}

#[test]
fn notes_travel_with_their_choices() {
    let (outbox, mut sent) = unbounded_channel();
    let mut new = |_: MatchStart| -> Box<dyn Bot> { Box::new(Noting) };
    let mut matches = Matches::new(outbox, &mut new, Instant::now);
    let turns = (1..=4).map(|id| turn(id, 7, &[0])).collect();
    block_on(matches.hear(batch(&[7], turns, vec![]))).expect("nobody panics");
    block_on(matches.hear(batch(&[], vec![turn(5, 7, &[0])], vec![]))).expect("nobody panics");
    drop(matches);
    let notes: Vec<_> = std::iter::from_fn(|| sent.blocking_recv())
        .flat_map(|message| match message.message {
            Some(bot_message::Message::Choices(choices)) => choices.notes,
            other => panic!("{other:?} is no choices"),
        })
        .collect();
    assert_eq!(
        notes,
        ["".to_owned(), "why".into(), "".into(), "é".repeat(200)]
    );
}

#[test]
fn turns_are_answered_in_the_order_they_stand_in() {
    let turns = vec![turn(9, 1, &[1, 5]), turn(3, 2, &[2, 6]), turn(7, 3, &[4])];
    let (answers, _) = hear(vec![batch(&[1, 2, 3], turns, vec![])]);
    assert_eq!(answers, [(vec![9, 3, 7], vec![5, 6, 4])]);
}

#[test]
fn a_turn_that_cannot_be_read_is_told() {
    let cut = Bytes::from_static(&[0x08]); // the tag of `turn_id` without its value
    let mut batch = batch(&[], vec![], vec![]);
    batch.turns.push(cut);
    let mut new = |_: MatchStart| -> Box<dyn Bot> { unreachable!("the match has not begun") };
    let error = answers(vec![batch], &mut new, Instant::now).expect_err("a turn is cut");
    assert!(
        error.starts_with("The arena sent a turn that cannot be read: "),
        "{error}"
    );
}

#[test]
fn nothing_of_a_turn_is_left_in_the_next() {
    let turns = vec![turn(1, 1, &[1, 5, 9]), turn(2, 1, &[4])];
    let (answers, _) = hear(vec![batch(&[1], turns, vec![])]);
    assert_eq!(answers, [(vec![1, 2], vec![9, 4])]);
}

#[test]
fn a_batch_without_turns_is_not_answered() {
    let batches = vec![
        batch(&[1], vec![], vec![]),
        batch(&[], vec![], vec![end(1, &[])]),
    ];
    assert_eq!(hear(batches).0, []);
}

#[test]
fn starts_are_read_before_turns_and_ends_after_them() {
    let (_, notes) = hear(vec![batch(
        &[1],
        vec![turn(1, 1, &[3])],
        vec![end(1, &[1])],
    )]);
    assert_eq!(notes, ["1: turn 1", "1: ranks [1]", "1: dropped"]);
}

/// A bot that takes its first legal action; the number of the action is its thinking time in
/// milliseconds, by which it moves the clock of the test.
struct Thinker<'a>(&'a Cell<Instant>);

impl Bot for Thinker<'_> {
    fn choose(&mut self, turn: &Turn) -> u32 {
        let milliseconds = turn.legal[0];
        self.0
            .set(self.0.get() + Duration::from_millis(milliseconds.into()));
        milliseconds
    }
}

fn flushes(thinking_ms: &[u32]) -> Vec<Ids> {
    let clock = Cell::new(Instant::now());
    let turns = (1..).zip(thinking_ms).map(|(id, ms)| turn(id, 1, &[*ms]));
    let batch = batch(&[1], turns.collect(), vec![]);
    let answers = answers(vec![batch], &mut |_| Box::new(Thinker(&clock)), || {
        clock.get()
    });
    let answers = answers.expect("thinkers do not panic");
    answers.into_iter().map(|(ids, _)| ids).collect()
}

#[test]
fn answers_do_not_wait_for_long_thoughts_about_other_turns() {
    assert_eq!(
        flushes(&[2, 4, 1000, 1, 1]),
        [vec![1, 2], vec![3], vec![4, 5]]
    );
}

#[test]
fn quick_answers_go_together() {
    assert_eq!(flushes(&[1; 5]), [[1, 2, 3, 4, 5]]);
}

#[test]
fn a_bot_that_panics_is_told_where() {
    struct Panics;
    impl Bot for Panics {
        fn choose(&mut self, turn: &Turn) -> u32 {
            turn.legal[10_000]
        }
    }
    let legal = [0; 10_001];
    let turns = vec![turn(15, 3, &legal), turn(16, 4, &legal), turn(17, 3, &[0])];
    let batch = batch(&[3, 4], turns, vec![]);
    let sentence = answers(vec![batch], &mut |_| Box::new(Panics), Instant::now);
    assert_eq!(
        sentence,
        Err("The bot panicked in match 5f3, at turn 2.".to_owned())
    );
}
