/// A generator of random numbers (SplitMix64). The same seed gives the same numbers on every machine.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Makes a generator from a seed, usually the one in [`MatchStart`](crate::MatchStart).
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Returns 64 random bits as a number.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// Returns one of the items, each with the same probability. Panics if there are no items.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        let index = (u128::from(self.next_u64()) * items.len() as u128) >> 64;
        items[index as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        let mut random = Random::new(1_234_567);
        let numbers: Vec<u64> = (0..3).map(|_| random.next_u64()).collect();
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
        ];
        assert_eq!(numbers, published);
    }

    #[test]
    fn every_item_is_picked_about_as_often() {
        let mut random = Random::new(7);
        let mut picked = [0; 3];
        for _ in 0..3_000 {
            picked[random.pick(&[0, 1, 2])] += 1;
        }
        assert!(
            picked.iter().all(|count| (900..1_100).contains(count)),
            "{picked:?}"
        );
    }
}
