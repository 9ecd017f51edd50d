import FileProviderInterface
import FileProviderStore
import LinuxSystem
import Logging
import UniformTypeIdentifiers

/// The one place where a provider's item objects are read. What comes in here is untrusted; what goes out is in bounds.
///
/// What can be corrected is corrected and logged. Only an item without an identifier of its own is refused, since it
/// could not be recognised again.
struct ItemBorder: Sendable {
  let logger: Logger
  let breaches: Breaches

  init(logger: Logger) {
    self.logger = logger
    breaches = Breaches(logger: logger)
  }

  /// The longest identifier, in bytes: a path of the greatest length fits.
  static let longestIdentifier = 8192
  /// The longest target of a symbolic link (`PATH_MAX` with its zero byte).
  static let longestTarget = 4095
  static let largestAttribute = 65536

  /// Reads an item; `nil` when it cannot be one.
  func item(_ object: any NSFileProviderItem) -> ProvidedItem? {
    let identifier = object.itemIdentifier
    switch identifier {
    case .rootContainer, .trashContainer, .workingSet: return nil
    default: break
    }
    guard (1...Self.longestIdentifier).contains(identifier.rawValue.utf8.count) else {
      breaches.log(
        "skipped an item whose identifier is empty or too long", of: String(identifier.rawValue.prefix(64)),
        named: object.filename)
      return nil
    }
    var item = ProvidedItem(
      identifier: identifier.rawValue, parent: object.parentItemIdentifier.rawValue, filename: object.filename,
      kind: kind(of: object))
    item.contentType = object.contentType?.identifier ?? object.typeIdentifier
    readContents(object, &item)
    readVersion(object, &item)
    readAccess(object, &item)
    readMembership(object, &item)
    if let attributes = object.extendedAttributes { item.extendedAttributes = extendedAttributes(attributes, of: item) }
    item.attributes = attributes(object, of: item)
    return item
  }

  private func kind(of object: any NSFileProviderItem) -> ItemKind {
    let type = object.contentType ?? object.typeIdentifier.flatMap { UTType($0) }
    guard let type else { return (object.symlinkTargetPath ?? nil) == nil ? .file : .symlink }
    if type.conforms(to: .symbolicLink) { return .symlink }
    return type.conforms(to: .directory) || type.conforms(to: .folder) ? .folder : .file
  }

  // MARK: Fields

  private func readContents(_ object: any NSFileProviderItem, _ item: inout ProvidedItem) {
    item.modified = (object.contentModificationDate ?? nil).map { date($0, "contentModificationDate", of: item) }
    item.created = (object.creationDate ?? nil).map { date($0, "creationDate", of: item) }
    switch item.kind {
    case .file:
      if let size = object.documentSize ?? nil { item.size = self.size(size, of: item) }
    case .symlink:
      item.target = target(object.symlinkTargetPath ?? nil, of: item)
    default: break
    }
  }

  private func date(_ date: Date, _ field: String, of item: ProvidedItem) -> Timestamp {
    // Beyond what 64 bits of nanoseconds hold, `Timestamp` takes the nearer end.
    if !(abs(date.timeIntervalSince1970) < 9.2e9) { mended(field, of: item) }
    return Timestamp(date)
  }

  private func size(_ number: NSNumber, of item: ProvidedItem) -> Int64? {
    let value = number.doubleValue
    guard value.isFinite, value >= 0, value < 9.2e18 else {
      mended("documentSize", of: item)
      return nil
    }
    return number.int64Value
  }

  private func target(_ path: String?, of item: ProvidedItem) -> [UInt8] {
    let path = path ?? ""
    let wished = path.isSpelling ? path.spelledBytes : [UInt8](path.utf8)
    var target = wished.map { $0 == 0 ? UInt8(ascii: "%") : $0 }
    if target.count > Self.longestTarget { target.removeLast(target.count - Self.longestTarget) }
    // The kernel knows no link without a target; this one's target does not exist.
    if target.isEmpty { target = ProvidedItem.missingTarget }
    if target != wished { mended("symlinkTargetPath", of: item) }
    return target
  }

  private func readVersion(_ object: any NSFileProviderItem, _ item: inout ProvidedItem) {
    if let version = object.itemVersion {
      item.contentVersion = component(version.contentVersion, "contentVersion", of: item)
      item.metadataVersion = component(version.metadataVersion, "metadataVersion", of: item)
    } else if let version = object.versionIdentifier ?? nil {
      item.contentVersion = component(version, "versionIdentifier", of: item)
    }
  }

  /// A component is kept whole, since the provider gets it back; one of absurd length counts as missing.
  private func component(_ data: Data, _ field: String, of item: ProvidedItem) -> [UInt8]? {
    if data.count > NSFileProviderItemVersion.maximumComponentLength { mended(field, of: item) }
    return data.isEmpty || data.count > 1000 ? nil : [UInt8](data)
  }

  /// The owner's permission bits: from the file-system flags first, and never more than the capabilities allow.
  private func readAccess(_ object: any NSFileProviderItem, _ item: inout ProvidedItem) {
    var bits: UInt16?
    let flags = object.fileSystemFlags ?? []
    if !flags.isDisjoint(with: [.userReadable, .userWritable, .userExecutable]) {
      var mode: UInt16 = 0
      if flags.contains(.userReadable) { mode |= 0o444 }
      if flags.contains(.userWritable) { mode |= 0o200 }
      if flags.contains(.userExecutable) { mode |= 0o111 }
      // A folder that may be read may be entered: providers hardly ever set the flag.
      if item.kind == .folder && mode & 0o400 != 0 { mode |= 0o111 }
      bits = mode
    }
    if let capabilities = object.capabilities {
      item.capabilities = capabilities.rawValue
      // For a folder, writing is adding a child.
      if !capabilities.contains(.allowsWriting) { bits = (bits ?? item.initialMode) & ~0o222 }
    }
    item.contentPolicy = object.contentPolicy ?? .inherited
    item.mode = bits
  }

  private func readMembership(_ object: any NSFileProviderItem, _ item: inout ProvidedItem) {
    if let used = object.lastUsedDate { item.lastUsed = .some(used.map { date($0, "lastUsedDate", of: item) }) }
    if let rank = object.favoriteRank {
      let value = (rank ?? nil)?.doubleValue ?? 0
      if !(abs(value) < 9.2e18) { mended("favoriteRank", of: item) }
      item.favoriteRank = .some(abs(value) < 9.2e18 ? rank?.int64Value : nil)
    }
    if let tags = object.tagData {
      let fits = tags?.count ?? 0 <= Self.largestAttribute
      if !fits { mended("tagData", of: item) }
      item.tags = .some(fits ? tags.map { [UInt8]($0) } : nil)
    }
    item.shared = object.isShared
  }

  /// The attributes under the names they have on Linux, which all are a user's: a provider sets no `security.`
  /// or `system.`, nor over those that the mount itself makes.
  private func extendedAttributes(_ attributes: [String: Data], of item: ProvidedItem) -> [ExactText: [UInt8]] {
    var result: [ExactText: [UInt8]] = [:]
    for (name, value) in attributes {
      let full = name.hasBytePrefix("user.") ? name : "user." + name
      guard full.utf8.count > 5, full.isSpelling, full.withSpelledBytes(\.count) <= 255, !full.utf8.contains(0),
        value.count <= Self.largestAttribute,
        full != "user.xdg.tags", !full.hasPrefix("user.fileprovider.")
      else {
        mended("extendedAttributes", of: item)
        continue
      }
      result[ExactText(full)] = [UInt8](value)
    }
    return result
  }

  func mended(_ field: String, of item: ProvidedItem) {
    logger.debug(
      "the provider sent a value out of bounds",
      metadata: [Logger.Key.field: "\(field)", Logger.Key.identifier: "\(item.identifier)"])
  }
}
