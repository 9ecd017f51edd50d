package import FileProviderInterface
import LinuxSystem
package import UniformTypeIdentifiers

/// An item of a store as an observer gets it.
///
/// The file system does not use these: an object behind a protocol costs 120–350 ns an item, a row's numbers nothing.
package final class StoredItem: NSObject, NSFileProviderItemProtocol {
  package let record: ItemRecord
  package let itemIdentifier: NSFileProviderItemIdentifier
  package let parentItemIdentifier: NSFileProviderItemIdentifier
  private let membership: Membership?
  private let target: [UInt8]?
  private let attributes: [String: Data]

  /// Reads what belongs to an item's row from the other tables.
  package init(_ record: ItemRecord, reader: StoreReader) throws(StoreError) {
    self.record = record
    itemIdentifier = try reader.identifier(of: record.id)
    parentItemIdentifier = record.id.isFixed ? .rootContainer : try reader.identifier(of: record.parent)
    let flags = record.attributes.flags
    membership = flags.contains(.member) ? try reader.membership(of: record.id) : nil
    target = record.kind == .symlink ? try reader.target(of: record.id) : nil
    var attributes: [String: Data] = [:]
    if flags.contains(.attributed) {
      for name in try reader.extendedAttributeNames(of: record.id) {
        attributes[name] = try reader.extendedAttribute(name, of: record.id).map { Data($0) }
      }
    }
    self.attributes = attributes
    super.init()
  }

  package var filename: String { record.name.spelling }

  package var contentType: UTType {
    switch record.kind {
    case .folder: .folder
    case .symlink: .symbolicLink
    case .fifo, .socket, .blockDevice, .characterDevice: .item
    case .file:
      filename.lastIndex(of: ".").flatMap { UTType(filenameExtension: String(filename[$0...].dropFirst())) } ?? .data
    }
  }

  package var capabilities: NSFileProviderItemCapabilities {
    [.allowsReading, .allowsWriting, .allowsReparenting, .allowsRenaming, .allowsTrashing, .allowsDeleting]
  }

  package var fileSystemFlags: NSFileProviderFileSystemFlags {
    var flags: NSFileProviderFileSystemFlags = []
    if record.attributes.mode & 0o100 != 0 { flags.insert(.userExecutable) }
    if record.attributes.mode & 0o400 != 0 { flags.insert(.userReadable) }
    if record.attributes.mode & 0o200 != 0 { flags.insert(.userWritable) }
    if record.name.spelling.hasBytePrefix(".") { flags.insert(.hidden) }
    return flags
  }

  package var documentSize: NSNumber? { record.kind == .file ? NSNumber(value: record.attributes.size) : nil }

  package var childItemCount: NSNumber? { nil }
  package var creationDate: Date? { record.attributes.created.date }
  package var contentModificationDate: Date? { record.attributes.modified.date }
  package var lastUsedDate: Date? { membership?.lastUsed?.date }
  package var tagData: Data? { membership?.tags.map { Data($0) } }
  package var favoriteRank: NSNumber? { membership?.favoriteRank.map { NSNumber(value: $0) } }
  package var isShared: Bool { membership?.shared ?? false }
  package var isTrashed: Bool { record.parent == .trash }
  package var isDownloaded: Bool { !record.attributes.flags.contains(.dataless) }
  package var symlinkTargetPath: String? { target.map { String(spelling: $0) } }
  package var extendedAttributes: [String: Data] { attributes }

  package var itemVersion: NSFileProviderItemVersion {
    let attributes = record.attributes
    return NSFileProviderItemVersion(
      contentVersion: Self.bytes([attributes.content?.rawValue ?? 0, attributes.size, attributes.modified.rawValue]),
      metadataVersion: Self.bytes([attributes.lastChange.rawValue]))
  }

  private static func bytes(_ numbers: [Int64]) -> Data {
    Data(numbers.flatMap { number in withUnsafeBytes(of: number.bigEndian) { Array($0) } })
  }
}

extension StoreReader {
  /// The identifier by which providers and commands know an item: the provider's where there is one, else its number.
  package func identifier(of id: ItemID) throws(StoreError) -> NSFileProviderItemIdentifier {
    switch id {
    case .root: return .rootContainer
    case .trash: return .trashContainer
    default:
      let statement = try statement("SELECT identifier FROM synced WHERE item = ?")
      statement.bind(1, id)
      defer { statement.reset() }
      return NSFileProviderItemIdentifier(try statement.step() ? statement.text(0) : String(id.rawValue))
    }
  }

  /// The number of the item that has an identifier; `nil` when none has.
  package func item(identifiedBy identifier: NSFileProviderItemIdentifier) throws(StoreError) -> ItemID? {
    if identifier == .rootContainer { return .root }
    if identifier == .trashContainer { return .trash }
    let provided = try statement(
      "SELECT item FROM synced WHERE identifier = ? AND EXISTS (SELECT 1 FROM items WHERE id = item)")
    provided.bind(1, identifier.rawValue)
    defer { provided.reset() }
    if try provided.step() { return ItemID(rawValue: provided.integer(0)) }
    // A provider's identifier may look like one of our numbers; then it means the provider's item.
    guard try setting("provider") == nil, let number = Int64(identifier.rawValue), number >= 1024,
      String(number) == identifier.rawValue
    else { return nil }
    let id = ItemID(rawValue: number)
    return try item(id) == nil ? nil : id
  }
}
