import FileProviderStore

/// What a change of the store means for what is in memory.
///
/// A change may fail after all, on a full disk as late as its commit, and may be made twice. So nothing in memory follows it while it is made:
/// what is to follow is collected here, and applied in one place when the change is made, before anybody makes another. Of a change that
/// fails it is dropped.
///
/// One thing is there before: a node that loses its name is among the removed ones already when the commit shows that it has none, so that a
/// number always finds the row or that. While there is the row nobody looks there.
struct Consequences {
  private var removals: [RemovedNodes.Entry] = []
  private var effects: [() -> Void] = []

  /// Has something done when the change is made. It must not fail, nor take long.
  mutating func add(_ effect: @escaping () -> Void) { effects.append(effect) }

  /// Notes a node that is among the removed ones only because of this change.
  mutating func add(_ removal: RemovedNodes.Entry) { removals.append(removal) }

  /// The change is made: who has a node open that lost its name keeps it, and everything else follows.
  mutating func apply(to openFiles: OpenFiles) {
    for removal in removals { openFiles.find(removal.id)?.noteUnlinked(at: removal.time) }
    for effect in effects { effect() }
    self = Consequences()
  }

  /// The change is not made, or is made once more.
  mutating func drop(from removed: RemovedNodes) {
    for removal in removals { removed.withdraw(removal) }
    self = Consequences()
  }
}
