import FileProviderStore

/// The colours of names as `LS_COLORS` has them (dir_colors(5)).
struct NameColors {
  /// By the two letters of a kind.
  private var kinds: [Substring: Substring] = [:]
  /// By what follows the last dot of a name; later ones have replaced earlier ones.
  private var extensions: [Substring: Substring] = [:]
  /// Endings that are no more than that, such as `.tar.gz`.
  private var endings: [(ending: Substring, code: Substring)] = []

  init(_ text: String) {
    for entry in text.split(separator: ":") {
      let words = entry.split(separator: "=", maxSplits: 1)
      guard words.count == 2, words[1].utf8.allSatisfy(Self.isOfCode) else { continue }
      if words[0].first == "*" {
        let ending = words[0].dropFirst()
        if ending.first == ".", !ending.dropFirst().contains(".") {
          extensions[ending.dropFirst()] = words[1]
        } else {
          endings.append((ending, words[1]))
        }
      } else {
        kinds[words[0]] = words[1]
      }
    }
  }

  /// The numbers of an escape sequence; `nil` where a name has no colour.
  func code(_ item: ItemAttributes, name: String) -> Substring? {
    if let code = names(of: item).lazy.compactMap({ kinds[$0] }).first { return code }
    guard item.kind == .file else { return nil }
    if let ending = endings.last(where: { name.utf8.suffix($0.ending.utf8.count).elementsEqual($0.ending.utf8) }) {
      return ending.code
    }
    let parts = name.utf8.lastIndex(of: UInt8(ascii: ".")).map { name[name.index(after: $0)...] }
    return parts.flatMap { extensions[$0] } ?? kinds["fi"]
  }

  /// Whether a character can be part of the numbers of an escape sequence.
  private static func isOfCode(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ";") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// The names of what an item is, the most special first.
  private func names(of item: ItemAttributes) -> [Substring] {
    func has(_ bits: UInt16) -> Bool { item.mode & bits == bits }
    switch item.kind {
    case .file:
      return [has(0o4000) ? "su" : nil, has(0o2000) ? "sg" : nil, item.mode & 0o111 != 0 ? "ex" : nil].compactMap { $0 }
    case .folder:
      return [has(0o1002) ? "tw" : nil, has(0o2) ? "ow" : nil, has(0o1000) ? "st" : nil, "di"].compactMap { $0 }
    case .symlink: return ["ln"]
    case .fifo: return ["pi"]
    case .socket: return ["so"]
    case .blockDevice: return ["bd"]
    case .characterDevice: return ["cd"]
    }
  }
}
