//! The messages of the protocol, generated from the proto files, and short ways to what a game
//! shows.

#![allow(clippy::large_enum_variant)] // a view is made where it stays, so its size costs nothing

use prost::bytes::Bytes;

tonic::include_proto!("arena.protocol.v1");

/// A Batch whose turns are read one by one when they are answered, so that each takes the memory
/// the one before it has left. The numbers of its fields are those of `arena.proto`.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Batch {
    /// Matches that begin.
    #[prost(message, repeated, tag = "1")]
    pub starts: Vec<MatchStart>,
    /// Turns to answer, each as it is encoded.
    #[prost(bytes = "bytes", repeated, tag = "2")]
    pub turns: Vec<Bytes>,
    /// Matches that are over.
    #[prost(message, repeated, tag = "3")]
    pub ends: Vec<MatchEnd>,
}

impl MatchStart {
    /// The set-up of a match of Verräter; none in another game.
    pub fn verraeter(&self) -> Option<&VerraeterSetup> {
        match &self.setup {
            Some(match_start::Setup::Verraeter(setup)) => Some(setup),
            _ => None,
        }
    }

    /// The set-up of a match of Het Verraad; none in another game.
    pub fn hetverraad(&self) -> Option<&HetVerraadSetup> {
        match &self.setup {
            Some(match_start::Setup::Hetverraad(setup)) => Some(setup),
            _ => None,
        }
    }
}

impl Turn {
    /// What the seat sees of a match of Verräter; none in another game.
    pub fn verraeter(&self) -> Option<&VerraeterView> {
        match &self.view {
            Some(turn::View::Verraeter(view)) => Some(view),
            _ => None,
        }
    }

    /// What the seat sees of a match of Het Verraad; none in another game.
    pub fn hetverraad(&self) -> Option<&HetVerraadView> {
        match &self.view {
            Some(turn::View::Hetverraad(view)) => Some(view),
            _ => None,
        }
    }
}
