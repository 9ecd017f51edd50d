import Testing

@testable import FileProviderManaging

/// What is handed to the desktop.
@Suite struct DesktopNoticeTests {
  @Test func `what a provider says is one text and nothing else`() {
    #expect(DesktopNotice.quoted("plain") == "'plain'")
    #expect(DesktopNotice.quoted("it's \\ <b>&") == "'it\\'s \\\\ &lt;b>&amp;'")
    #expect(DesktopNotice.quoted("a\nb\u{1B}[0m") == "'a b [0m'")
    #expect(DesktopNotice.quoted(String(repeating: "ä", count: 5000)).count == 502)
  }

  @Test func `a notice has a title and a text and replaces no other`() {
    let words = DesktopNotice.words("Title", "Text")
    #expect(words.contains("'Title'") && words.contains("'Text'"))
    #expect(words.contains("org.freedesktop.Notifications.Notify"))
  }
}
