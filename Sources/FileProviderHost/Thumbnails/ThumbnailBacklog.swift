/// What is wanted of a provider in the background: each thing once, as far as it is remembered.
struct ThumbnailBacklog<Wanted: Hashable> {
  private var waiting: [Wanted] = []
  private var known: Set<Wanted> = []

  /// So many are remembered, and so many wait at most: whoever wants a picture does not ask again.
  static var mostKnown: Int { 10_000 }

  /// Adds what is wanted.
  ///
  /// - Returns: Whether it is new.
  mutating func add(_ wanted: Wanted) -> Bool {
    guard waiting.count < Self.mostKnown, !known.contains(wanted) else { return false }
    if known.count >= Self.mostKnown { known = Set(waiting) }
    known.insert(wanted)
    waiting.append(wanted)
    return true
  }

  /// Takes out the first that waits, and others that go with it.
  mutating func next(atMost count: Int, alike: (Wanted, Wanted) -> Bool) -> [Wanted] {
    guard let first = waiting.first else { return [] }
    let some = Array(waiting.filter { alike($0, first) }.prefix(count))
    let taken = Set(some)
    waiting.removeAll { taken.contains($0) }
    return some
  }

  /// Lets things be wanted again.
  mutating func forget(_ some: [Wanted]) { known.subtract(some) }

  mutating func stopWaiting() { waiting = [] }
}
