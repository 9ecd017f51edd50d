import FileProviderStore
import LinuxSystem
import Synchronization

/// Listings beside which a call changes what their containers have. A provider that counts its items for a page leaves some out then.
extension Pusher {
  /// Makes a call to the provider. A listing that goes on at any moment of it does not count, and is made again when no call is under way any more.
  func shifting<Result>(_ call: PushCall, _ send: () throws -> Result) throws -> Result {
    let containers = try containers(changedBy: call)
    guard !containers.isEmpty else { return try send() }
    state.containerCalls.withLock { $0.begin(in: containers) }
    defer { state.containerCalls.withLock { $0.end(in: containers) } }
    for container in containers { try noteShift(in: container) }
    let result = Swift.Result { try send() }
    // The answer must not be lost to a disk that is full. What a listing lacks is asked for in any case.
    for container in containers { try? noteShift(in: container) }
    return try result.get()
  }

  /// The folders from which a call takes an item, and into which it puts one, or in which it gives it another name.
  private func containers(changedBy call: PushCall) throws(StoreError) -> Set<ItemID> {
    if call.operation == .modify, call.fields.isDisjoint(with: [.filename, .parent]) { return [] }
    return try store.readCommitted { (reader) throws(StoreError) in
      var containers: Set<ItemID> = []
      if let former = try ProvidedReader(reader).synced(call.item)?.parent { containers.insert(former) }
      if let folder = try ProvidedReader(reader).folder(identifiedBy: call.template.parent) {
        containers.insert(folder.id)
      }
      return containers
    }
  }

  /// Has a listing that is under way not count.
  private func noteShift(in container: ItemID) throws(StoreError) {
    let isListed = try store.readCommitted { (reader) throws(StoreError) in
      try ReplicationReader(reader).isBeingListed(container)
    }
    guard isListed else { return }
    let isShifted = try change { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).noteShift(in: container)
    }
    if isShifted { state.containerCalls.withLock { $0.noteShift(of: container) } }
  }

  /// Has the containers listed again beside whose listings calls were made, when no call is under way.
  func listShiftedContainers() {
    guard pushing.read({ $0.calls == 0 }), state.containerCalls.withLock({ $0.takeShifts() }) else { return }
    pulls.withLock { _ = $0.schedule() }
  }
}
