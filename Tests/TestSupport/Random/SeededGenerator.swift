/// Random numbers that come again with the same seed (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// A number from 0 up to, but not including, a limit.
  package mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  /// True once in so many times.
  package mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  /// One of some elements, of which there is at least one.
  package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// So many bytes.
  package mutating func bytes(_ count: Int) -> [UInt8] {
    var word: UInt64 = 0
    return (0..<count).map { index in
      if index % 8 == 0 { word = next() }
      return UInt8(truncatingIfNeeded: word >> UInt64(index % 8 * 8))
    }
  }
}
