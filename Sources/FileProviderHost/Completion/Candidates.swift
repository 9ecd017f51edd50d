import ArgumentParser
import FileProviderDomains
import FileProviderFUSE
import FileProviderProgram
import FileProviderStore
import FileProviderWatching
import Glibc
import LinuxSystem

/// The candidates for a word that is being typed. The scripts that `completions` prints ask for them at each press of
/// the key.
///
/// On an error there are none: an error message has no place in the middle of a command line.
enum Candidates {
  static let domains = kind { _ in names() }
  static let paths = kind { paths($0) }
  static let containers = kind { ChangeContainer.words.sorted() + paths($0) }
  static let fields = kind { list($0, ItemField.allCases.map(\.rawValue)) }
  static let mountOptions = kind { list($0, MountOptions.words + ["remount", "user="]) }
  static let tags = kind { tags($0) }
  static let tagEdits = kind { tags($0).flatMap { ["+" + $0, "-" + $0] } }
  static let trashed = kind { trashed($0) }
  static let mountpoints = kind { _ in MountTable.all().filter { $0.user == getuid() }.map(\.mountpoint) }

  /// Offers what begins like the word. A candidate is a line: what has a line feed in it, or moves the cursor, is not offered.
  static func kind(_ candidates: @escaping @Sendable (Line) -> [String]) -> CompletionKind {
    .custom { words, index, _ in
      let line = Line(words, index)
      return candidates(line).filter { candidate in
        candidate.hasBytePrefix(line.word) && !candidate.utf8.contains { $0 < 0x20 || $0 == 0x7f }
      }
    }
  }

  /// The line that is being typed.
  struct Line {
    var words: [String]
    /// The word under the cursor.
    var word: String

    init(_ words: [String], _ index: Int) {
      // fish takes the quoting off itself.
      let isQuoted = Environment.value("SAP_SHELL").map { $0 != "fish" } ?? false
      self.words = isQuoted ? words.map { ShellWord.unquoted($0) } : words
      word = self.words.indices.contains(index) ? self.words[index] : ""
    }

    var domain: String? {
      if let word = words.first(where: { $0.hasPrefix("--domain=") }) { return String(word.dropFirst(9)) }
      // bash makes three words of --domain=NAME.
      return words.firstIndex(of: "--domain").flatMap { place in words[(place + 1)...].first { $0 != "=" } }
    }

    /// The domain that the line is about, with a path in it. Completion makes no domain.
    func selection(_ paths: [String] = []) -> DomainSelection? {
      try? DomainSelection(named: domain, paths: paths)
    }
  }

  /// The most candidates; a shell asks before it shows as many.
  static let limit = 2000

  private static func names() -> [String] { ((try? DomainDirectory.names()) ?? []).map(\.string) }

  private static func paths(_ line: Line) -> [String] {
    let end = line.word.lastIndex(of: "/").map { line.word.index(after: $0) } ?? line.word.startIndex
    let folder = String(line.word[..<end])
    guard let selection = line.selection([folder.isEmpty ? "." : folder]),
      let reader = try? selection.store.makeCommittedReader(),
      let item = try? PathReader(reader).folder(at: selection.path)
    else { return [] }
    return children(of: item.id, beginningWith: String(line.word[end...]), reader).map { folder + $0 }
  }

  /// The names of a folder's children that begin like a word, those of folders with a slash. Hidden ones only if the word begins with a dot.
  private static func children(of folder: ItemID, beginningWith start: String, _ reader: StoreReader) -> [String] {
    var found: [String] = []
    try? reader.forEachName(in: folder, beginningWith: start.spelledBytes) { name, isFolder in
      if name.first != UInt8(ascii: ".") || start.hasPrefix(".") {
        found.append(String(spelling: name) + (isFolder ? "/" : ""))
      }
      return found.count < limit
    }
    return found
  }

  /// The words for the last part of a list with commas.
  private static func list(_ line: Line, _ words: [String]) -> [String] {
    let end = line.word.lastIndex(of: ",").map { line.word.index(after: $0) } ?? line.word.startIndex
    return words.map { line.word[..<end] + $0 }
  }

  private static func tags(_ line: Line) -> [String] {
    var tags: Set<ExactText> = []
    try? line.selection()?.store.makeCommittedReader().forEachMember(after: .none) { _, membership in
      tags.formUnion(membership.tagList.map { ExactText($0) })
      return tags.count < limit
    }
    return tags.sorted().map(\.text)
  }

  /// Names at the top of the trash: a folder there is named without a slash.
  private static func trashed(_ line: Line) -> [String] {
    guard let reader = try? line.selection()?.store.makeCommittedReader(),
      (try? TreeReader(reader).supportsTrash()) == true
    else {
      return []
    }
    return children(of: .trash, beginningWith: line.word, reader).map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
  }
}
