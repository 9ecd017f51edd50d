import FileProvider
import Foundation
import Glibc
import Synchronization
import UniformTypeIdentifiers

/// A provider that can be used for as long as anybody likes: its answers cost next to nothing, and it counts its calls in the file `PROVIDER_CALLS`.
///
/// The document `signalled` is changed at the server as often as the file `PROVIDER_SIGNALS` says in all, and each time that is signalled.
final class SoakProvider: NSObject, NSFileProviderReplicatedExtension, Sendable {
  let tree = Mutex(SoakTree())
  private let calls = Mutex<[String: Int]>([:])
  private let callsPath = ProcessInfo.processInfo.environment["PROVIDER_CALLS"]
  private let hasEnded = Atomic(false)

  required init(domain: NSFileProviderDomain) {
    super.init()
    domain.supportsSyncingTrash = false
    guard let path = ProcessInfo.processInfo.environment["PROVIDER_SIGNALS"] else { return }
    let manager = NSFileProviderManager(for: domain)
    let thread = Thread { [weak self] in
      while let self, !hasEnded.load(ordering: .relaxed) {
        let wanted = (try? String(contentsOfFile: path, encoding: .utf8)).flatMap { Int($0) } ?? 0
        changeSignalled(upTo: wanted) { manager?.signalEnumerator(for: .workingSet) { _ in } }
        writeCalls()
        usleep(100_000)
      }
    }
    thread.start()
  }

  private func changeSignalled(upTo wanted: Int, _ signal: () -> Void) {
    while true {
      let isDone = tree.withLock { tree in
        guard let node = tree.nodes["signalled"], let text = node.text, let count = Int(text.dropLast()),
          count < wanted
        else { return true }
        _ = tree.change(node, contents: "\(count + 1)\n")
        return false
      }
      if isDone { return }
      signal()
      usleep(2_000)
    }
  }

  func count(_ call: String) { calls.withLock { $0[call, default: 0] += 1 } }

  private func writeCalls() {
    guard let callsPath, let data = try? JSONEncoder().encode(calls.withLock { $0 }) else { return }
    try? data.write(to: URL(fileURLWithPath: callsPath), options: .atomic)
  }

  func invalidate() {
    hasEnded.store(true, ordering: .relaxed)
    writeCalls()
  }

  func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    if identifier == .rootContainer {
      completionHandler(SoakItem(nil), nil)
    } else if let node = tree.withLock({ $0.nodes[identifier.rawValue] }) {
      completionHandler(SoakItem(node), nil)
    } else {
      completionHandler(nil, NSFileProviderError(.noSuchItem))
    }
    return Progress()
  }

  func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable (URL?, (any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    count("fetch")
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    guard let node = tree.withLock({ $0.nodes[itemIdentifier.rawValue] }), let text = node.text,
      (try? Data(text.utf8).write(to: url)) != nil
    else {
      completionHandler(nil, nil, NSFileProviderError(.noSuchItem))
      return Progress()
    }
    completionHandler(url, SoakItem(node), nil)
    return Progress()
  }

  func createItem(
    basedOn itemTemplate: any NSFileProviderItem, fields: NSFileProviderItemFields, contents url: URL?,
    options: NSFileProviderCreateItemOptions, request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    count("create")
    let (parent, name) = (itemTemplate.parentItemIdentifier.rawValue, itemTemplate.filename)
    let text = itemTemplate.contentType == .folder ? nil : Self.text(url)
    let node = tree.withLock { tree in
      tree.child(of: parent, named: name) ?? tree.create(in: parent, named: name, text: text)
    }
    completionHandler(SoakItem(node), [], false, nil)
    return Progress()
  }

  func modifyItem(
    _ item: any NSFileProviderItem, baseVersion version: NSFileProviderItemVersion,
    changedFields: NSFileProviderItemFields, contents newContents: URL?, options: NSFileProviderModifyItemOptions,
    request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    count("modify")
    let (identifier, parent, name) = (
      item.itemIdentifier.rawValue, item.parentItemIdentifier.rawValue, item.filename
    )
    let text = changedFields.contains(.contents) ? Self.text(newContents) : nil
    let node = tree.withLock { tree -> SoakTree.Node? in
      guard var node = tree.nodes[identifier] else { return nil }
      (node.parent, node.name) = (parent, name)
      return tree.change(node, contents: text)
    }
    if let node {
      completionHandler(SoakItem(node), [], false, nil)
    } else {
      completionHandler(nil, [], false, NSFileProviderError(.noSuchItem))
    }
    return Progress()
  }

  func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) -> Progress {
    count("delete")
    let isThere = tree.withLock { tree -> Bool in
      guard var node = tree.nodes[identifier.rawValue] else { return false }
      node.isGone = true
      _ = tree.change(node)
      return true
    }
    completionHandler(isThere ? nil : NSFileProviderError(.noSuchItem))
    return Progress()
  }

  func enumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest
  ) throws -> any NSFileProviderEnumerator {
    if containerItemIdentifier == .trashContainer { throw CocoaError(.featureUnsupported) }
    return SoakEnumerator(self, containerItemIdentifier)
  }

  private static func text(_ url: URL?) -> String {
    url.flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? ""
  }
}
