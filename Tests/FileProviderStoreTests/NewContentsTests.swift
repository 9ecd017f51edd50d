import FileProviderStore
import Glibc
import TestSupport
import Testing

@Suite struct NewContentsTests {
  /// A content file that no item gets is removed with its `NewContents`. One that is kept stays, with the bytes that were written to it.
  @Test func `contents that nothing keeps are removed`() throws {
    let temporary = try TemporaryStore()
    let contents = temporary.store.contents
    let dropped: ContentKey
    do {
      let made = try contents.create()
      dropped = made.key
      #expect(contents.size(of: dropped) == 0)
    }
    #expect(contents.size(of: dropped) == nil)
    let made = try contents.create()
    let kept = made.key
    #expect(ftruncate(made.number, 3) == 0)
    made.keep()
    #expect(contents.size(of: kept) == 3)
  }
}
