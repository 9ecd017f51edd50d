/// Random numbers that come again with the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// True once in so many times.
  mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }
  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
