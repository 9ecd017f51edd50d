import FileProviderInterface
import FileProviderStore

extension ItemBorder {
  /// The decorations, the most important first, separated by commas. One that could not be told from two, or is no text, is left out, and so is
  /// what an attribute has no room for.
  func decorations(_ object: any NSFileProviderItem, of item: ProvidedItem) -> [UInt8]? {
    guard let identifiers = (object as? any NSFileProviderItemDecorating)?.decorations, !identifiers.isEmpty else {
      return nil
    }
    var list: [UInt8] = []
    var isWhole = true
    for identifier in identifiers {
      let bytes = Array(identifier.rawValue.utf8)
      let isName = !bytes.isEmpty && !bytes.contains { $0 == UInt8(ascii: ",") || $0 < 0x20 || $0 == 0x7F }
      guard isName, list.count + 1 + bytes.count <= Self.largestAttribute else {
        isWhole = false
        continue
      }
      if !list.isEmpty { list.append(UInt8(ascii: ",")) }
      list += bytes
    }
    if !isWhole { mended("decorations", of: item) }
    return list.isEmpty ? nil : list
  }
}
