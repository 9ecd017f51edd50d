package import Foundation
import Synchronization

/// A tree as bytes: a server that goes on while the machines that use it end.
extension MemoryTree {
  private struct Saved: Codable {
    var items: [SavedItem]
    var history: [Change]
    var generation: Int
    var forgotten: Int
    var serial: Int
    var signature: UInt64
  }

  private struct SavedItem: Codable {
    var item: MemoryItem
    var contentVersion: Int
    var metadataVersion: Int
    var serial: Int
  }

  /// Everything, with the history: anchors and pages go on to be those of this tree.
  package func saved() throws -> Data {
    let state = state.withLock { $0 }
    let items = state.items.values.map {
      SavedItem(item: $0, contentVersion: $0.contentVersion, metadataVersion: $0.metadataVersion, serial: $0.serial)
    }
    return try JSONEncoder().encode(
      Saved(
        items: items, history: state.history, generation: state.generation, forgotten: state.forgotten,
        serial: state.serial, signature: signature))
  }

  /// A tree as it was saved.
  package convenience init(saved: Data) throws {
    let saved = try JSONDecoder().decode(Saved.self, from: saved)
    var state = State(
      history: saved.history, generation: saved.generation, forgotten: saved.forgotten, serial: saved.serial)
    for saved in saved.items {
      var item = saved.item
      (item.contentVersion, item.metadataVersion) = (saved.contentVersion, saved.metadataVersion)
      item.serial = saved.serial
      state.items[item.identifier] = item
    }
    self.init(state, signature: saved.signature)
  }
}
