import FileProviderInterface
import Foundation
import TestSupport
import Testing

/// Random work through a provider, each step repeated until it is done, as the system repeats it; and what has to be there in the end.
///
/// Nobody else writes. So no call may tell of a conflict, of a taken name or of a missing item, whatever happens on the way.
final class RandomWork {
  private struct Node {
    var item: SeenItem
    /// `nil` for a folder.
    var text: String?
  }

  private let provider: ProviderUnderTest
  private var random: SeededGenerator
  private var nodes: [String: Node] = [:]
  private var counter = 0
  private(set) var failures = 0

  init(_ provider: ProviderUnderTest, seed: UInt64) {
    self.provider = provider
    random = SeededGenerator(seed: seed)
  }

  /// What has to be there: the text of each document by its path, and a slash behind each folder's.
  var expected: [String: String] {
    Dictionary(uniqueKeysWithValues: nodes.map { $1.text == nil ? ($0 + "/", "") : ($0, $1.text ?? "") })
  }

  var identifiers: Set<String> { Set(nodes.values.map(\.item.identifier.rawValue)) }

  func step() throws {
    counter += 1
    let path = nodes.keys.sorted().randomElement(using: &random)
    switch (Int.random(in: 0..<100, using: &random), path) {
    case (0..<30, _), (_, nil): try create(isFolder: counter % 3 == 0)
    case (30..<55, let path?): try edit(path)
    case (55..<75, let path?): try move(path)
    case (75..<85, let path?): try delete(path)
    case (85..<93, let path?): try fetch(path)
    case (_, _?): try checkListing(of: folder())
    }
  }

  // MARK: Steps

  private func folder(outside path: String? = nil) -> String {
    let folders = nodes.filter { $0.value.text == nil }.keys.filter { name in
      path.map { name != $0 && !name.hasPrefix($0 + "/") } ?? true
    }
    return ([""] + folders.sorted()).randomElement(using: &random) ?? ""
  }

  private func text() -> String {
    String(repeating: "\(counter) ", count: Int.random(in: 0..<(random.oneIn(10) ? 20_000 : 40), using: &random))
  }

  private func identifier(_ folder: String) -> NSFileProviderItemIdentifier {
    nodes[folder]?.item.identifier ?? .rootContainer
  }

  private func path(_ folder: String, _ name: String) -> String { folder.isEmpty ? name : folder + "/" + name }

  private func create(isFolder: Bool) throws {
    let (folder, name) = (folder(), "n\(counter)")
    let text = isFolder ? nil : text()
    let told = try insist("create \(name)") { attempt in
      try provider.create(name, text, in: identifier(folder), mayExist: attempt > 0)
    }
    nodes[path(folder, name)] = Node(item: told.item, text: text)
  }

  private func edit(_ path: String) throws {
    guard let node = nodes[path], node.text != nil else { return }
    let text = text()
    let told = try insist("edit \(path)") { _ in try provider.modify(node.item, text: text) }
    nodes[path] = Node(item: told.item, text: text)
  }

  private func move(_ old: String) throws {
    guard let node = nodes[old] else { return }
    let (folder, name) = (folder(outside: old), "n\(counter)")
    let told = try insist("move \(old)") { _ in
      try provider.modify(node.item, name: name, parent: identifier(folder))
    }
    let new = path(folder, name)
    for (path, var moved) in nodes where path == old || path.hasPrefix(old + "/") {
      nodes[path] = nil
      if path == old { moved.item = told.item }
      nodes[new + path.dropFirst(old.count)] = moved
    }
    if node.text == nil { try adoptItems(below: new) }
  }

  /// What is in a folder that was moved has other identifiers now.
  private func adoptItems(below folder: String) throws {
    let items = try checkListing(of: folder)
    for (name, item) in items {
      nodes[path(folder, name)]?.item = item
      if item.isFolder { try adoptItems(below: path(folder, name)) }
    }
  }

  private func delete(_ path: String) throws {
    guard let node = nodes[path] else { return }
    try insist("delete \(path)") { _ in try provider.delete(node.item, recursively: true) }
    for other in nodes.keys where other == path || other.hasPrefix(path + "/") { nodes[other] = nil }
  }

  private func fetch(_ path: String) throws {
    guard let node = nodes[path], let text = node.text else { return }
    let found = try insist("fetch \(path)") { _ in try provider.contents(node.item) }
    #expect(found == text, "\(path)")
  }

  @discardableResult
  private func checkListing(of folder: String) throws -> [String: SeenItem] {
    let items = try insist("list \(folder)") { _ in try provider.list(identifier(folder)) }
    let names = nodes.keys.filter { path in
      path != folder && (folder.isEmpty ? !path.contains("/") : path.hasPrefix(folder + "/"))
        && !path.dropFirst(folder.isEmpty ? 0 : folder.count + 1).contains("/")
    }.map { String($0.split(separator: "/").last ?? "") }
    #expect(Set(items.keys) == Set(names), "in “\(folder)”")
    return items
  }

  // MARK: Repeating

  private func insist<Value>(_ what: String, _ body: (Int) throws -> Value) throws -> Value {
    for attempt in 0..<300 {
      do { return try body(attempt) } catch let error as NSError {
        failures += 1
        try #require(!Self.isFinal(error), "\(what): \(error)")
        let isPause = error.code == NSFileProviderError.Code.serverUnreachable.rawValue
        // Nothing announces that the server can be reached again.
        if isPause { usleep(100_000) }
      }
    }
    throw SupportFailure("\(what) is never done")
  }

  /// Whether the system would give up, or do something else, although nobody else has done anything.
  private static func isFinal(_ error: NSError) -> Bool {
    guard error.domain == NSFileProviderErrorDomain else { return error is SupportFailure }
    let waits: [NSFileProviderError.Code] = [.serverUnreachable, .notAuthenticated, .insufficientQuota]
    return !waits.map(\.rawValue).contains(error.code)
  }
}
