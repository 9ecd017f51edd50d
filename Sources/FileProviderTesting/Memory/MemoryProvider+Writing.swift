public import FileProviderInterface
import FileProviderStore
import Synchronization
import UniformTypeIdentifiers

/// Each call is done at once and whole, with what its contract asks to be refused.
extension MemoryProvider {
  public func createItem(
    basedOn itemTemplate: any NSFileProviderItem, fields: NSFileProviderItemFields, contents url: URL?,
    options: NSFileProviderCreateItemOptions, request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    var item = MemoryItem(UUID().uuidString, name: itemTemplate.filename)
    if itemTemplate.contentType?.conforms(to: .folder) == true { item.kind = .folder }
    if itemTemplate.contentType?.conforms(to: .symbolicLink) == true { item.kind = .symlink }
    let fields = fields.union([.parentItemIdentifier, .filename, .contents])
    let wish = Wish(itemTemplate, fields, url)
    let mayExist = options.contains(.mayAlreadyExist)
    let result = tree.state.withLock { state -> Result<MemoryItem, any Error> in
      wish.apply(to: &item)
      if mayExist, let known = Self.holder(of: item, in: state), Self.isSame(known, item) {
        item.identifier = known.identifier
      }
      return Self.put(item, &state)
    }
    answer(result, completionHandler)
    return Progress()
  }

  public func modifyItem(
    _ item: any NSFileProviderItem, baseVersion version: NSFileProviderItemVersion,
    changedFields: NSFileProviderItemFields, contents newContents: URL?, options: NSFileProviderModifyItemOptions,
    request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    let identifier = item.itemIdentifier.rawValue
    let wish = Wish(item, changedFields, newContents)
    let result = tree.state.withLock { state -> Result<MemoryItem, any Error> in
      guard var known = state.items[identifier] else { return .failure(NSFileProviderError(.noSuchItem)) }
      if changedFields.contains(.contents), !known.hasContentVersion(version), known.contents != wish.contents {
        return .failure(NSFileProviderError(.localVersionConflictingWithServer))
      }
      wish.apply(to: &known)
      return Self.put(known, &state)
    }
    answer(result, completionHandler)
    return Progress()
  }

  public func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) -> Progress {
    let error = tree.state.withLock { state -> NSFileProviderError? in
      guard let item = state.items[identifier.rawValue] else { return nil }
      if !options.contains(.recursive), state.items.hasChildren(identifier.rawValue) {
        return NSFileProviderError(.directoryNotEmpty)
      }
      guard item.kind == .folder || item.hasContentVersion(version) else {
        return NSFileProviderError(.deletionRejected)
      }
      MemoryTree.remove(identifier.rawValue, &state)
      return nil
    }
    completionHandler(error)
    return Progress()
  }

  /// Whether an item that is there is the one that is to be created: an earlier call has made it, and nobody has changed it since. One that was changed
  /// is another one, which the new one must not replace.
  private static func isSame(_ known: MemoryItem, _ item: MemoryItem) -> Bool {
    guard known.kind == item.kind else { return false }
    return item.kind == .folder || known.contents == item.contents && known.target == item.target
  }

  private static func holder(of item: MemoryItem, in state: MemoryTree.State) -> MemoryItem? {
    guard item.parent != MemoryItem.trash else { return nil }
    return state.items.children(of: item.parent, named: item.name).first { $0.identifier != item.identifier }
  }

  private static func put(_ item: MemoryItem, _ state: inout MemoryTree.State) -> Result<MemoryItem, any Error> {
    if ![MemoryItem.root, MemoryItem.trash].contains(item.parent) {
      guard state.items[item.parent]?.kind == .folder else {
        let parent = NSFileProviderItemIdentifier(item.parent)
        return .failure(NSError.fileProviderErrorForNonExistentItem(withIdentifier: parent))
      }
      guard !MemoryTree.isItem(item.parent, atOrBelow: item.identifier, state) else {
        return .failure(NSFileProviderError(.cannotSynchronize))
      }
    }
    if let holder = holder(of: item, in: state) {
      return .failure(NSError.fileProviderErrorForCollision(with: MemoryItemObject(holder)))
    }
    MemoryTree.put(item, &state)
    return .success(state.items[item.identifier] ?? item)
  }

  private func answer(
    _ result: Result<MemoryItem, any Error>,
    _ completion: ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) {
    switch result {
    case .success(let item): completion(MemoryItemObject(item), [], false, nil)
    case .failure(let error): completion(nil, [], false, error)
    }
  }
}

/// What the system wants an item to be.
private struct Wish {
  let contents: Data?
  private let template: any NSFileProviderItem
  private let fields: NSFileProviderItemFields

  init(_ template: any NSFileProviderItem, _ fields: NSFileProviderItemFields, _ url: URL?) {
    self.template = template
    self.fields = fields
    contents = url.flatMap { try? Data(contentsOf: $0) }
  }

  func apply(to item: inout MemoryItem) {
    if fields.contains(.filename) { item.name = template.filename }
    if fields.contains(.parentItemIdentifier) { item.parent = template.parentItemIdentifier.rawValue }
    if fields.contains(.tagData) {
      item.tags = (template.tagData ?? nil).flatMap { TagData([UInt8]($0)).attribute }
        .map { String(decoding: $0, as: UTF8.self) }
    }
    if fields.contains(.lastUsedDate) { item.lastUsed = template.lastUsedDate ?? nil }
    if fields.contains(.favoriteRank) { item.favoriteRank = (template.favoriteRank ?? nil)?.intValue }
    if fields.contains(.contentModificationDate) { item.modified = template.contentModificationDate ?? nil }
    if fields.contains(.creationDate) { item.created = template.creationDate ?? nil }
    if fields.contains(.extendedAttributes), let attributes = template.extendedAttributes {
      item.extendedAttributes = attributes.mapValues { String(decoding: $0, as: UTF8.self) }
    }
    if item.kind == .symlink, fields.contains(.contents) {
      item.target = (template.symlinkTargetPath ?? nil) ?? item.target
    }
    if let contents { item.contents = contents }
  }
}

extension MemoryItem {
  fileprivate func hasContentVersion(_ version: NSFileProviderItemVersion) -> Bool {
    version.contentVersion == Data(String(contentVersion).utf8)
  }
}
