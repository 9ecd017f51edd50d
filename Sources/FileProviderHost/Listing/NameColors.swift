import FileProviderStore

/// The colours of names as `LS_COLORS` has them (dir_colors(5)).
struct NameColors {
  /// By the two letters of a kind.
  private var kinds: [Substring: Substring] = [:]
  private var endings: [(ending: Substring, code: Substring)] = []

  init(_ text: String) {
    for entry in text.split(separator: ":") {
      let words = entry.split(separator: "=", maxSplits: 1)
      guard words.count == 2, words[1].allSatisfy({ $0.isNumber || $0 == ";" }) else { continue }
      if words[0].first == "*" {
        endings.append((words[0].dropFirst(), words[1]))
      } else {
        kinds[words[0]] = words[1]
      }
    }
  }

  /// The numbers of an escape sequence; `nil` where a name has no colour.
  func code(_ item: ItemAttributes, name: String) -> Substring? {
    if let code = names(of: item).lazy.compactMap({ kinds[$0] }).first { return code }
    guard item.kind == .file else { return nil }
    return endings.last { name.hasSuffix($0.ending) }?.code ?? kinds["fi"]
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
