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

  /// A call that was given up may still replace the version that would have to be downloaded.
  @Test func `Evicts nothing that a late call may replace`() throws {
    var scene = Scene(.edited, .same)
    #expect(Discard.eviction(of: Scene.document, in: Scene(.same, .same).tables) != nil)
    guard case .call(let call) = scene.tables.plan(Scene.document) else {
      Issue.record("no call")
      return
    }
    let begun = scene.tables.begin(call)
    var written = try #require(scene.tables.local(Scene.document))
    written.contents = Scene.ours
    scene.tables.setLocal(Scene.document, written)
    #expect(Discard.eviction(of: Scene.document, in: scene.tables) == nil)
    scene.tables.failed(begun, .temporary)
    #expect(Discard.eviction(of: Scene.document, in: scene.tables) == nil)
  }
}
