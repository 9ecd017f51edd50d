import FileProvider
import FileProviderTesting
import Foundation

/// Keeps a provider that brings ranges in step with the files of a folder: whatever is put there is new at the provider.
final class FolderMirror: @unchecked Sendable {
  // Sendable: its state is used by its own thread alone.
  private let folder: URL
  private let provider: RangeProvider
  private var known: [String: Data] = [:]

  init(of folder: String, in provider: RangeProvider) {
    self.folder = URL(fileURLWithPath: folder)
    self.provider = provider
  }

  func start() {
    look()
    Thread.detachNewThread { [self] in
      while true {
        usleep(20_000)
        if look() { provider.base.signal() }
      }
    }
  }

  /// - Returns: Whether anything changed.
  @discardableResult
  private func look() -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    var isChanged = false
    // A file that is moved here is there at once; one that is being written is not mirrored.
    for name in names where !name.hasPrefix(".") {
      guard let data = try? Data(contentsOf: folder.appendingPathComponent(name)), data != known[name] else { continue }
      if known[name] == nil {
        var item = MemoryItem(name)
        item.contents = data
        provider.base.tree.put(item)
      } else {
        provider.base.tree.change(name) { $0.contents = data }
      }
      known[name] = data
      isChanged = true
    }
    return isChanged
  }
}
