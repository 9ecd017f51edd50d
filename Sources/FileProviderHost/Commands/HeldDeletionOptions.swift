import ArgumentParser
import FileProviderProcess
import FileProviderStore
import Foundation
import LinuxSystem

/// The options of `sync` that decide on a mass deletion: `--accept-deletions` and `--restore`.
struct HeldDeletionOptions: ParsableArguments {
  @Flag(
    name: .customLong("accept-deletions"),
    help: "Delete here what the provider says is gone; what it never had goes to the folder Rescued.")
  var accepts = false
  @Flag(
    name: .customLong("restore"),
    help: """
      Make again at the provider what it says is gone; what is not here and cannot be fetched is listed. With a PATH: restore what was \
      removed there in the last 7 days.
      """)
  var restores = false
  @Flag(
    name: [.customShort("n"), .customLong("dry-run")],
    help: "With --restore PATH: list what would be restored, and do nothing.")
  var isRehearsal = false

  func validate() throws {
    if accepts && restores { throw ValidationError("“--accept-deletions” and “--restore” exclude each other") }
    if isRehearsal && !restores { throw ValidationError("--dry-run requires “--restore PATH”") }
  }

  /// Whether a decision was given.
  var decides: Bool { accepts || restores }

  /// Carries the decision out, as far as possible now. The decision itself is stored first, and survives an interruption.
  ///
  /// - Throws: `CommandEnd` with status 1 when something is left, which is listed then.
  func decide(_ selection: DomainSelection) throws {
    let store = selection.store
    guard let held = try store.decideOnHeldDeletions(accepts ? .accepted : .restoring) else {
      return Console.say("no deletion is held in domain “\(selection.name)”")
    }
    try store.carryOutDeletions(.standard, isStopped: { Interruption.hasCome })
    if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
    let isReached = synchronize(store)
    let left = try store.readCommitted { (reader) throws(StoreError) in try reader.heldDeletions() }
    let done = max(0, held.items - (left.map { $0.items + $0.restoring } ?? 0))
    let what = accepts ? "are deleted here" : "are to be made again at the provider"
    Console.say("\(HumanText.count(done)) items \(what)")
    guard let left else { return }
    try list(left, in: store, isReached)
    throw CommandEnd(status: .failed)
  }

  /// The longest time for what has to be fetched.
  private static let patience = Duration.seconds(3600)

  /// Has the provider's process do the rest.
  ///
  /// - Returns: Whether it has done it.
  private func synchronize(_ store: ItemStore) -> Bool {
    guard let place = try? ProcessPlace(storeIn: store.directory),
      case .answered(.done, _) = ProcessQuery.ask(.synchronize, [0], at: place, until: .after(Self.patience))
    else { return false }
    return true
  }

  private func list(_ left: HeldDeletions, in store: ItemStore, _ isReached: Bool) throws {
    let reader = try store.makeCommittedReader()
    for state in [HeldState.held, .restoring] {
      var key = ItemID.none
      while true {
        let some = try reader.heldItems(state, after: key, limit: 256)
        guard let last = some.last else { break }
        key = last
        for id in some {
          guard let path = try reader.path(of: id) else { continue }
          Console.fail(
            CommandFailure(
              path,
              state == .held ? "its contents are not here, and the provider has none" : "its contents are not here yet")
          )
        }
      }
    }
    if left.restoring > 0 && !isReached {
      Console.say("the rest is done when the provider can be asked again: mount the domain")
    }
  }
}
