import Foundation
import Glibc
import LinuxSystem

/// The rows of the B-trees of a damaged database, page by page.
///
/// SQLite reads a tree from its root: one damaged page hides all that is below it and behind it. But each page names its own rows
/// (https://www.sqlite.org/fileformat2.html#b_tree_pages), so here every page is read by itself, and of a damaged page every row that is intact. Pages of
/// which the database has not used since are left out. These are the trees of indices and of tables without a rowid; their owner follows from the
/// number and the types of their columns. Small contents are in a table with a rowid.
struct DamagedPages: ~Copyable {
  enum ColumnValue {
    case null
    case integer(Int64)
    case text([UInt8])
    case other
  }

  private static let pageSize = 4096
  /// A longer row continues on other pages; no row that is looked for does.
  private static let longestRow = (pageSize - 12) * 64 / 255 - 23
  private let file: Descriptor
  private let count: Int

  /// - Returns: `nil` where there is no such file.
  init?(_ database: URL) {
    var status = stat()
    guard let file = Descriptor(openingFile: database.path, O_RDONLY), fstat(file.number, &status) == 0 else {
      return nil
    }
    count = Int(status.st_size) / Self.pageSize
    self.file = file
  }

  /// Calls `body` with the columns of each row.
  func forEachRow(_ body: ([ColumnValue]) throws(StoreError) -> Void) throws(StoreError) {
    let unused = unusedPages()
    // The first page has the schema.
    for number in stride(from: 2, through: count, by: 1) where !unused.contains(number) {
      guard let page = Page(number, of: file.number) else { continue }
      for row in page.rows { try body(row) }
    }
  }

  /// Calls `body` with what may be small contents: rows of tables with a rowid that have one more column, of bytes. None continues on another page.
  func forEachSmall(_ body: (ContentKey, [UInt8]) throws(StoreError) -> Void) throws(StoreError) {
    let unused = unusedPages()
    for number in stride(from: 2, through: count, by: 1) where !unused.contains(number) {
      guard let page = Page(number, of: file.number) else { continue }
      for (key, bytes) in page.smallContents where key.isSmall { try body(key, bytes) }
    }
  }

  /// The list of pages that the database does not use (https://www.sqlite.org/fileformat2.html#the_freelist).
  private func unusedPages() -> Set<Int> {
    var unused: Set<Int> = []
    var next = Page(1, of: file.number)?.integer(32, 4) ?? 0
    while next > 0, next <= count, unused.insert(next).inserted, let trunk = Page(next, of: file.number) {
      let leaves = min(trunk.integer(4, 4) ?? 0, Self.pageSize / 4 - 2)
      for index in 0..<leaves { unused.insert(trunk.integer(8 + 4 * index, 4) ?? 0) }
      next = trunk.integer(0, 4) ?? 0
    }
    return unused
  }

  private struct Page {
    private var bytes = [UInt8](repeating: 0, count: DamagedPages.pageSize)

    init?(_ number: Int, of file: Int32) {
      let place = off_t(number - 1) * off_t(DamagedPages.pageSize)
      guard pread(file, &bytes, bytes.count, place) == bytes.count else { return nil }
    }

    /// A big-endian number of the given size in bytes; `nil` beyond the page's end.
    func integer(_ place: Int, _ length: Int) -> Int? {
      guard place >= 0, place + length <= bytes.count else { return nil }
      return bytes[place..<place + length].reduce(0) { $0 << 8 | Int($1) }
    }

    /// The rows whose cells are intact.
    var rows: [[ColumnValue]] {
      // An inner page has rows, too; before each is the number of a page.
      let (isLeaf, isInner) = (bytes[0] == 10, bytes[0] == 2)
      guard isLeaf || isInner, let count = integer(3, 2) else { return [] }
      let (cells, before) = isLeaf ? (8, 0) : (12, 4)
      return (0..<min(count, bytes.count / 4)).compactMap { index in
        integer(cells + 2 * index, 2).flatMap { row(at: $0 + before) }
      }
    }

    /// The intact rows of a leaf that have nothing but their number and bytes.
    var smallContents: [(ContentKey, [UInt8])] {
      guard bytes[0] == 13, let count = integer(3, 2) else { return [] }
      return (0..<min(count, bytes.count / 4)).compactMap { index in
        integer(8 + 2 * index, 2).flatMap { smallContents(at: $0) }
      }
    }

    private func smallContents(at place: Int) -> (ContentKey, [UInt8])? {
      var place = place
      guard let length = number(&place), let key = number(&place), length >= 0, length <= bytes.count - place else {
        return nil
      }
      let end = place + length
      // The header has its own length and the types of both columns; the first column is the number.
      var type = place
      guard let header = number(&type), number(&type) == 0, let kind = number(&type), kind >= 12, kind % 2 == 0,
        type - place == header, type + (kind - 12) / 2 == end
      else { return nil }
      return (ContentKey(rawValue: Int64(key)), Array(bytes[type..<end]))
    }

    /// A row in the record format (https://www.sqlite.org/fileformat2.html#record_format).
    private func row(at place: Int) -> [ColumnValue]? {
      var place = place
      guard let length = number(&place), (0...DamagedPages.longestRow).contains(length), place + length <= bytes.count
      else {
        return nil
      }
      let end = place + length
      var type = place
      guard let header = number(&type), (0...length).contains(header) else { return nil }
      var value = place + header
      let types = place + header
      var row: [ColumnValue] = []
      while type < types {
        guard let kind = number(&type), let column = self.value(of: kind, at: &value, before: end) else { return nil }
        row.append(column)
      }
      return value == end ? row : nil
    }

    private func value(of type: Int, at place: inout Int, before end: Int) -> ColumnValue? {
      let lengths = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]
      guard type >= 12 || lengths.indices.contains(type) else { return nil }
      let length = type >= 12 ? (type - 12) / 2 : lengths[type]
      guard length <= end - place else { return nil }
      defer { place += length }
      switch type {
      case 0: return .null
      case 1...6:
        let value = bytes[place..<place + length].reduce(Int64(Int8(bitPattern: bytes[place]) >> 7)) {
          $0 << 8 | Int64($1)
        }
        return .integer(value)
      case 8, 9: return .integer(Int64(type - 8))
      case 13... where type % 2 == 1: return .text(Array(bytes[place..<place + length]))
      default: return .other
      }
    }

    /// A number of variable length (https://www.sqlite.org/fileformat2.html#varint).
    private func number(_ place: inout Int) -> Int? {
      var value = 0
      for index in 0..<9 {
        guard bytes.indices.contains(place) else { return nil }
        let byte = bytes[place]
        place += 1
        if index == 8 { return value << 8 | Int(byte) }
        value = value << 7 | Int(byte & 0x7f)
        if byte < 0x80 { return value }
      }
      return nil
    }
  }
}
