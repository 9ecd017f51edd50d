/// Background requests to a provider: each once, as far as it is remembered.
struct ThumbnailBacklog<Wanted: Hashable> {
  private var waiting: [Wanted] = []
  private var known: Set<Wanted> = []

  /// Maximum number of remembered, and of waiting, requests: a program does not ask for a picture twice.
  static var mostKnown: Int { 10_000 }

  /// Adds requests.
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

  /// Allows requests to be repeated.
  mutating func forget(_ some: [Wanted]) { known.subtract(some) }

  mutating func stopWaiting() { waiting = [] }
}
