import FileProviderSync
import Testing

struct DiscardTests {
  /// Contents that differ from what was synced cannot be unlinked.
  @Test func `Proves nothing for edited contents`() throws {
    let same = Scene(.same, .same).tables
    let edited = Scene(.edited, .same).tables
    let synced = try #require(same.synced(Scene.document))
    #expect(Discard.equalToSynced(try #require(same.local(Scene.document)), synced) != nil)
    #expect(Discard.equalToSynced(try #require(edited.local(Scene.document)), synced) == nil)
  }
}
