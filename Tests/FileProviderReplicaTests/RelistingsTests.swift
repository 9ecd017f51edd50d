import FileProviderStore
import LinuxSystem
import Testing

@testable import FileProviderReplica

/// When folders are listed whose items have got other identifiers.
@Suite struct RelistingsTests {
  /// Otherwise the thread that pushes is woken for it for ever.
  @Test func `a folder that others have listed is not due any more`() {
    var relistings = Relistings()
    let (failed, running) = (ItemID(rawValue: 20), ItemID(rawValue: 21))
    #expect(relistings.begin(failed) && relistings.begin(running))
    relistings.end(failed, pause: .zero)
    #expect(relistings.due.hasPassed)
    relistings.forget(but: [failed])
    #expect(relistings.due.hasPassed)
    relistings.forget(but: [])
    #expect(!relistings.due.hasPassed && !relistings.begin(running) && relistings.begin(failed))
  }
}
