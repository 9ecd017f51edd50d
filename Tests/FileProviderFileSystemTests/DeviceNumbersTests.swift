import FileProviderStore
import Testing

@testable import FileProviderFileSystem

@Suite struct DeviceNumbersTests {
  /// The number of a device node is told before the node is committed, also by a mount that does not remember it.
  @Test func `the number of a new node is read`() throws {
    let fixture = try FileSystemFixture(threads: ChangingThreads(commitsSoon: { true }, longestGroup: .max / 4))
    _ = try fixture.bytes("device") {
      try fixture.fileSystem.make(
        .characterDevice, $0, in: .root, mode: 0o644, device: 0x103, fixture.context)
    }
    #expect(fixture.store.hasOpenGroup)
    let other = FileSystem(store: fixture.store, source: nil, options: FileSystemOptions())
    let node = try fixture.bytes("device") { try other.lookup($0, in: .root, fixture.context) }
    #expect(node?.device == 0x103)
  }
}
