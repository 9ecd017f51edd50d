import FileProviderProgram

/// A pattern of paths as it is typed: `*.o`, `/Documents/*.txt`, `build/`, `/Photos/**`.
///
/// Without a slash it matches the name, wherever the item is; with one, the whole path. `*` and `?` match anything but
/// a slash, `[a-z]` and `[!a-z]` one character, `**` any folders. With a slash at its end it matches folders only.
/// Names are compared as they are printed.
package struct PathPattern: Sendable {
  private var parts: [[Unicode.Scalar]]
  private let wantsFolder: Bool

  /// - Throws: Wrong usage, for a pattern that can match nothing.
  init(_ text: String, option: String) throws {
    wantsFolder = text.hasSuffix("/")
    let names = text.split(separator: "/").map { Array($0.unicodeScalars) }
    guard !names.isEmpty else {
      throw CommandFailure(option, "the pattern “\(text)” matches nothing", status: .usage)
    }
    let isName = names.count == 1 && !text.dropLast().contains("/")
    parts = isName ? [Self.anyFolders] + names : names
  }

  /// Whether it matches a path, from the root or from the folder that is copied.
  package func matches(_ path: some StringProtocol, isFolder: Bool) -> Bool {
    guard isFolder || !wantsFolder else { return false }
    let names = path.split(separator: "/").map { Array($0.unicodeScalars) }
    return Self.matches(names[...], parts[...])
  }

  private static let anyFolders: [Unicode.Scalar] = ["*", "*"]

  private static func matches(
    _ names: ArraySlice<[Unicode.Scalar]>, _ parts: ArraySlice<[Unicode.Scalar]>
  ) -> Bool {
    guard let part = parts.first else { return names.isEmpty }
    guard part == anyFolders else {
      guard let name = names.first, NamePattern(part).matches(name) else { return false }
      return matches(names.dropFirst(), parts.dropFirst())
    }
    // At the end it means what is in the folder, and not the folder itself.
    guard parts.count > 1 else { return !names.isEmpty }
    return (names.startIndex...names.endIndex).contains { matches(names[$0...], parts.dropFirst()) }
  }
}

extension [PathPattern] {
  /// The patterns of an option that may be given several times.
  package init(_ texts: [String], option: String) throws {
    self = try texts.map { try PathPattern($0, option: option) }
  }

  package func matches(_ path: some StringProtocol, isFolder: Bool) -> Bool {
    contains { $0.matches(path, isFolder: isFolder) }
  }
}

/// A pattern of one name.
private struct NamePattern {
  private let pattern: [Unicode.Scalar]

  init(_ pattern: [Unicode.Scalar]) { self.pattern = pattern }

  /// Without recursion: a star that matched too little takes one more character, and only the last star has to be tried
  /// again.
  func matches(_ name: [Unicode.Scalar]) -> Bool {
    var (place, index) = (0, 0)
    var star: (place: Int, index: Int)?
    while index < name.count {
      if place < pattern.count, pattern[place] == "*" {
        star = (place, index)
        place += 1
      } else if let next = step(place, name[index]) {
        place = next
        index += 1
      } else if let last = star {
        star = (last.place, last.index + 1)
        (place, index) = (last.place + 1, last.index + 1)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == "*" }
  }

  /// The position after a match of one character; `nil` when it does not match.
  private func step(_ place: Int, _ scalar: Unicode.Scalar) -> Int? {
    guard place < pattern.count else { return nil }
    if pattern[place] == "[", let (set, end) = characters(place) { return set(scalar) ? end : nil }
    return pattern[place] == "?" || pattern[place] == scalar ? place + 1 : nil
  }

  /// What is between brackets, and the position after them; `nil` when they are not closed and stand for themselves.
  private func characters(_ place: Int) -> (set: (Unicode.Scalar) -> Bool, end: Int)? {
    var start = place + 1
    let isOther = start < pattern.count && (pattern[start] == "!" || pattern[start] == "^")
    if isOther { start += 1 }
    // A closing bracket at the beginning is one of the characters.
    guard start < pattern.count, let end = pattern[(start + 1)...].firstIndex(of: "]") else { return nil }
    let set = pattern[start..<end]
    return ({ Self.contains($0, in: set) != isOther }, end + 1)
  }

  private static func contains(_ scalar: Unicode.Scalar, in set: ArraySlice<Unicode.Scalar>) -> Bool {
    var index = set.startIndex
    while index < set.endIndex {
      if index + 2 < set.endIndex, set[index + 1] == "-" {
        if set[index] <= scalar && scalar <= set[index + 2] { return true }
        index += 3
      } else {
        if set[index] == scalar { return true }
        index += 1
      }
    }
    return false
  }
}
