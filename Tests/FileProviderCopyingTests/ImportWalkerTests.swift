import FileProviderStore
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderCopying
@testable import FileProviderDomains

/// What an import finds in the source, in which order, and what it leaves out.
@Suite struct ImportWalkerTests {
  private let source: TestDirectory
  private let temporary: TemporaryStore
  private let tally = TransferTally()

  init() throws {
    source = try TestDirectory("source")
    temporary = try TemporaryStore()
  }

  private func write(_ text: String, to path: String) throws {
    let url = source.appending(path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// Walks the source on a thread of its own.
  ///
  /// - Returns: The steps for the writer.
  private func walk(
    topIsLeftOut: Bool = false, _ change: (inout ImportOptions) throws -> Void = { _ in }
  ) throws -> [ImportStep] {
    var options = ImportOptions(author: "import", deletes: false, forces: false)
    try change(&options)
    let queue = StepQueue()
    let walker = try ImportWalker(
      store: temporary.store, options: options, tally: tally, queue: queue,
      exclusions: ImportExclusions(domain: DomainName("default")))
    let given = try ImportSource(source.path, leavesTopOut: topIsLeftOut)
    nonisolated(unsafe) var failure: (any Error)?
    nonisolated(unsafe) let unsafeWalker = walker
    Thread.detachNewThread {
      do { try unsafeWalker.walk(given, into: .root) } catch { failure = error }
      queue.close()
    }
    var steps: [ImportStep] = []
    while let chunk = queue.pop() { steps += chunk }
    if let failure { throw failure }
    #expect(unsafeWalker.takeRest().isEmpty)
    return steps
  }

  /// Steps as words: `+name` and `-` around what is in a folder.
  private func words(_ steps: [ImportStep]) -> [String] {
    steps.map { step in
      switch step {
      case .enter(let entry): "+" + entry.name.spelling
      case .item(let entry): entry.name.spelling
      case .leave: "-"
      case .remove(_, _, let place): "!" + place.path.split(separator: "/").last.map(String.init)!
      }
    }
  }

  /// Paths from the source that the steps lead to, whatever the order of names.
  private func paths(_ steps: [ImportStep]) -> Set<String> {
    var (folders, paths): ([String], Set<String>) = ([], [])
    for word in words(steps) {
      if word == "-" {
        guard folders.popLast() != nil else {
          Issue.record("a folder is left that was not entered")
          break
        }
      } else {
        let name = word.first == "+" ? String(word.dropFirst()) : word
        paths.insert((folders + [name]).joined(separator: "/"))
        if word.first == "+" { folders.append(name) }
      }
    }
    #expect(folders.isEmpty, "\(folders) are not left")
    return paths
  }

  private func entries(_ steps: [ImportStep]) -> [String: ImportEntry] {
    var entries: [String: ImportEntry] = [:]
    for step in steps { if case .item(let entry) = step { entries[entry.name.spelling] = entry } }
    return entries
  }

  /// The files of a folder come before its folders, and each folder that is entered is left.
  @Test func `files come first`() throws {
    for name in ["a/1", "a/2", "b/c/3", "z"] { try write("x", to: name) }
    let steps = words(try walk(topIsLeftOut: true))
    #expect(steps.first == "z")
    #expect(steps.sorted() == ["+a", "+b", "+c", "-", "-", "-", "1", "2", "3", "z"])
    let top = source.url.lastPathComponent
    let whole = try walk()
    #expect(words(whole).prefix(2) == ["+" + top, "z"] && words(whole).last == "-")
    #expect(
      paths(whole) == Set(["", "/a", "/a/1", "/a/2", "/b", "/b/c", "/b/c/3", "/z"].map { top + $0 }))
  }

  /// Deep trees are walked with few descriptors: a folder that was closed meanwhile is gone on with where it was.
  @Test func `deep trees are whole`() throws {
    let depth = 150
    var (path, expected) = ("", Set<String>())
    for level in 0..<depth {
      // Two folders at each level, so that there is something left in the levels that were closed.
      for name in ["down", "beside"] {
        try write("x", to: path + name + "/file\(level)")
        expected.formUnion([path + name, path + name + "/file\(level)"])
      }
      path += "down/"
    }
    #expect(paths(try walk(topIsLeftOut: true)) == expected)
    #expect(tally.current.skipped == 0 && tally.current.seen == Int64(depth * 4))
  }

  /// Contents are copied before the writer comes, links are taken as links, and special files as what they are.
  @Test func `everything is prepared`() throws {
    let text = String(repeating: "x", count: SmallContents.largest + 1)
    try write(text, to: "file")
    try write(String(text.dropLast()), to: "small")
    try write("", to: "empty")
    symlink("nowhere", source.appending("link").path)
    mkfifo(source.appending("pipe").path, 0o640)
    chmod(source.appending("file").path, 0o4751)
    let entries = entries(try walk(topIsLeftOut: true))
    let file = try #require(entries["file"])
    let content = try #require(file.contents?.file)
    #expect(try temporary.store.data(of: content) == Data(text.utf8))
    #expect(file.size == text.utf8.count && file.mode & 0o7777 == 0o4751)
    guard case .small(let bytes) = entries["small"]?.contents else { throw SupportFailure("they are not small") }
    #expect(bytes == Array(text.utf8.dropLast()))
    #expect(entries["empty"]?.contents == nil && entries["empty"]?.size == 0)
    #expect(entries["link"]?.kind == .symlink && entries["link"]?.target == Array("nowhere".utf8))
    #expect(entries["pipe"]?.kind == .fifo && entries["pipe"]?.contents == nil)
    #expect(tally.current.bytes == 2 * text.utf8.count - 1)
  }

  /// A rehearsal makes nothing.
  @Test func `a rehearsal copies nothing`() throws {
    try write("text", to: "file")
    #expect(entries(try walk(topIsLeftOut: true) { $0.isRehearsal = true })["file"]?.contents == nil)
    // Not even the mark of a process that makes contents is there.
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.store.contents.directory.path).isEmpty)
    #expect(tally.current.bytes == 4)
  }

  /// What a pattern names is not looked at, with all that is in it.
  @Test func `patterns leave out`() throws {
    for name in ["keep/a", "keep/a.o", "build/deep/b", "build2/c"] { try write("x", to: name) }
    let steps = try walk(topIsLeftOut: true) {
      $0.excluded = try [PathPattern](["*.o", "build/"], option: "--exclude")
    }
    #expect(paths(steps) == ["keep", "keep/a", "build2", "build2/c"])
    #expect(tally.current.skipped == 0)
  }

  @Test func `a name that the root of a mount has for itself is left out and told; deeper it is a name like others`()
    throws
  {
    for name in [".fileprovider", "deep/.fileprovider", "good"] { try write("x", to: name) }
    #expect(paths(try walk(topIsLeftOut: true)) == ["deep", "deep/.fileprovider", "good"])
    #expect(tally.current.skipped == 1)
  }

  @Test func `a second name of a file is a second file, which is told`() throws {
    try write(String(repeating: "x", count: 10_000), to: "one")
    link(source.appending("one").path, source.appending("two").path)
    let entries = entries(try walk(topIsLeftOut: true))
    let (one, two) = (entries["one"]?.contents?.file, entries["two"]?.contents?.file)
    #expect(one != nil && two != nil && one != two)
    #expect(tally.current.lost == [.hardLinks: 1])
  }

  /// What the domain has as it is here needs no step; what is gone here goes there when that is asked for.
  @Test func `what is there already`() throws {
    try write("text", to: "file")
    try write("text", to: "folder/inner")
    try importAll()
    #expect(words(try walk(topIsLeftOut: true)) == ["+folder", "-"])
    try write("longer text", to: "file")
    try FileManager.default.removeItem(at: source.appending("folder/inner"))
    #expect(words(try walk(topIsLeftOut: true)) == ["file", "+folder", "-"])
    #expect(words(try walk(topIsLeftOut: true) { $0.deletes = true }) == ["file", "+folder", "!inner", "-"])
  }

  /// Small contents come and go with the rows that name them.
  @Test func `small documents are imported`() throws {
    func text(_ name: String) throws -> String? {
      let store = temporary.store
      let item = try store.readCommitted { (reader) throws(StoreError) in try reader.resolve("/" + name) }
      guard let content = item?.content else { return nil }
      #expect(content.isSmall)
      return String(bytes: try store.contents.bytes(of: content, about: 10, atMost: 100), encoding: .utf8)
    }
    try write("one", to: "a")
    try write("two", to: "b")
    try importAll()
    #expect(try text("a") == "one" && text("b") == "two")
    try write("changed", to: "a")
    try importAll()
    #expect(try text("a") == "changed" && text("b") == "two")
    try temporary.store.finishHousekeeping()
    var findings: [StoreFinding] = []
    try StoreCheck.run(storeIn: temporary.directory, StoreCheck.Options()) { findings.append($0) }
    #expect(findings.isEmpty)
    let rows = try temporary.store.readCommitted { (reader) throws(StoreError) in
      try reader.integers("SELECT count(*) FROM small_contents")
    }
    #expect(rows == [2])
  }

  /// What others have changed in the domain since it was imported is left out unless it is to be overwritten.
  @Test func `changes in the domain stay`() throws {
    try write("text", to: "file")
    try importAll()
    let id = try #require(
      try temporary.store.readCommitted { (reader) throws(StoreError) in try reader.resolve("/file") }
    ).id
    // Every opening of the store is somebody else.
    try temporary.reopened().change(author: "somebody") { (transaction) throws(StoreError) in
      var changes = AttributeChanges()
      changes.mode = 0o600
      try transaction.setAttributes(changes, of: id)
    }
    try write("longer text", to: "file")
    #expect(try walk(topIsLeftOut: true).isEmpty)
    #expect(tally.current.skipped == 1)
    #expect(words(try walk(topIsLeftOut: true) { $0.forces = true }) == ["file"])
  }

  /// A folder of the domain makes way for a file only when that is asked for.
  @Test func `a folder is not replaced`() throws {
    try write("text", to: "name/inner")
    try importAll()
    try FileManager.default.removeItem(at: source.appending("name"))
    try write("text", to: "name")
    #expect(try walk(topIsLeftOut: true).isEmpty)
    #expect(tally.current.skipped == 1)
    #expect(words(try walk(topIsLeftOut: true) { $0.deletes = true }) == ["name"])
  }

  /// Imports what is in the source to the root.
  private func importAll() throws {
    try ImportRun(
      store: temporary.store, domain: DomainName("default"), parent: .root,
      options: ImportOptions(author: "import", deletes: false, forces: false),
      report: BulkReport(isRehearsal: false, isVerbose: false)
    ).run([ImportSource(source.path, leavesTopOut: true)])
  }
}
