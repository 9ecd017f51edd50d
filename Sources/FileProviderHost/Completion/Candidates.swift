import ArgumentParser
import FileProviderStore
import Glibc

/// The candidates for a word that is being typed. The scripts that `completions` prints ask for them at each press of
/// the key.
///
/// Where they cannot be found out there are none: an error has no place in the middle of a line.
enum Candidates {
  static let domains = CompletionKind.custom { _, _, _ in names() }
  static let paths = CompletionKind.custom { words, index, _ in paths(Line(words, index)) }
  static let containers = CompletionKind.custom { words, index, _ in
    ChangeContainer.words.sorted() + paths(Line(words, index))
  }
  static let fields = CompletionKind.custom { words, index, _ in fields(Line(words, index)) }
  static let tags = CompletionKind.custom { words, index, _ in tags(Line(words, index)) }
  static let tagEdits = CompletionKind.custom { words, index, _ in
    tags(Line(words, index)).flatMap { ["+" + $0, "-" + $0] }
  }
  static let trashed = CompletionKind.custom { words, index, _ in trashed(Line(words, index)) }
  static let mountpoints = CompletionKind.custom { _, _, _ in
    MountTable.all().filter { $0.user == getuid() }.map(\.mountpoint)
  }

  /// The line that is being typed.
  private struct Line {
    var words: [String]
    /// The word under the cursor.
    var word: String

    init(_ words: [String], _ index: Int) {
      self.words = words
      word = words.indices.contains(index) ? words[index] : ""
    }

    var options: DomainOptions? {
      guard let place = words.firstIndex(of: "--domain"), place + 1 < words.count else {
        return try? DomainOptions.parse([])
      }
      return try? DomainOptions.parse(["--domain", words[place + 1]])
    }

    /// The domain that the line is about, with a path in it. Completion makes no domain.
    func selection(_ paths: [String] = []) -> DomainSelection? {
      guard let options, (try? DomainDirectory.names())?.isEmpty == false else { return nil }
      return try? DomainSelection(options, paths: paths)
    }
  }

  /// The most candidates; a shell asks before it shows as many.
  private static let limit = 2000

  private static func names() -> [String] { ((try? DomainDirectory.names()) ?? []).map(\.string) }

  private static func paths(_ line: Line) -> [String] {
    let end = line.word.lastIndex(of: "/").map { line.word.index(after: $0) } ?? line.word.startIndex
    let (folder, start) = (String(line.word[..<end]), line.word[end...])
    guard let selection = line.selection([folder.isEmpty ? "." : folder]),
      let reader = try? selection.store.makeReader(),
      let item = try? reader.folder(at: selection.path)
    else { return [] }
    var found: [String] = []
    try? reader.forEachChild(of: item.id, after: .none) { child, name in
      let name = String(spelling: name)
      if name.hasPrefix(start), !name.hasPrefix(".") || start.hasPrefix(".") {
        found.append(folder + name + (child.isFolder ? "/" : ""))
      }
      return found.count < limit
    }
    return found.sorted()
  }

  /// In a list of fields the last one is completed.
  private static func fields(_ line: Line) -> [String] {
    let end = line.word.lastIndex(of: ",").map { line.word.index(after: $0) } ?? line.word.startIndex
    return ItemField.allCases.map { line.word[..<end] + $0.rawValue }
  }

  private static func tags(_ line: Line) -> [String] {
    var tags: Set<ExactText> = []
    try? line.selection()?.store.makeReader().forEachMember(after: .none) { _, membership in
      tags.formUnion(membership.tagList.map { ExactText($0) })
      return tags.count < limit
    }
    return tags.sorted().map(\.text)
  }

  private static func trashed(_ line: Line) -> [String] {
    let items = try? line.selection()?.store.makeReader().trashedItems()
    return (items ?? []).prefix(limit).map(\.record.name.spelling)
  }
}
