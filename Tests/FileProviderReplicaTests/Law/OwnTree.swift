import TestSupport

/// A folder that one side alone edits, as it must be at both ends in the end: whatever fails meanwhile, nobody else touches it.
///
/// Its texts come from a small pool, and its names, too, so that two documents are often equal and a name is soon used again.
struct OwnTree {
  enum Entry: Equatable {
    case folder
    case document(String)
    /// What it leads to.
    case link(String)

    /// The same with another text; `nil` for a folder.
    func with(_ text: String) -> Entry? {
      switch self {
      case .folder: nil
      case .document: .document(text)
      case .link: .link(text)
      }
    }
  }

  enum Step {
    case make(String, Entry)
    case write(String, Entry)
    /// A new document, or link, is renamed over one, as editors save.
    case save(String, Entry)
    /// What is at the second path already goes.
    case move(String, String)
    case remove(String)
    case exchange(String, String)
  }

  /// The name of the folder at the top.
  let name: String
  /// What is below it, by path.
  private(set) var entries: [String: Entry] = [:]

  private static let texts = ["same", "like", "four"]
  private static let folders = ["f", "g"]
  private static let documents = ["a", "b", "c"]

  init(name: String) { self.name = name }

  var path: String { "/" + name }

  // MARK: Choosing

  /// The next edits, which its side is able to make; none where one was chosen that makes no sense.
  func steps(_ random: inout SeededGenerator) -> [Step] {
    let folders = entries.keys.sorted().filter { !isDocument($0) }
    if !folders.isEmpty, random.oneIn(10) { return dissolving(random.pick(folders)) }
    return step(&random).map { [$0] } ?? []
  }

  /// What is in a folder goes up to where that is, where its name is free, and the folder is removed at once.
  private func dissolving(_ folder: String) -> [Step] {
    let above = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
    let moves = entries.keys.sorted().compactMap { path -> Step? in
      guard isInside(path, folder) else { return nil }
      let name = path.dropFirst(folder.count)
      let place = "\(above)\(name)"
      return name.lastIndex(of: "/") == name.startIndex && entries[place] == nil ? .move(path, place) : nil
    }
    return moves + [.remove(folder)]
  }

  private func step(_ random: inout SeededGenerator) -> Step? {
    let paths = entries.keys.sorted()
    let folder = random.pick([path] + paths.filter { entries[$0] == .folder })
    let text = random.pick(Self.texts)
    guard let chosen = paths.isEmpty ? nil : random.pick(paths) else { return making(in: folder, text, &random) }
    switch random.below(12) {
    case 0..<4: return making(in: folder, text, &random)
    case 4, 5: return entries[chosen]?.with(text).map { .write(chosen, $0) }
    case 6: return entries[chosen]?.with(text).map { .save(chosen, $0) }
    case 7, 8, 9: return moving(chosen, to: folder, &random)
    case 10: return .remove(chosen)
    default:
      let other = random.pick(paths)
      return chosen == other || isInside(chosen, other) || isInside(other, chosen) ? nil : .exchange(chosen, other)
    }
  }

  private func making(in folder: String, _ text: String, _ random: inout SeededGenerator) -> Step? {
    let isFolder = random.oneIn(4)
    let place = "\(folder)/\(random.pick(isFolder ? Self.folders : Self.documents))"
    guard entries[place] == nil else { return nil }
    return .make(place, isFolder ? .folder : random.oneIn(4) ? .link(text) : .document(text))
  }

  private func moving(_ item: String, to folder: String, _ random: inout SeededGenerator) -> Step? {
    let place = "\(folder)/\(random.pick(isDocument(item) ? Self.documents : Self.folders))"
    guard place != item, !isInside(place, item), !isInside(item, place) else { return nil }
    return entries[place] == nil || isDocument(place) && isDocument(item) ? .move(item, place) : nil
  }

  private func isDocument(_ path: String) -> Bool { entries[path] != .folder }

  private func isInside(_ path: String, _ folder: String) -> Bool { path.hasPrefix(folder + "/") }

  // MARK: Making

  mutating func apply(_ step: Step) {
    switch step {
    case .make(let path, let entry): entries[path] = entry
    case .write(let path, let entry), .save(let path, let entry): entries[path] = entry
    case .move(let path, let place): put(take(path), place)
    case .remove(let path): _ = take(path)
    case .exchange(let path, let other):
      let (first, second) = (take(path), take(other))
      put(first, other)
      put(second, path)
    }
  }

  /// Takes an item with all that is below it, by paths relative to it.
  private mutating func take(_ path: String) -> [String: Entry] {
    let taken = entries.filter { $0.key == path || isInside($0.key, path) }
    for key in taken.keys { entries[key] = nil }
    return Dictionary(uniqueKeysWithValues: taken.map { (String($0.key.dropFirst(path.count)), $0.value) })
  }

  private mutating func put(_ taken: [String: Entry], _ path: String) {
    for (rest, entry) in taken { entries[path + rest] = entry }
  }

  // MARK: Comparing

  /// How what is there differs from what ought to be.
  func differences(from there: [String: Entry]) -> [String] {
    let paths = Set(entries.keys).union(there.keys).sorted()
    return paths.compactMap { path in
      let (wanted, found) = (entries[path], there[path])
      guard wanted != found else { return nil }
      return "\(path) is \(found.map { "\($0)" } ?? "missing"), and ought to be \(wanted.map { "\($0)" } ?? "gone")"
    }
  }
}
