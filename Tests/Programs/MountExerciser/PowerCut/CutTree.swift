/// A writer's tree after some of its operations.
struct CutTree {
  enum Kind {
    case folder
    case document(CutDocument)
    case link(String)
  }

  struct Entry {
    var kind: Kind
    var mode: UInt32?
    var attribute: String?
    /// The last operation on it.
    var touched: Int
    /// For a folder: the last operation on what is in it.
    var touchedInside: Int
  }

  private(set) var entries: [String: Entry] = [:]
  private var rootTouched = -1

  var folders: [String] {
    entries.filter { if case .folder = $0.value.kind { true } else { false } }.keys.sorted()
  }
  var documents: [String] {
    entries.filter { if case .document = $0.value.kind { true } else { false } }.keys.sorted()
  }

  func document(_ path: String) -> CutDocument? {
    if case .document(let document)? = entries[path]?.kind { document } else { nil }
  }

  func isEmpty(_ folder: String) -> Bool { !entries.keys.contains { $0.hasPrefix(folder + "/") } }

  /// The last operation that a synchronization of something makes certain: on itself, on its name, and on the folders it is in.
  func touched(_ path: String) -> Int {
    var last = path.isEmpty ? rootTouched : -1
    var path = path
    if let entry = entries[path] { last = max(last, entry.touchedInside) }
    while !path.isEmpty {
      last = max(last, entries[path]?.touched ?? -1)
      path = Self.parent(path)
    }
    return last
  }

  static func parent(_ path: String) -> String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "" }

  mutating func touch(_ path: String, _ index: Int) { entries[path]?.touched = index }

  mutating func apply(_ operation: CutOperation, _ index: Int) {
    switch operation {
    case .create(let path, let document): add(path, .document(document), index)
    case .contents, .synchronize: break
    case .rename(let from, let to): rename(from, to, index)
    case .unlink(let path), .removeDirectory(let path):
      entries[path] = nil
      touchInside(path, index)
    case .makeDirectory(let path): add(path, .folder, index)
    case .symlink(let path, let target): add(path, .link(target), index)
    case .setMode(let path, let mode):
      entries[path]?.mode = mode
      touch(path, index)
    case .setAttribute(let path, let value):
      entries[path]?.attribute = value
      touch(path, index)
    case .bring(_, let items):
      for item in items { add(item.path, item.document.map { .document($0) } ?? .folder, index) }
    }
  }

  private mutating func add(_ path: String, _ kind: Kind, _ index: Int) {
    entries[path] = Entry(kind: kind, touched: index, touchedInside: index)
    touchInside(path, index)
  }

  private mutating func touchInside(_ path: String, _ index: Int) {
    let parent = Self.parent(path)
    if parent.isEmpty { rootTouched = index } else { entries[parent]?.touchedInside = index }
  }

  private mutating func rename(_ from: String, _ to: String, _ index: Int) {
    entries[to] = entries.removeValue(forKey: from)
    touch(to, index)
    for path in entries.keys where path.hasPrefix(from + "/") {
      entries[to + path.dropFirst(from.count)] = entries.removeValue(forKey: path)
    }
    touchInside(from, index)
    touchInside(to, index)
  }
}
