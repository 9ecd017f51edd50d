import Testing

@testable import FileProviderDomains

/// Which of a domain's mounts items are shown in.
@Suite struct PreferredMountTests {
  private func preferred(_ mounts: (path: String, isReadOnly: Bool, since: Int64)...) -> String? {
    MountRegistry.preferred(
      among: mounts.map {
        (MountRegistry.Note(process: 1, domain: "files", mountpoint: $0.path, isReadOnly: $0.isReadOnly), $0.since)
      })?.mountpoint
  }

  @Test func `the newest that can be written to, or else the newest`() {
    #expect(preferred() == nil)
    #expect(preferred(("/old", false, 1), ("/newest", false, 3), ("/new", false, 2)) == "/newest")
    #expect(preferred(("/old", false, 1), ("/new", false, 2), ("/newest", true, 3)) == "/new")
    #expect(preferred(("/newest", true, 3), ("/old", true, 1)) == "/newest")
  }
}
