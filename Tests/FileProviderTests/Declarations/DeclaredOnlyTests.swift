import FileProvider
import Foundation
import Testing

/// A provider of Apple's style with what is asked for rarely, or not at all on Linux.
private final class Provider: NSObject, NSFileProviderDomainState, NSFileProviderExternalVolumeHandling,
  NSFileProviderUserInteractionSuppressing
{
  private var suppressed: Set<String> = []
  var domainVersion = NSFileProviderDomainVersion()
  var userInfo: [AnyHashable: Any] { ["isOffline": true] }

  func setInteractionSuppressed(_ suppression: Bool, forIdentifier suppressionIdentifier: String) {
    if suppression {
      suppressed.insert(suppressionIdentifier)
    } else {
      suppressed.remove(suppressionIdentifier)
    }
  }

  func isInteractionSuppressed(forIdentifier suppressionIdentifier: String) -> Bool {
    suppressed.contains(suppressionIdentifier)
  }

  func shouldConnectExternalDomain(completionHandler: @escaping (Error?) -> Void) {
    completionHandler(NSFileProviderError(.providerNotFound))
  }
}

@Suite("What is declared for whoever names it") struct DeclaredOnlyTests {
  @Test func `a provider conforms to the protocols that are asked for rarely`() {
    let provider = Provider()
    let state: any NSFileProviderDomainState = provider
    #expect(state.domainVersion < state.domainVersion.next() && state.userInfo["isOffline"] as? Bool == true)
    let questions: any NSFileProviderUserInteractionSuppressing = provider
    questions.setInteractionSuppressed(true, forIdentifier: "delete")
    #expect(questions.isInteractionSuppressed(forIdentifier: "delete"))
    let volumes: any NSFileProviderExternalVolumeHandling = provider
    let answer = Box<any Error>()
    volumes.shouldConnectExternalDomain { answer.value = $0 }
    #expect((answer.value as? NSFileProviderError)?.code == .providerNotFound)
  }

  @Test func `an enumerator comes from whoever hands out enumerators`() throws {
    final class Folders: NSObject, NSFileProviderEnumerating {
      func enumerator(
        for containerItemIdentifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest
      ) throws -> any NSFileProviderEnumerator { throw CocoaError(.featureUnsupported) }
    }
    let folders: any NSFileProviderEnumerating = Folders()
    #expect(throws: CocoaError.self) {
      try folders.enumerator(for: .trashContainer, request: NSFileProviderRequest())
    }
  }

  @Test func `numbers and names of options are Apple's`() {
    let reading: NSFileCoordinator.ReadingOptions = [
      .resolvesSymbolicLink, .immediatelyAvailableMetadataOnly, .forUploading,
    ]
    #expect(reading.rawValue == 2 + 4 + 8)
    let writing: NSFileCoordinator.WritingOptions = [.forMerging, .contentIndependentMetadataOnly]
    #expect(writing.rawValue == 4 + 16)
    #expect(NSFileProviderDomain.TestingModes([.alwaysEnabled, .interactive]).rawValue == 3)
    #expect(NSFileProviderManager.DisconnectionOptions.temporary.rawValue == 1)
    #expect(NSFileProviderNamespacePolicy.materializeEagerly.rawValue == 2)
    #expect(NSFileProviderNamespacePolicy.materializeLazily.rawValue == 1)
    #expect(NSKeyValueObservingOptions([.new, .old, .initial, .prior]).rawValue == 15)
    #expect(NSNotification.Name.fileProviderPendingSetDidChange == NSFileProviderPendingSetDidChange)
    let code: OSType = 0x5445_5854
    #expect(NSFileProviderTypeAndCreator(type: code, creator: 0).type == code)
  }

  @Test func `an error's facts come with it`() {
    let error = NSFileProviderError(.filenameCollision, userInfo: ["name": "one.txt"])
    #expect(error.errorUserInfo["name"] as? String == "one.txt")
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

  @Test func `a disk without room for domains says why`() throws {
    let result = try NSFileProviderManager.checkDomainsCanBeStoredOnVolume(at: FileManager.default.temporaryDirectory)
    switch result as NSFileProviderManager.EligibilityResult {
    case .eligible: break
    case .ineligible(let reason): #expect(reason == .readOnly)
    }
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

/// The numbers that Apple's enumerations have.
@Suite("Enumerations of connections") struct ConnectionNumberTests {
  @Test func `have Apple's numbers`() {
    let versions: [tls_protocol_version_t] = [.TLSv10, .TLSv11, .TLSv12, .TLSv13, .DTLSv10, .DTLSv12]
    #expect(versions.map(\.rawValue) == [0x301, 0x302, 0x303, 0x304, 0xfeff, 0xfefd])
  }
}
