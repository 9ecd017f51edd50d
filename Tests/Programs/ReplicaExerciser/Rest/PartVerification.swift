import FileProviderStore
import Foundation

/// Whether the ranges of documents that are noted as being here have the bytes of one text.
enum PartVerification {
  static func problems(_ store: ItemStore) throws -> [String] {
    var problems: [String] = []
    for place in try StoreTree(store).places where place.item.flags.contains(.dataless) {
      let id = place.item.id
      let found = try store.readCommitted { (reader) throws(StoreError) -> (PartialContents, [Range<Int64>])? in
        guard let parts = try ProvidedReader(reader).partialContents(of: id) else { return nil }
        return (parts, try Self.present(parts, reader))
      }
      guard let (parts, ranges) = found, !ranges.isEmpty else { continue }
      // Parts whose file is gone are dropped when somebody asks for them; see `ContentFiles.renumber`.
      guard let data = FileManager.default.contents(atPath: store.contents.url(of: parts.content).path) else {
        continue
      }
      let bytes = Array(data)
      if let problem = problem(of: ranges, in: bytes, size: Int(parts.size)) {
        problems.append("\(place.path), parts \(ranges) of \(parts.size): \(problem)")
      }
    }
    return problems
  }

  private static func present(_ parts: PartialContents, _ reader: StoreReader) throws(StoreError) -> [Range<Int64>] {
    var (ranges, start): ([Range<Int64>], Int64) = ([], 0)
    while start < parts.size {
      let missing =
        try ProvidedReader(reader).missing(of: parts.item, in: start..<parts.size) ?? parts.size..<parts.size
      if missing.lowerBound > start { ranges.append(start..<missing.lowerBound) }
      start = missing.upperBound
    }
    return ranges
  }

  private static func problem(of ranges: [Range<Int64>], in bytes: [UInt8], size: Int) -> String? {
    var number: Int?
    for range in ranges {
      let range = Int(range.lowerBound)..<Int(range.upperBound)
      guard range.upperBound <= bytes.count else { return "the file ends at \(bytes.count)" }
      // The first block that is whole tells which text it is.
      let block = (range.lowerBound + Text.block - 1) / Text.block * Text.block
      guard block + Text.block <= range.upperBound else { continue }
      let words = String(decoding: bytes[block..<block + Text.block], as: UTF8.self).split(separator: " ")
      guard let first = words.first, let found = Int(first) else { return "no text at \(block)" }
      if let number, number != found { return "two texts, \(number) and \(found)" }
      number = found
      let text = Text(number: found, size: size)
      if text.bytes(in: range) != Array(bytes[range]) { return "not the bytes of \(text) in \(range)" }
    }
    return nil
  }
}
