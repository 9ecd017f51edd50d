import LinuxSystem
import TestSupport
import Testing

@testable import FileProviderManaging
@testable import FileProviderStore

/// Notices on a desktop, asked of a real bus.
@Suite struct DesktopNoticesTests {
  private let chosen = Monitor<[DesktopNotice.Action]>([])
  private let kinds = Monitor<[DesktopNotice.Kind]>([])

  private func notices(_ address: String) throws -> DesktopNotices {
    let notices = DesktopNotices(address: address) { [chosen, kinds] action, notice in
      kinds.withLock { $0.append(notice.kind) }
      chosen.withLock { $0.append(action) }
      return nil
    }
    return try #require(notices)
  }

  private func held(_ items: Int64) -> HeldDeletions { HeldDeletions(items: items, since: 1, last: 1, restoring: 0) }

  @Test func `what a provider says is one text and nothing else`() {
    #expect(DesktopNotice.line("plain") == "plain")
    #expect(DesktopNotice.line("a\nb\u{1B}[0m\u{0}c\u{85}d\u{2028}e") == "a b [0m c d e")
    #expect(DesktopNotice.line(String(repeating: "ä", count: 5000)).count == 500)
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
    notices.show(.heldDeletions(held(30), in: "files", title: "Files"))
    #expect(eventually { desktop.shown.count == 2 })
    #expect(desktop.shown.first == "notice 1 0 Files | a &lt;b> | ")
    #expect(desktop.shown.last?.hasPrefix("notice 2 0 Files | The provider deleted 30 items at once") == true)
    #expect(desktop.shown.last?.hasSuffix("| show restore accept") == true)
    for option in ["--restore", "--accept-deletions"] {
      #expect(desktop.shown.last?.contains("“fileprovider sync --domain files \(option)”") == true)
    }
    for (action, number) in [("accept", 1), ("format", 2), ("restore", 2)] {
      try desktop.choose(action, of: number)
    }
    #expect(eventually { chosen.read { $0 } == [.restore] })
    try desktop.close(2)
    notices.show(.conflicts(last: [.root, .root], title: "Files"))
    #expect(eventually { desktop.shown.count == 3 })
    for number in [2, 3] { try desktop.choose("show", of: number) }
    #expect(eventually { chosen.read { $0 } == [.restore, .show] })
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
    #expect(eventually { kinds.read { $0 } == [.heldDeletions(held(50))] })
    let newest = try #require(desktop.key("accept", of: 1))
    try desktop.restart()
    try desktop.choose(newest, of: 1)
    notices.show(.heldDeletions(held(60), in: "files", title: "Files"))
    #expect(eventually { desktop.shown.count == 1 })
    #expect(desktop.shown.last?.hasPrefix("notice 1 0 Files") == true)
    for key in [newest, "accept.other", "show"] { try desktop.choose(key, of: 1) }
    #expect(eventually { kinds.read { $0.last } == .heldDeletions(held(60)) })
    #expect(chosen.read { $0 } == [.show, .show])
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
    #expect(eventually { kinds.read { $0 } == [.conflicts(1, last: [.root, .root])] })
  }

  @Test(.enabled(if: TestDesktop.problem == nil, "\(TestDesktop.problem ?? "")"))
  func `a conflict takes the place of those that are shown, all are counted, and the last ones are shown with it`() throws {
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
    #expect(eventually { kinds.read { $0 } == [.conflicts(25, last: last)] })
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
    #expect(eventually { chosen.read { $0 } == [.restore] })
  }

  @Test func `without a bus or a desktop nothing happens`() throws {
    for address in ["unix:path=/nonexistent/bus"] + (TestKeyring.problem == nil ? [try TestKeyring().address] : []) {
      let notices = try notices(address)
      for _ in 0..<100 { notices.show(.heldDeletions(held(30), in: "files", title: "Files")) }
      notices.stop()
      notices.show(.problem("too late", title: "Files"))
    }
    #expect(chosen.read { $0 } == [])
  }
}
