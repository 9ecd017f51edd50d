import FileProviderStore

/// The calls that change which items containers have at the provider, as long as they are under way.
///
/// It may go with the process: calls end with it, the store has which containers are to be listed again, and the next process begins all listings anew
/// if any call was under way (`noteShiftsOfBefore`).
struct ContainerCalls {
  private var running: [ItemID: Int] = [:]
  /// The containers whose listing does not count because of such a call, and which are listed again when the calls have ended.
  private var shifted: Set<ItemID> = []

  mutating func begin(in containers: Set<ItemID>) {
    for container in containers { running[container, default: 0] += 1 }
  }

  mutating func end(in containers: Set<ItemID>) {
    for container in containers {
      let count = (running[container] ?? 0) - 1
      running[container] = count > 0 ? count : nil
    }
  }

  func isRunning(in container: ItemID) -> Bool { running[container] != nil }

  mutating func noteShift(of container: ItemID) { shifted.insert(container) }

  /// Whether a container was listed beside calls already, and would be again.
  func isToBeListedLater(_ container: ItemID) -> Bool { shifted.contains(container) && isRunning(in: container) }

  /// Whether containers are to be listed again when the calls have ended.
  var hasShifts: Bool { !shifted.isEmpty }

  /// Whether containers are to be listed again, which is then up to the caller.
  mutating func takeShifts() -> Bool {
    defer { shifted = [] }
    return !shifted.isEmpty
  }
}
