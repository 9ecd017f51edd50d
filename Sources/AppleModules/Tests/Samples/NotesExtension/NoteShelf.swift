import Foundation

/// The notes of an account, in a file of the group that the app and its extension share.
@objcMembers class NoteShelf: NSObject {
  private let url: URL
  private let lock = NSLock()
  private var notes: [String: [String]] = [:]
  private(set) var changeCount = 0

  init(account: String) {
    let group = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.org.example.notes")!
    url = group.appendingPathComponent("\(account).plist")
    super.init()
    var error: NSError?
    NSFileCoordinator().coordinate(readingItemAt: url, options: .withoutChanges, error: &error) { url in
      guard let data = try? Data(contentsOf: url) else { return }
      notes = (try? PropertyListDecoder().decode([String: [String]].self, from: data)) ?? [:]
    }
  }

  var names: [String: String] { lock.withLock { notes.mapValues { $0[0] } } }

  func text(of identifier: String) -> String { lock.withLock { notes[identifier]?[1] ?? "" } }

  func add(named name: String, text: String) -> String {
    let identifier = UUID().uuidString
    change { $0[identifier] = [name, text] }
    return identifier
  }

  func set(_ text: String, of identifier: String) { change { $0[identifier]?[1] = text } }
  func rename(_ identifier: String, to name: String) { change { $0[identifier]?[0] = name } }
  func remove(_ identifier: String) { change { $0[identifier] = nil } }

  private func change(_ body: (inout [String: [String]]) -> Void) {
    lock.withLock {
      body(&notes)
      changeCount += 1
      try? PropertyListEncoder().encode(notes).write(to: url, options: .atomic)
    }
  }
}
