//! The messages of the protocol, generated from the proto files, and short ways to what a game
//! shows.

#![allow(clippy::large_enum_variant)] // a view is made where it stays, so its size costs nothing

tonic::include_proto!("arena.protocol.v1");

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
