import FileProviderTesting
import Foundation

/// A server with its files, which goes on while the machines that use it end: all of it is in a file in memory, written anew after each change.
///
/// Nobody is told anything before it is written there.
final class Server: @unchecked Sendable {
  // Sendable: `tree` is constant, and everything happens under `lock`.
  let tree: MemoryTree
  /// Whether items are named by their paths.
  let namesByPath: Bool
  /// Whether there were very many documents in the beginning.
  let hasMany: Bool
  private let file: URL?
  private let lock = NSLock()

  /// - Parameter hasMany: Whether there are very many documents besides, which all go at once some time.
  init(file: URL, namesByPath: Bool, hasMany: Bool) throws {
    self.file = file
    self.namesByPath = namesByPath
    self.hasMany = hasMany
    guard FileManager.default.fileExists(atPath: file.path) else {
      tree = MemoryTree(Self.items + (hasMany ? Self.many : []))
      if namesByPath { tree.nameItemsByPath() }
      try tree.saved().write(to: file)
      return
    }
    tree = try MemoryTree(saved: Data(contentsOf: file))
  }

  /// A server that forgets everything with the process.
  init(_ tree: MemoryTree) { (self.tree, namesByPath, hasMany, file) = (tree, false, false, nil) }

  /// Documents of all sizes, and folders.
  private static var items: [MemoryItem] {
    var items = [MemoryItem.folder("f1"), .folder("f2", in: "f1"), .folder("f3")]
    let parents = [MemoryItem.root, "f1", "f2", "f3"]
    for number in 0..<8 {
      var item = MemoryItem("d\(number)", in: parents[number % 4])
      item.contents = Data(Text(number: 9_000_000 + number, size: number < 4 ? 50_000 + number : 300).bytes)
      items.append(item)
    }
    return items
  }

  /// The names of the very many begin with this.
  static let manyPrefix = "many-"

  /// More than a provider may say at once that they are gone.
  private static var many: [MemoryItem] {
    var items = [MemoryItem.folder("m")]
    for number in 0..<150 {
      var item = MemoryItem("\(manyPrefix)\(number)", in: "m")
      item.contents = Data(Text(number: 9_000_100 + number, size: 60).bytes)
      items.append(item)
    }
    return items
  }

  /// Does something with the tree, and saves it.
  ///
  /// - Returns: The result, and the new identifiers of items that have others now, by the old ones.
  @discardableResult
  func change<Result>(_ body: (MemoryTree) -> Result) -> (result: Result, names: [String: String]) {
    lock.withLock {
      let result = body(tree)
      let names = namesByPath ? tree.nameItemsByPath() : [:]
      save()
      return (result, names)
    }
  }

  /// Looks at the tree while nobody changes it.
  func read<Result>(_ body: (MemoryTree) throws -> Result) rethrows -> Result { try lock.withLock { try body(tree) } }

  private func save() {
    guard let file else { return }
    do { try tree.saved().write(to: file, options: .atomic) } catch { fatalError("the server cannot save: \(error)") }
  }
}
