import Foundation
import Synchronization

/// The tree behind a ``MemoryProvider``: items by identifier, and the history of their changes.
///
/// Several providers may share one tree, as several machines share one server.
public final class MemoryTree: Sendable {
  /// A change in the history: which item, and where it was before and after.
  struct Change: Codable, Sendable {
    var generation: Int
    var identifier: String
    var before: String?
    var after: String?
  }

  struct State: Sendable {
    var items = MemoryItems()
    var history: [Change] = []
    var generation = 0
    /// Changes up to here are forgotten.
    var forgotten = 0
    var serial = 0
    /// What listings began with, one after the other.
    var snapshots: [MemoryItem] = []
  }

  let state = Mutex(State())
  /// Tells this tree's tokens from others'.
  let signature: UInt64

  /// Makes a tree.
  public init(_ items: [MemoryItem] = []) {
    signature = UInt64.random(in: .min ... .max)
    for item in items { put(item) }
  }

  /// A tree as another one was.
  init(_ state: State, signature: UInt64) {
    self.signature = signature
    self.state.withLock { $0 = state }
  }

  /// All items as they are now, in the order of their creation.
  public var items: [MemoryItem] { state.withLock { $0.items.values.sorted { $0.serial < $1.serial } } }

  /// Keeps the items of a listing as they are now.
  ///
  /// - Returns: The position of the first, from 1.
  func keepSnapshot(_ items: [MemoryItem]) -> Int {
    state.withLock { state in
      defer { state.snapshots += items + [MemoryItem.folder(MemoryItem.root)] }
      return state.snapshots.count + 1
    }
  }

  /// The items of a listing from a position on.
  func snapshot(_ position: Int) -> ArraySlice<MemoryItem> {
    state.withLock { $0.snapshots.dropFirst(position - 1).prefix { $0.identifier != MemoryItem.root } }
  }

  /// An item, or `nil`.
  public subscript(identifier: String) -> MemoryItem? { state.withLock { $0.items[identifier] } }

  /// Creates an item, or replaces the one with this identifier. New contents get a new version.
  public func put(_ item: MemoryItem) {
    state.withLock { Self.put(item, &$0) }
  }

  static func put(_ item: MemoryItem, _ state: inout State) {
    var item = item
    let old = state.items[item.identifier]
    if let old {
      item.serial = old.serial
      let isSame = old.contents == item.contents && old.target == item.target
      item.contentVersion = isSame ? old.contentVersion : old.contentVersion + 1
      item.metadataVersion = old.metadataVersion + 1
    } else {
      state.serial += 1
      item.serial = state.serial
    }
    state.items[item.identifier] = item
    Self.log(item.identifier, before: old?.parent, after: item.parent, &state)
  }

  /// Changes an item, if it exists.
  public func change(_ identifier: String, _ body: (inout MemoryItem) -> Void) {
    state.withLock { state in
      guard var item = state.items[identifier] else { return }
      body(&item)
      Self.put(item, &state)
    }
  }

  /// Removes an item and what is below it.
  public func remove(_ identifier: String) {
    state.withLock { state in Self.remove(identifier, &state) }
  }

  static func remove(_ identifier: String, _ state: inout State) {
    guard let item = state.items.removeValue(forKey: identifier) else { return }
    for child in state.items.children(of: identifier) { remove(child.identifier, &state) }
    log(identifier, before: item.parent, after: nil, &state)
  }

  static func log(_ identifier: String, before: String?, after: String?, _ state: inout State) {
    state.generation += 1
    state.history.append(
      Change(generation: state.generation, identifier: identifier, before: before, after: after))
  }

  /// Forgets all changes so far: anchors from before have expired.
  public func forgetHistory() {
    state.withLock { state in
      state.history = []
      state.forgotten = state.generation
    }
  }

  /// Whether an item is at or below another.
  public func isItem(_ identifier: String, atOrBelow folder: String) -> Bool {
    state.withLock { Self.isItem(identifier, atOrBelow: folder, $0) }
  }

  static func isItem(_ identifier: String, atOrBelow folder: String, _ state: State) -> Bool {
    var current: String? = identifier
    while let step = current {
      if step == folder { return true }
      current = state.items[step]?.parent
    }
    return false
  }
}
