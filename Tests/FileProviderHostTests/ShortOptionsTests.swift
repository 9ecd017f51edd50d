import Testing

@testable import FileProviderHost

/// Short options as fingers type them.
@Suite struct ShortOptionsTests {
  private let options = ShortOptions(flags: "fvr1", values: "no", longValues: ["--exec"])

  @Test(arguments: [
    (["-n1"], ["-n", "1"]), (["-fn1"], ["-f", "-n", "1"]), (["-oro"], ["-o", "ro"]),
    (["-fn", "1"], ["-f", "-n", "1"]),
    (["-rf", "-v"], ["-r", "-f", "-v"]), (["-n=5"], ["-n", "5"]),
    (["--", "-rf"], ["--", "-rf"]), (["--exec", "-rf"], ["--exec", "-rf"]), (["-n", "-rf"], ["-n", "-rf"]),
    (["-fn", "-rf"], ["-f", "-n", "-rf"]), (["-12"], ["-12"]), (["--long"], ["--long"]), (["-"], ["-"]),
    (["-f1"], ["-f", "-1"]),
    (["-vorw,nosuid"], ["-v", "-o", "rw,nosuid"]),
  ])
  func `expansion`(words: [String], expected: [String]) throws {
    #expect(try options.expand(words) == expected)
  }

  @Test(arguments: ["-fx", "-xf", "-rfh"])
  func `unknown letters`(word: String) { #expect(throws: (any Error).self) { try options.expand([word]) } }
}
