import FileProviderStore

/// What a change of the store means for what is in memory.
///
/// A change may still fail, on a full disk as late as its commit, and may be made twice. So memory does not follow it
/// while it is made. What is to follow is collected here, applied in one place when the change is made, before another
/// change is made, and dropped when it fails.
///
/// There are two exceptions. A node that loses its name enters the table of removed nodes before the commit shows that it
/// has none, so that its number is always found in one of the two. While the row exists nothing looks into the table. And a document whose mark the commit
/// removes has none in memory before it, so that a write that begins meanwhile marks it again.
struct Consequences {
  private var removals: [RemovedNodes.Entry] = []
  private var effects: [() -> Void] = []
  private var undoings: [() -> Void] = []

  /// Adds something to do when the change is made. It must not fail, nor take long.
  mutating func add(_ effect: @escaping () -> Void) { effects.append(effect) }

  /// Adds something to do when the change is not made, or is about to be made again: what had to be in memory before it.
  mutating func addUndoing(_ undoing: @escaping () -> Void) { undoings.append(undoing) }

  /// Notes a node that this change alone has put into the table of removed nodes.
  mutating func add(_ removal: RemovedNodes.Entry) { removals.append(removal) }

  /// The change is made: open nodes that lost their names are kept, and everything else follows.
  mutating func apply(to open: OpenFiles) {
    for removal in removals { open.find(removal.id)?.noteUnlinked(at: removal.time) }
    for effect in effects { effect() }
    self = Consequences()
  }

  /// The change is not made, or is about to be made again.
  mutating func drop(from removed: RemovedNodes) {
    for removal in removals { removed.withdraw(removal) }
    for undoing in undoings { undoing() }
    self = Consequences()
  }
}
