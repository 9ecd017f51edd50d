import FileProviderStore
import Foundation
import Glibc
import TestSupport
import Testing

/// Changes of a mount that are committed together, seen from outside.
@Suite(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse")) struct GroupTests {
  /// The first request after a group's time is over commits it, though the kernel may have more: programs that ask for something without a pause keep
  /// nothing from others. Until then no request does.
  @Test(arguments: [GroupLength.short, .endless]) func `busy programs keep nothing back`(_ length: GroupLength) throws {
    let loop = try RequestLoop(longestGroup: length.rawValue)
    var isOpen = false
    // A machine that is busy may spend a group's whole time in the change that begins it, which then is committed with it.
    for number in 0..<100 where !isOpen { isOpen = try loop.makeFolder("\(number)") }
    try #require(isOpen)
    if length == .short { #expect(eventually { loop.store.isOverdue }) }
    var answered = 0
    while answered < 50 && loop.store.hasOpenGroup {
      loop.answerForget()
      answered += 1
    }
    #expect(answered == (length == .short ? 1 : 50))
  }

  /// How long a group may be open, in nanoseconds.
  enum GroupLength: UInt64 {
    case short = 20_000_000
    case endless = 0x7fff_ffff_ffff_ffff
  }

  /// While a commit takes long, no further threads come to wait for it.
  @Test func `a slow commit needs few threads`() throws {
    let mount = try Mount()
    for number in 0..<12_000 {
      #expect(mkdir(mount.path("\(number)"), 0o755) == 0)
      #expect(rmdir(mount.path("\(number)")) == 0)
    }
    #expect(try mount.threads(named: "fuse") < 6)
  }
}
