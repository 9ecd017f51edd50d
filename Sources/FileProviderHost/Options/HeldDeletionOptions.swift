import ArgumentParser
import FileProviderDomains
import FileProviderProcess
import FileProviderProgram
import FileProviderStore
import Foundation
import LinuxSystem

/// The options of `sync` that decide on a mass deletion: `--accept-deletions` and `--restore`.
struct HeldDeletionOptions: ParsableArguments {
  @Flag(
    name: .customLong("accept-deletions"),
    help: "Delete the items here that the provider deleted; items that it never had move to the folder Rescued.")
  var accepts = false
  @Flag(
    name: .customLong("restore"),
    help: """
      Create the items that the provider deleted there again; items whose contents are not available are listed. With a PATH: restore \
      documents that the provider deleted in the last 7 days.
      """)
  var restores = false
  @Flag(
    name: [.customShort("n"), .customLong("dry-run")],
    help: "With --restore PATH: list what would be restored without restoring it.")
  var isRehearsal = false

  func validate() throws {
    if accepts && restores { throw ValidationError("--accept-deletions and --restore cannot be combined") }
    if isRehearsal && !restores { throw ValidationError("--dry-run requires --restore PATH") }
  }

  /// Whether a decision was given.
  var decides: Bool { accepts || restores }

  /// Carries the decision out, as far as possible now. The decision itself is stored first, and survives an interruption.
  ///
  /// - Throws: `CommandEnd` with status 1 when something is left, which is listed then.
  func decide(_ selection: DomainSelection) throws {
    let store = selection.store
    guard let held = try store.decideOnHeldDeletions(accepts ? .accepted : .restoring) else {
      return Console.say("domain “\(selection.name)”: no held deletions")
    }
    try store.carryOutDeletions(.standard, isStopped: { Interruption.hasCome })
    if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
    let isReached = synchronize(store)
    let left = try store.readCommitted { (reader) throws(StoreError) in try ProvidedReader(reader).heldDeletions() }
    let done = max(0, held.items - (left.map { $0.items + $0.restoring } ?? 0))
    let what = accepts ? "deleted here" : "queued to be created again at the provider"
    Console.say("\(HumanText.items(done)) \(what)")
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
        let some = try ProvidedReader(reader).heldItems(state, after: key, limit: 256)
        guard let last = some.last else { break }
        key = last
        for id in some {
          guard let path = try reader.path(of: id), let item = try reader.item(id) else { continue }
          let isHere = !item.flags.contains(.dataless)
          Console.fail(
            CommandFailure(
              path,
              state == .restoring
                ? "its contents are not downloaded yet"
                : isHere
                  ? "the provider has deleted it meanwhile"
                  : "its contents are neither downloaded nor available from the provider",
              remedy: state == .held && isHere ? "“sync --restore” restores it, too" : nil)
          )
        }
      }
    }
    if left.restoring > 0 && !isReached {
      Console.say("the provider's process is not running: mount the domain to complete the rest")
    }
  }
}
