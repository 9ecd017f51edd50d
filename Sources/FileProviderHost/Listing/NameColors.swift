import FileProviderStore

/// The colours of names as `LS_COLORS` has them (dir_colors(5)).
struct NameColors {
  /// By the two letters of a kind.
  private var kinds: [Substring: Substring] = [:]
  /// By what follows the last dot of a name; later ones have replaced earlier ones.
  private var extensions: [Substring: Substring] = [:]
  /// Endings that are no more than that, such as `.tar.gz`.
  private var endings: [(ending: Substring, code: Substring)] = []
  /// Whether a link has the colour of what it leads to (`ln=target`).
  private var showsTargets = false

  /// Whether the colour of a link depends on what it leads to.
  var readsTargets: Bool { showsTargets || isColored("or") || isColored("mi") }

  init(_ text: String) {
    for entry in text.split(separator: ":") {
      let words = entry.split(separator: "=", maxSplits: 1)
      guard words.count == 2 else { continue }
      let isTarget = words[0] == "ln" && words[1] == "target"
      guard isTarget || words[1].utf8.allSatisfy(Self.isOfCode) else { continue }
      if words[0] == "ln" { showsTargets = isTarget }
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
  ///
  /// - Parameter target: What a link leads to.
  func code(_ item: ItemAttributes, name: String, target: LinkTarget = .unknown) -> Substring? {
    guard item.kind == .symlink else { return code(item.kind, item.mode, name) }
    switch target {
    case .item(let kind, let mode) where showsTargets: return code(kind, mode, name)
    case .missing where showsTargets || isColored("or"): return kinds["or"]
    default: return showsTargets ? nil : kinds["ln"]
    }
  }

  /// The numbers for the path of a link's target.
  func code(of target: LinkTarget, path: String) -> Substring? {
    switch target {
    case .item(let kind, let mode): code(kind, mode, path)
    case .missing: kinds[isColored("mi") ? "mi" : "or"]
    case .unknown: nil
    }
  }

  private func code(_ kind: ItemKind, _ mode: UInt16, _ name: String) -> Substring? {
    if let special = Self.specials(kind, mode).first(where: isColored) { return kinds[special] }
    guard kind == .file else { return kinds[Self.name(of: kind)] }
    if let ending = endings.last(where: { name.utf8.suffix($0.ending.utf8.count).elementsEqual($0.ending.utf8) }) {
      return ending.code
    }
    let parts = name.utf8.lastIndex(of: UInt8(ascii: ".")).map { name[name.index(after: $0)...] }
    return parts.flatMap { extensions[$0] } ?? kinds["fi"]
  }

  /// Whether there is a colour for a kind: 0 says that there is none.
  private func isColored(_ kind: Substring) -> Bool { kinds[kind].map { !["", "0", "00"].contains($0) } ?? false }

  /// Whether a character can be part of the numbers of an escape sequence.
  private static func isOfCode(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ";") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func name(of kind: ItemKind) -> Substring {
    switch kind {
    case .file: "fi"
    case .folder: "di"
    case .symlink: "ln"
    case .fifo: "pi"
    case .socket: "so"
    case .blockDevice: "bd"
    case .characterDevice: "cd"
    }
  }

  /// The names of what an item is besides its kind, the most special first.
  private static func specials(_ kind: ItemKind, _ mode: UInt16) -> [Substring] {
    func has(_ bits: UInt16) -> Bool { mode & bits == bits }
    switch kind {
    case .file:
      return [has(0o4000) ? "su" : nil, has(0o2000) ? "sg" : nil, mode & 0o111 != 0 ? "ex" : nil].compactMap { $0 }
    case .folder:
      return [has(0o1002) ? "tw" : nil, has(0o2) ? "ow" : nil, has(0o1000) ? "st" : nil].compactMap { $0 }
    default: return []
    }
  }
}
