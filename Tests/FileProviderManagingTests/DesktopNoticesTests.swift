import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import FileProviderManaging
@testable import FileProviderStore

/// Notices on a desktop, asked of a real bus.
@Suite struct DesktopNoticesTests {
  /// What was chosen of which notice.
  private struct Choice: Equatable {
    var action: DesktopNotice.Action
    var kind: DesktopNotice.Kind
  }

  private let choices = Monitor<[Choice]>([])

  private func notices(_ address: String) throws -> DesktopNotices {
    let notices = DesktopNotices(address: address, pause: .milliseconds(20)) { [choices] action, notice in
      choices.withLock { $0.append(Choice(action: action, kind: notice.kind)) }
      return nil
    }
    return try #require(notices)
  }

  private func hasChosen(_ action: DesktopNotice.Action, of kind: DesktopNotice.Kind) -> Bool {
    choices.read { $0.last } == Choice(action: action, kind: kind)
  }

  private func held(_ items: Int64) -> HeldDeletions {
    HeldDeletions(items: items, since: 1, last: 1, restoring: 0, checksum: 0)
  }

  @Test func `what a provider says is one text and nothing else`() {
    #expect(DesktopNotice.line("plain") == "plain")
    #expect(DesktopNotice.line("a\nb\u{1B}[0m\u{0}c\u{85}d\u{2028}e") == "a b [0m c d e")
    #expect(DesktopNotice.line(String(repeating: "ä", count: 5000)).count == 1000)
    #expect(DesktopNotice.markup("<b>&amp;") == "&lt;b>&amp;amp;")
  }

  @Test(.enabled(if: TestDesktop.problem == nil, "\(TestDesktop.problem ?? "")"), arguments: [true, false])
  func `a text is shown as it is, whether or not the desktop reads markup`(readsMarkup: Bool) throws {
    let desktop = try TestDesktop(readsMarkup: readsMarkup)
    let notices = try notices(desktop.address)
    defer { notices.stop() }
    notices.show(.problem("a <b>\u{0}", title: "<b>\n\u{0}Files"))
    #expect(eventually { desktop.shown == ["notice 1 0 <b>  Files | a \(readsMarkup ? "&lt;" : "<")b>  | "] })
  }

  @Test(.enabled(if: TestDesktop.problem == nil, "\(TestDesktop.problem ?? "")"))
  func `an action is done when it is chosen, and no other`() throws {
    let desktop = try TestDesktop()
    let notices = try notices(desktop.address)
    defer { notices.stop() }
    notices.show(.problem("a <b>", title: "Files"))
    notices.show(.heldDeletions(held(30), in: "my files", title: "Files"))
    #expect(eventually { desktop.shown.count == 2 })
    #expect(desktop.shown.first == "notice 1 0 Files | a &lt;b> | ")
    #expect(desktop.shown.last?.hasPrefix("notice 2 0 Files | The provider deleted 30 items at once") == true)
    #expect(desktop.shown.last?.hasSuffix("| show restore accept") == true)
    for option in ["--restore", "--accept-deletions"] {
      #expect(desktop.shown.last?.contains("“fileprovider sync --domain 'my files' \(option)”") == true)
    }
    for (action, number) in [("accept", 1), ("format", 2), ("restore", 2)] {
      try desktop.choose(action, of: number)
    }
    #expect(eventually { hasChosen(.restore, of: .heldDeletions(held(30))) })
    try desktop.close(2)
    notices.show(.conflicts(last: [.root, .root], title: "Files"))
    #expect(eventually { desktop.shown.count == 3 })
    for number in [2, 3] { try desktop.choose("show", of: number) }
    #expect(eventually { hasChosen(.show, of: .conflicts(1, last: [.root, .root])) })
    #expect(choices.read { $0.count } == 2)
  }

  @Test(.enabled(if: TestDesktop.problem == nil, "\(TestDesktop.problem ?? "")"))
  func `an action of another notice that has or had the same number is not done`() throws {
    let desktop = try TestDesktop()
    let notices = try notices(desktop.address)
    defer { notices.stop() }
    notices.show(.heldDeletions(held(30), in: "files", title: "Files"))
    #expect(eventually { desktop.shown.count == 1 })
    let former = try #require(desktop.key("accept", of: 1))
    notices.show(.heldDeletions(held(50), in: "files", title: "Files"))
    #expect(eventually { desktop.shown.count == 2 })
    #expect(desktop.shown.last?.hasPrefix("notice 1 1 Files | The provider deleted 50 items") == true)
    for key in [former, "accept"] { try desktop.choose(key, of: key == former ? 1 : 2) }
    try desktop.choose("show", of: 1)
    #expect(eventually { hasChosen(.show, of: .heldDeletions(held(50))) })
    let newest = try #require(desktop.key("accept", of: 1))
    try desktop.restart()
    try desktop.choose(newest, of: 1)
    notices.show(.heldDeletions(held(60), in: "files", title: "Files"))
    #expect(eventually { desktop.shown.count == 1 })
    #expect(desktop.shown.last?.hasPrefix("notice 1 0 Files") == true)
    for key in [newest, "accept.other", "show"] { try desktop.choose(key, of: 1) }
    #expect(eventually { hasChosen(.show, of: .heldDeletions(held(60))) })
    #expect(choices.read { $0.count } == 2)
  }

  @Test(.enabled(if: TestDesktop.problem == nil, "\(TestDesktop.problem ?? "")"))
  func `a notice whose predecessor is closed just before can still be answered`() throws {
    let desktop = try TestDesktop()
    let notices = try notices(desktop.address)
    defer { notices.stop() }
    notices.show(.heldDeletions(held(30), in: "files", title: "Files"))
    #expect(eventually { desktop.shown.count == 1 })
    try desktop.closeBeforeNext(1)
    notices.show(.heldDeletions(held(50), in: "files", title: "Files"))
    #expect(eventually { desktop.shown.count == 2 })
    try desktop.choose("restore", of: 1)
    #expect(eventually { hasChosen(.restore, of: .heldDeletions(held(50))) })
  }

  @Test(.enabled(if: TestDesktop.problem == nil, "\(TestDesktop.problem ?? "")"))
  func `a notice that the desktop refuses is shown later, with what has come meanwhile`() throws {
    let desktop = try TestDesktop()
    let notices = try notices(desktop.address)
    defer { notices.stop() }
    try desktop.refuse(4)
    for _ in 0..<3 { notices.show(.conflicts(last: [.root, .root], title: "Files")) }
    #expect(eventually { desktop.shown.last?.contains("Files | 3 conflicts") == true })
    #expect(desktop.shown.count { $0 == "refused" } == 4)
  }

  @Test(.enabled(if: TestDesktop.problem == nil, "\(TestDesktop.problem ?? "")"))
  func `a notice that the desktop refuses again and again is dropped, and no other`() throws {
    let desktop = try TestDesktop()
    let notices = try notices(desktop.address)
    defer { notices.stop() }
    try desktop.refuse(5)
    for text in ["one", "two"] { notices.show(.problem(text, title: "Files")) }
    #expect(eventually { desktop.shown.last == "notice 1 0 Files | two | " })
    #expect(desktop.shown == Array(repeating: "refused", count: 5) + ["notice 1 0 Files | two | "])
  }

  @Test(.enabled(if: TestDesktop.problem == nil, "\(TestDesktop.problem ?? "")"))
  func `the user decides once, and can then still have the items shown`() throws {
    let desktop = try TestDesktop()
    let notices = try notices(desktop.address)
    defer { notices.stop() }
    notices.show(.heldDeletions(held(30), in: "files", title: "Files"))
    #expect(eventually { desktop.shown.count == 1 })
    try desktop.choose("restore", of: 1)
    #expect(eventually { hasChosen(.restore, of: .heldDeletions(held(30))) })
    for action in ["accept", "restore", "show"] { try desktop.choose(action, of: 1) }
    #expect(eventually { hasChosen(.show, of: .heldDeletions(held(30))) })
    #expect(choices.read { $0.count } == 2)
  }

  @Test(.enabled(if: TestDesktop.problem == nil, "\(TestDesktop.problem ?? "")"))
  func `the notice of held deletions is closed, and no other`() throws {
    let desktop = try TestDesktop()
    let notices = try notices(desktop.address)
    defer { notices.stop() }
    notices.closeHeldDeletions()
    notices.show(.conflicts(last: [.root, .root], title: "Files"))
    notices.show(.heldDeletions(held(30), in: "files", title: "Files"))
    #expect(eventually { desktop.shown.count == 2 })
    notices.closeHeldDeletions()
    #expect(eventually { desktop.shown.last == "closed 2" })
    for number in [2, 1] { try desktop.choose("show", of: number) }
    #expect(eventually { hasChosen(.show, of: .conflicts(1, last: [.root, .root])) })
    #expect(choices.read { $0.count } == 1)
  }

  @Test(.enabled(if: TestDesktop.problem == nil, "\(TestDesktop.problem ?? "")"))
  func `a conflict takes the place of those that are shown, all are counted, and the last ones are shown with it`()
    throws
  {
    let desktop = try TestDesktop()
    let notices = try notices(desktop.address)
    defer { notices.stop() }
    for number in 1...25 as ClosedRange<Int64> {
      notices.show(
        .conflicts(last: [ItemID(rawValue: 100 + number), ItemID(rawValue: 200 + number)], title: "Files"))
      if number == 1 { #expect(eventually { desktop.shown.count == 1 }) }
    }
    #expect(eventually { desktop.shown.last?.hasPrefix("notice 1 1 Files | 25 conflicts: documents were") == true })
    #expect(desktop.shown.first?.hasPrefix("notice 1 0 Files | A document was changed") == true)
    try desktop.choose("show", of: 1)
    let last = (16...25).flatMap { [ItemID(rawValue: 100 + $0), ItemID(rawValue: 200 + $0)] }
    #expect(eventually { hasChosen(.show, of: .conflicts(25, last: last)) })
  }

  @Test(.enabled(if: TestDesktop.problem == nil, "\(TestDesktop.problem ?? "")"))
  func `a signal that lacks the action is ignored`() throws {
    let desktop = try TestDesktop()
    let notices = try notices(desktop.address)
    defer { notices.stop() }
    notices.show(.heldDeletions(held(30), in: "files", title: "Files"))
    #expect(eventually { desktop.shown.count == 1 })
    try desktop.chooseNothing(of: 1)
    try desktop.choose("restore", of: 1)
    #expect(eventually { hasChosen(.restore, of: .heldDeletions(held(30))) })
  }

  @Test(.enabled(if: TestDesktop.problem == nil, "\(TestDesktop.problem ?? "")"))
  func `without a bus or a desktop notices are dropped, and later ones are shown when there is one`() throws {
    let folder = try TestDirectory("later")
    let notices = try notices("unix:path=\(folder.path)/bus")
    func place(_ address: String) {
      unlink(folder.path + "/bus")
      #expect(symlink(String(address.dropFirst("unix:path=".count)), folder.path + "/bus") == 0)
    }
    func showMany() {
      for _ in 0..<100 { notices.show(.heldDeletions(held(30), in: "files", title: "Files")) }
      #expect(eventually { !notices.isRunning })
    }
    showMany()
    let bus = try TestKeyring(isServed: false)
    place(bus.address)
    showMany()
    let desktop = try TestDesktop()
    place(desktop.address)
    notices.show(.problem("later", title: "Files"))
    #expect(eventually { desktop.shown == ["notice 1 0 Files | later | "] && !notices.isRunning })
    notices.stop()
    notices.show(.problem("too late", title: "Files"))
    #expect(!notices.isRunning)
  }
}
