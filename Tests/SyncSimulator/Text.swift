import FileProviderSync

/// A document's bytes in the simulator. Texts are equal if their hashes are; `writing` is the oracle's name for the
/// moment at which somebody wrote them, which no engine can see.
struct Text: Hashable {
  var contents: Contents
  var writing: Int

  init(_ pool: Int, writing: Int) {
    contents = Contents(hash: ContentsHash(pool), size: pool % 2)
    self.writing = writing
  }
}

/// A random number generator that a seed replays.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  /// Neighbouring seeds must not give the same numbers a little later.
  init(seed: UInt64) {
    state = seed
    state = next() ^ (seed << 32)
    state = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func number(below bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
