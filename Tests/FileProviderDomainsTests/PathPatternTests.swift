import FileProviderStore
import Testing

@testable import FileProviderDomains
@testable import FileProviderProgram

/// Patterns of paths and times, as they are typed.
@Suite struct PathPatternTests {
  @Test(arguments: [
    ("*.o", "/a/b.o", true), ("*.o", "/a/b.oo", false), ("*.o", "/.o", true), ("a?c", "/abc", true),
    ("a?c", "/ac", false),
    ("?", "/é", true), ("[a-c]x", "/bx", true), ("[!a-c]x", "/bx", false), ("[^a]", "/b", true), ("[]x]", "/]", true),
    ("[x", "/[x", true), ("*", "/a/b", true), ("a*b*c", "/a-b-b-c", true), ("a*b*c", "/a-c-b", false),
    ("/a/*", "/a/b", true), ("/a/*", "/a/b/c", false), ("a/b", "/a/b", true), ("a/b", "/x/a/b", false),
    ("**/b", "/a/b", true), ("**/b", "/b", true), ("/a/**", "/a/b/c", true), ("/a/**", "/a", false),
    ("/a/**/c", "/a/c", true), ("/a/**/c", "/a/x/y/c", true), ("/a/**/c", "/a/x/d", false), ("/", "/a", nil),
    ("", "/a", nil),
    ("**", "/a/b", true), ("*", "/", false),
  ])
  func `patterns`(pattern: String, path: String, isMatch: Bool?) throws {
    guard let isMatch else {
      #expect(throws: CommandFailure.self) { try PathPattern(pattern, option: "--path") }
      return
    }
    #expect(try PathPattern(pattern, option: "--path").matches(path, isFolder: false) == isMatch)
  }

  @Test func `with a slash at its end a pattern is about folders, wherever they are`() throws {
    let pattern = try PathPattern("build/", option: "--path")
    #expect(pattern.matches("/a/build", isFolder: true))
    #expect(!pattern.matches("/a/build", isFolder: false))
  }

  @Test(.timeLimit(.minutes(1))) func `a star does not take longer than its name has letters`() throws {
    let pattern = try PathPattern(String(repeating: "a*", count: 100) + "b", option: "--path")
    #expect(!pattern.matches("/" + String(repeating: "a", count: 255), isFolder: false))
  }

  private static let now = Timestamp(seconds: 1_700_000_000, nanoseconds: 0)

  @Test(arguments: [
    ("1 hour ago", 3600), ("an hour ago", 3600), ("2 days ago", 2 * 86400), ("90 seconds ago", 90), ("1h", 3600),
    ("10min ago", 600), ("3 weeks ago", 21 * 86400), ("a minute ago", 60), ("now", 0),
  ])
  func `ages`(text: String, seconds: Int64) {
    #expect(Moment.parse(text, now: Self.now) == Self.now.earlier(bySeconds: seconds))
  }

  @Test func `dates are local, and a day ends with its last nanosecond`() throws {
    let day = try #require(Moment.parse("2024-05-01"))
    #expect(Moment.parse("2024-05-01 00:00") == day)
    #expect(Moment.parse("2024-05-01T00:00:00") == day)
    #expect(Moment.parse("2024-05-01", isEnd: true)?.rawValue == Moment.parse("2024-05-02").map { $0.rawValue - 1 })
    #expect(Moment.parse("2024-05-01T00:00:00Z") == Timestamp(seconds: 1_714_521_600, nanoseconds: 0))
    let noon = try #require(Moment.parse("12:00", now: Self.now))
    #expect(abs(noon.rawValue - Self.now.rawValue) <= 86400 * 1_000_000_000)
    for text in ["soon", "", "ago", "1 ago", "hour", "1 fortnight ago", "25:00", "2024-13-01"] {
      #expect(Moment.parse(text) == nil, "\(text)")
    }
  }
}
