import FoundationExtras
import Testing

@Suite("What is declared for whoever names it") struct DeclaredOnlyTests {
  @Test func `numbers of options are Apple's`() {
    let reading: NSFileCoordinator.ReadingOptions = [
      .resolvesSymbolicLink, .immediatelyAvailableMetadataOnly, .forUploading,
    ]
    #expect(reading.rawValue == 2 + 4 + 8)
    let writing: NSFileCoordinator.WritingOptions = [.forMerging, .contentIndependentMetadataOnly]
    #expect(writing.rawValue == 4 + 16)
    #expect(NSKeyValueObservingOptions([.new, .old, .initial, .prior]).rawValue == 15)
    let versions: [tls_protocol_version_t] = [.TLSv10, .TLSv11, .TLSv12, .TLSv13, .DTLSv10, .DTLSv12]
    #expect(versions.map(\.rawValue) == [0x301, 0x302, 0x303, 0x304, 0xfeff, 0xfefd])
  }

  @Test func `a coordinator has a purpose, and fails into a pointer`() {
    let coordinator = NSFileCoordinator()
    coordinator.purposeIdentifier = "org.example.provider"
    #expect(coordinator.purposeIdentifier == "org.example.provider")
    func read(_ pointer: NSErrorPointer) {
      coordinator.cancel()
      coordinator.coordinate(readingItemAt: URL(fileURLWithPath: "/"), error: pointer) { _ in }
    }
    var error: NSError?
    read(&error)
    #expect(error?.code == CocoaError.userCancelled.rawValue)
  }

  @Test func `an observation names its types`() {
    let progress = Progress(totalUnitCount: 2)
    var seen: [Bool] = []
    let observation: NSKeyValueObservation = progress.observe(\.isCancelled, options: [.initial, .new]) {
      (_, change: NSKeyValueObservedChange<Bool>) in seen.append(change.isPrior)
    }
    observation.invalidate()
    #expect(seen == [false])
  }
}
