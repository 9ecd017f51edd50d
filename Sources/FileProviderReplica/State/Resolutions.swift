import FileProviderStore

/// How often the provider, or the user, has signalled that the cause of an error is gone, for the calls that were under way: they may have failed before that.
struct Resolutions {
  /// What there was at some moment.
  struct Moment {
    fileprivate let counts: [ErrorKind: Int]
  }

  private var counts: [ErrorKind: Int] = [:]
  /// The items whose calls were made again for a signal.
  private var repeated: Set<ItemID> = []

  /// No more kinds of errors are told apart: apps may name any.
  private static let mostKinds = 64

  var now: Moment { Moment(counts: counts) }

  mutating func note(_ error: any Error) {
    let kind = ErrorKind(error)
    if counts[kind] == nil, counts.count >= Self.mostKinds { return }
    counts[kind, default: 0] += 1
  }

  /// Whether the cause of an error was gone only after a call with it had begun.
  func hasResolved(_ error: any Error, since begun: Moment) -> Bool {
    counts[ErrorKind(error)] != begun.counts[ErrorKind(error)]
  }

  /// Whether a call that sends an item is made again: once in a row, since a provider may signal in each.
  mutating func mayRepeat(_ item: ItemID, after error: any Error, since begun: Moment) -> Bool {
    guard hasResolved(error, since: begun), repeated.insert(item).inserted else {
      repeated.remove(item)
      return false
    }
    return true
  }

  /// A call that sends an item has succeeded.
  mutating func noteSuccess(of item: ItemID) { repeated.remove(item) }
}
