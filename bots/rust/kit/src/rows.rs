//! Finds the rows of a turn by name, in games without messages of their own in the protocol.

use crate::MatchStart;
use crate::protocol::{Row, RowKind, Turn, Values, match_start};
use std::ops::Range;

/// The rows of a turn, which are named lists of values. A game without messages of its own in the
/// protocol describes in rows what a seat sees; the rules of the game explain each row.
///
/// [`ints`](Rows::ints), [`reals`](Rows::reals) and [`texts`](Rows::texts) panic if the turn has no
/// row with this name and kind. The message of the panic lists all rows of the turn.
#[derive(Clone, Debug)]
pub struct Rows<'a> {
    schema: &'a [Row],
    values: Values,
}

impl Turn {
    /// Returns the rows of this turn. `start` is the message that announced the turn's match. Each
    /// call decodes the rows again. Panics if the rows cannot be decoded.
    pub fn rows<'a>(&self, start: &'a MatchStart) -> Rows<'a> {
        let schema = match &start.setup {
            Some(match_start::Setup::Schema(schema)) => schema.rows.as_slice(),
            _ => &[],
        };
        let values = self.values().unwrap_or_default();
        Rows { schema, values }
    }
}

impl Rows<'_> {
    /// Returns the values of a row of integers; a value that the seat cannot see is -1.
    #[must_use]
    pub fn ints(&self, name: &str) -> &[i64] {
        &self.values.ints[self.find(name, RowKind::Integers)]
    }

    /// Returns the values of a row of floating-point numbers.
    #[must_use]
    pub fn reals(&self, name: &str) -> &[f64] {
        &self.values.reals[self.find(name, RowKind::Reals)]
    }

    /// Returns the values of a row of texts.
    #[must_use]
    pub fn texts(&self, name: &str) -> &[String] {
        &self.values.texts[self.find(name, RowKind::Text)]
    }

    /// Returns where the values of a row are among all values of this kind; panics if there is no
    /// such row.
    fn find(&self, name: &str, kind: RowKind) -> Range<usize> {
        let mut lengths = self.values.lengths.iter();
        let mut begin = 0;
        for row in self.schema {
            let width = match row.width {
                0 => *lengths.next().expect("the arena tells all lengths"),
                width => width,
            };
            if row.kind() != kind {
                continue;
            }
            let end = begin + width as usize;
            if row.name == name {
                return begin..end;
            }
            begin = end;
        }
        let rows = self.schema.iter();
        let names: Vec<_> = rows
            .map(|row| format!("{} ({})", row.name, word(row.kind())))
            .collect();
        panic!(
            "there is no row {name:?} of {}; the rows are {}",
            word(kind),
            names.join(", ")
        );
    }
}

fn word(kind: RowKind) -> &'static str {
    match kind {
        RowKind::Unspecified => "nothing",
        RowKind::Integers => "integers",
        RowKind::Reals => "reals",
        RowKind::Text => "text",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Schema;
    use prost::Message;

    fn row(name: &str, kind: RowKind, width: u32) -> Row {
        Row {
            name: name.to_owned(),
            kind: kind.into(),
            width,
            ..Row::default()
        }
    }

    /// Returns the start of a match with rows of each kind, some of fixed and some of varying width.
    fn announced() -> MatchStart {
        let rows = vec![
            row("hand", RowKind::Integers, 0),
            row("odds", RowKind::Reals, 2),
            row("said", RowKind::Text, 0),
            row("board", RowKind::Integers, 3),
        ];
        MatchStart {
            setup: Some(match_start::Setup::Schema(Schema { rows })),
            ..MatchStart::default()
        }
    }

    fn asked(values: &Values) -> Turn {
        Turn {
            encoded_values: values.encode_to_vec().into(),
            ..Turn::default()
        }
    }

    fn values() -> Values {
        Values {
            ints: vec![7, -1, 0, 1, 2],
            lengths: vec![2, 1],
            reals: vec![0.5, 1.0],
            texts: vec!["no".to_owned()],
        }
    }

    #[test]
    fn rows_are_found_by_their_names() {
        let start = announced();
        let rows = asked(&values()).rows(&start);
        assert_eq!(rows.ints("board"), [0, 1, 2]);
        assert_eq!(rows.ints("hand"), [7, -1]);
        assert_eq!(rows.reals("odds"), [0.5, 1.0]);
        assert_eq!(rows.texts("said"), ["no"]);
    }

    #[test]
    fn an_empty_row_is_found() {
        let values = Values {
            lengths: vec![0, 0],
            ..Values::default()
        };
        let start = announced();
        assert_eq!(asked(&values).rows(&start).ints("hand"), [0; 0]);
    }

    #[test]
    #[should_panic(
        expected = "there is no row \"odds\" of integers; the rows are hand (integers), odds (reals), said (text), board (integers)"
    )]
    fn a_missing_row_is_named_with_those_there_are() {
        let _ = asked(&values()).rows(&announced()).ints("odds");
    }
}
