import Foundation
import TestSupport
import Testing

/// `domain set` and `domain add`: how many recents a domain keeps, and how long.
@Suite struct DomainSetTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func info(_ name: String) throws -> [String: Any] {
    try #require(try sandbox.run("domain", "info", name, "--json").objects().first)
  }

  @Test func `bounds are kept`() throws {
    try sandbox.lines("domain", "add", "work", "--recents-limit", "3", "--recents-age", "2w")
    #expect(try info("work")["recentsLimit"] as? Int == 3)
    #expect(try info("work")["recentsAgeSeconds"] as? Int == 14 * 86400)
    try sandbox.lines("domain", "set", "work", "--recents-age", "12h")
    #expect(try info("work")["recentsLimit"] as? Int == 3)
    #expect(try sandbox.lines("domain", "info", "work").contains { $0.hasSuffix("3 at most, used in the last 12h") })
  }

  @Test func `a bound for contents is kept`() throws {
    try sandbox.lines("domain", "add", "work", "--cache-size", "500M")
    #expect(try info("work")["cacheBytes"] as? Int == 500 << 20)
    try sandbox.lines("domain", "set", "work", "--cache-size", "none")
    #expect(try info("work")["cacheBytes"] == nil)
    #expect(try sandbox.run("domain", "set", "work", "--cache-size", "much").status == 64)
  }

  @Test func `names of files that stay here are kept`() throws {
    try sandbox.lines("domain", "add", "work", "--local-names", "*.tmp", "--local-names", "usual")
    let names = try #require(try info("work")["localNames"] as? [String])
    #expect(names.first == "*.tmp" && names.contains(".~lock.*#"))
    try sandbox.lines("domain", "set", "work", "--local-names", "none")
    #expect(try info("work")["localNames"] as? [String] == [])
    #expect(try sandbox.run("domain", "set", "work", "--local-names", "a/b").status == 64)
  }

  /// What only a provider's domain uses is kept for the provider that a domain may get, and one line says that it has no effect yet.
  @Test func `options without effect in a local domain are named`() throws {
    let words = ["--cache-size", "5G", "--metered", "all", "--history", "30d"]
    let said = """
      fileprovider: domain “work”: --cache-size, --metered: no effect in a local domain, only once it has a provider

      """
    let added = try sandbox.start(["domain", "add", "work"] + words).wait()
    #expect(added.status == 0 && added.error == said && added.output.isEmpty, "\(added)")
    let set = try sandbox.start(["domain", "set", "work"] + words).wait()
    #expect(set.status == 0 && set.error == said && set.output.isEmpty, "\(set)")
    let others = ["--user-info", "key=value", "--local-names", "*.tmp", "--notifications", "off"]
    #expect(
      try sandbox.start(["domain", "set", "work"] + others).wait().error.contains(
        "--user-info, --local-names, --notifications: no effect"))
    #expect(try sandbox.run("domain", "set", "work", "--history", "30d", "--display-name", "Work").error.isEmpty)
    // A program with a provider of its own serves the domain from the first mount on.
    #expect(try sandbox.program("ProviderFixture", "domain", "set", "work", "--cache-size", "5G").error.isEmpty)
  }

  @Test func `wrong bounds are refused`() throws {
    try sandbox.lines("domain", "add", "work")
    for words in [["--recents-limit", "-1"], ["--recents-limit", "x"], ["--recents-age", "soon"], []] {
      #expect(try sandbox.start(["domain", "set", "work"] + words).wait().status == 64)
    }
    #expect(try sandbox.run("domain", "set", "none", "--recents-limit", "1").status == 1)
    #expect(try sandbox.run("domain", "list").lines == ["work"])
  }

  /// What is remembered of changes is bounded by their number or by their age; an anchor from before begins again.
  @Test func `the history has the bound it was given`() throws {
    try sandbox.lines("domain", "add", "work", "--history", "30d")
    #expect(try info("work")["historyAgeSeconds"] as? Int == 30 * 86400)
    #expect(try sandbox.lines("domain", "info", "work").contains { $0.hasSuffix("the changes of the last 30d") })
    let anchor = try #require(
      try sandbox.run("tail", "--domain", "work", "--since", "now", "--json").objects().last?["anchor"] as? String)
    try sandbox.lines("mkdir", "--domain", "work", "/a", "/b", "/c")
    try sandbox.lines("domain", "set", "work", "--history", "1")
    #expect(try info("work")["historyLimit"] as? Int == 1)
    let lines = try sandbox.run("tail", "--domain", "work", "--container", "all", "--since", anchor, "--json").objects()
    #expect(lines.first?["event"] as? String == "drop-everything")
    for wrong in ["0", "-1", "soon", "0d"] {
      #expect(try sandbox.run("domain", "set", "work", "--history", wrong).status == 64)
    }
  }
}
