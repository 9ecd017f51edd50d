import FileProvider
@testable import FileProviderTesting
import Foundation
import Synchronization
import TestSupport

/// A scripted provider whose calls are noted, and which names its items by number, as its tree does, or by path.
final class LawProvider: NSObject, ForwardingProvider, Sendable {
  let base: ScriptedProvider
  let names: LawNames
  let trace: LawTrace
  let sent = SentCalls()
  private let feed: PathFeed

  init(_ base: ScriptedProvider, isNamedByPath: Bool, trace: LawTrace) {
    self.base = base
    self.trace = trace
    names = LawNames(tree: base.base.tree, isByPath: isNamedByPath)
    feed = PathFeed(names)
    super.init()
  }

  convenience init(domain: NSFileProviderDomain) {
    self.init(ScriptedProvider(domain: domain), isNamedByPath: false, trace: LawTrace())
  }

  func enumerator(
    for container: NSFileProviderItemIdentifier, request: NSFileProviderRequest
  ) throws -> any NSFileProviderEnumerator {
    guard names.isByPath else { return try base.enumerator(for: container, request: request) }
    if container == .trashContainer { throw CocoaError(.featureUnsupported) }
    return PathEnumerator(container, feed, trace)
  }

  func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    base.item(for: names.inner(identifier), request: request) { [self] in
      let (item, error) = (names.outer($0), names.outer($1))
      trace.note(
        "item \(identifier.rawValue): \(item.map { described($0) } ?? "nil") \(error.map { "\(($0 as NSError).code)" } ?? "")"
      )
      completionHandler(item, error)
    }
  }

  func fetchContents(
    for identifier: NSFileProviderItemIdentifier, version: NSFileProviderItemVersion?, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable (URL?, (any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    base.fetchContents(for: names.inner(identifier), version: version, request: request) { [names] in
      completionHandler($0, names.outer($1), names.outer($2))
    }
  }

  func createItem(
    basedOn template: any NSFileProviderItem, fields: NSFileProviderItemFields, contents url: URL?,
    options: NSFileProviderCreateItemOptions, request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    let text = text(template, fields, url)
    let place = "\(template.parentItemIdentifier.rawValue)/\(template.filename)"
    let call = "create \(place) “\(text ?? "")” \(options.rawValue)"
    trace.note(call)
    let answered = sent.begin(text)
    return base.createItem(
      basedOn: names.inner(template), fields: fields, contents: url, options: options, request: request
    ) { [self] in
      // What is answered was shown, and if it is removed, the changes are to report it.
      if names.isByPath { _ = feed.now() }
      let (item, error) = (names.outer($0), names.outer($3))
      trace.note("  \(call): \(item.map { described($0) } ?? "nil") \(error.map { "\(($0 as NSError).code)" } ?? "")")
      answered(error == nil && item != nil)
      completionHandler(item, $1, $2, error ?? lost(item, $0))
    }
  }

  func modifyItem(
    _ item: any NSFileProviderItem, baseVersion version: NSFileProviderItemVersion,
    changedFields: NSFileProviderItemFields, contents url: URL?, options: NSFileProviderModifyItemOptions,
    request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    let text = text(item, changedFields, url)
    let call =
      "modify \(item.itemIdentifier.rawValue) to \(item.parentItemIdentifier.rawValue)/\(item.filename) "
      + "“\(text ?? "")” fields \(changedFields.rawValue) base \(String(decoding: version.contentVersion, as: UTF8.self))"
    trace.note(call)
    let answered = sent.begin(text)
    if !changedFields.isDisjoint(with: [.filename, .parentItemIdentifier]) { noteMove(of: item.itemIdentifier) }
    return base.modifyItem(
      names.inner(item), baseVersion: names.inner(version, of: item.itemIdentifier), changedFields: changedFields,
      contents: url, options: options, request: request
    ) { [self] in
      // What is answered was shown, and if it is removed, the changes are to report it.
      if names.isByPath { _ = feed.now() }
      let (item, error) = (names.outer($0), names.outer($3))
      trace.note("  \(call): \(item.map { described($0) } ?? "nil") \(error.map { "\(($0 as NSError).code)" } ?? "")")
      answered(error == nil && item != nil)
      completionHandler(item, $1, $2, error ?? lost(item, $0))
    }
  }

  func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) -> Progress {
    trace.note("delete \(identifier.rawValue)")
    _ = sent.begin(nil)
    return base.deleteItem(
      identifier: names.inner(identifier), baseVersion: names.inner(version, of: identifier), options: options,
      request: request
    ) { [self] in
      trace.note("  delete \(identifier.rawValue): \($0.map { "\(($0 as NSError).code)" } ?? "done")")
      completionHandler(names.outer($0))
    }
  }

  private func noteMove(of identifier: NSFileProviderItemIdentifier) {
    let items = base.base.tree.state.withLock { $0.items.values }
    var moved: Set = [names.inner(identifier).rawValue]
    while case let below = items.filter({ moved.contains($0.parent) && !moved.contains($0.identifier) }), !below.isEmpty
    {
      moved.formUnion(below.map(\.identifier))
    }
    sent.noteMove(of: items.filter { moved.contains($0.identifier) }.map(\.text))
  }

  /// The error for an item that was there when the call was made, and is gone when it is answered.
  private func lost(_ item: (any NSFileProviderItem)?, _ found: (any NSFileProviderItem)?) -> (any Error)? {
    item == nil && found != nil ? NSFileProviderError(.noSuchItem) : nil
  }

  /// The contents, or the target of a link, that are sent.
  private func text(_ item: any NSFileProviderItem, _ fields: NSFileProviderItemFields, _ url: URL?) -> String? {
    if fields.contains(.contents), let target = item.symlinkTargetPath ?? nil { return target }
    return url.flatMap { try? Data(contentsOf: $0) }.map { String(decoding: $0, as: UTF8.self) }
  }

  private func described(_ item: any NSFileProviderItem) -> String {
    "\(item.itemIdentifier.rawValue) in \(item.parentItemIdentifier.rawValue)/\(item.filename)"
  }
}
