import FileProvider
import Foundation
import Testing

/// A provider of Apple's style with what is asked for rarely, or not at all on Linux.
private final class Provider: NSObject, NSFileProviderCustomAction, NSFileProviderDomainState,
  NSFileProviderExternalVolumeHandling, NSFileProviderUserInteractionSuppressing
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

  func performAction(
    identifier actionIdentifier: NSFileProviderExtensionActionIdentifier,
    onItemsWithIdentifiers itemIdentifiers: [NSFileProviderItemIdentifier],
    completionHandler: @escaping ((any Error)?) -> Void
  ) -> Progress {
    completionHandler(
      actionIdentifier.rawValue == "star" && itemIdentifiers == [.rootContainer] ? nil : CocoaError(.featureUnsupported)
    )
    return Progress()
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
    let actions: any NSFileProviderCustomAction = provider
    let failed = Box<any Error>()
    _ = actions.performAction(
      identifier: NSFileProviderExtensionActionIdentifier("star"), onItemsWithIdentifiers: [.rootContainer]
    ) { failed.value = $0 }
    #expect(failed.value == nil)
    _ = actions.performAction(
      identifier: NSFileProviderExtensionActionIdentifier("paint"), onItemsWithIdentifiers: [.rootContainer]
    ) { failed.value = $0 }
    #expect(failed.value is CocoaError)
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
    #expect(NSFileProviderDomain.TestingModes([.alwaysEnabled, .interactive]).rawValue == 3)
    #expect(NSFileProviderManager.DisconnectionOptions.temporary.rawValue == 1)
    #expect(NSFileProviderNamespacePolicy.materializeEagerly.rawValue == 2)
    #expect(NSFileProviderNamespacePolicy.materializeLazily.rawValue == 1)
    #expect(NSNotification.Name.fileProviderPendingSetDidChange == NSFileProviderPendingSetDidChange)
    let code: OSType = 0x5445_5854
    #expect(NSFileProviderTypeAndCreator(type: code, creator: 0).type == code)
  }

  @Test func `an error's facts come with it`() {
    let error = NSFileProviderError(.filenameCollision, userInfo: ["name": "one.txt"])
    #expect(error.errorUserInfo["name"] as? String == "one.txt")
  }

  @Test func `a disk without room for domains says why`() throws {
    let result = try NSFileProviderManager.checkDomainsCanBeStoredOnVolume(at: FileManager.default.temporaryDirectory)
    switch result as NSFileProviderManager.EligibilityResult {
    case .eligible: break
    case .ineligible(let reason): #expect(reason == .readOnly)
    }
  }
}
