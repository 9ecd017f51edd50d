import FileProvider
import Testing

/// What is declared so that extensions compile, and does nothing on Linux.
@Suite struct WithoutEffectTests {
  private final class Keeper: NSObject, NSFileProviderKnownFolderSupporting, NSFileProviderServicing {
    func getKnownFolderLocations(
      _ knownFolders: NSFileProviderKnownFolders,
      completionHandler: @escaping @Sendable (NSFileProviderKnownFolderLocations?, (any Error)?) -> Void
    ) {
      let locations = NSFileProviderKnownFolderLocations()
      if knownFolders.contains(.desktop) {
        locations.desktopLocation = .init(parentItemIdentifier: .rootContainer, filename: "Desktop")
      }
      if knownFolders.contains(.documents) {
        locations.documentsLocation = .init(existingItemIdentifier: NSFileProviderItemIdentifier("documents"))
      }
      completionHandler(locations, nil)
    }

    func supportedServiceSources(
      for itemIdentifier: NSFileProviderItemIdentifier,
      completionHandler: @escaping @Sendable ([any NSFileProviderServiceSource]?, (any Error)?) -> Void
    ) -> Progress {
      completionHandler([], nil)
      return Progress()
    }
  }

  @Test func `a provider says where it would keep folders, and which services it has`() async {
    await confirmation(expectedCount: 2) { answered in
      Keeper().getKnownFolderLocations([.desktop, .documents]) { locations, _ in
        #expect(locations?.desktopLocation?.filename == "Desktop")
        #expect(locations?.desktopLocation?.parentItemIdentifier == .rootContainer)
        #expect(locations?.documentsLocation?.existingItemIdentifier?.rawValue == "documents")
        #expect(locations?.shouldCreateBinaryCompatibilitySymlink == true)
        answered()
      }
      _ = Keeper().supportedServiceSources(for: .rootContainer) { sources, _ in
        #expect(sources?.isEmpty == true)
        answered()
      }
    }
  }

  @Test func `an activity only runs its block`() {
    let all: ProcessInfo.ActivityOptions = [
      .idleDisplaySleepDisabled, .idleSystemSleepDisabled, .suddenTerminationDisabled, .automaticTerminationDisabled,
      .latencyCritical,
    ]
    #expect(all.isDisjoint(with: .background) && all.contains(.suddenTerminationDisabled))
    #expect(ProcessInfo.ActivityOptions.userInitiated.isSuperset(of: .userInitiatedAllowingIdleSystemSleep))
    let activity = ProcessInfo.processInfo.beginActivity(options: all, reason: "test")
    ProcessInfo.processInfo.endActivity(activity)
    var ran = false
    ProcessInfo.processInfo.performActivity(options: .background, reason: "test") { ran = true }
    #expect(ran)
  }

  @Test func `a request takes what says which networks are used`() throws {
    var request = URLRequest(url: try #require(URL(string: "https://example.org")))
    request.allowsExpensiveNetworkAccess = false
    request.allowsConstrainedNetworkAccess = false
    request.assumesHTTP3Capable = true
    #expect(
      request.allowsExpensiveNetworkAccess && request.allowsConstrainedNetworkAccess && !request.assumesHTTP3Capable)
  }

  @Test func `an object may say that it changes, and time goes on`() {
    let object = NSObject()
    object.willChangeValue(forKey: "busy")
    object.didChangeValue(forKey: "busy")
    let now = DispatchTime.now()
    #expect(now.advanced(by: .seconds(1)).uptimeNanoseconds - now.uptimeNanoseconds == 1_000_000_000)
  }

  @Test func `listeners that nobody reaches are made, and refuse`() {
    for listener in [NSXPCListener.service(), NSXPCListener(machServiceName: "org.example")] {
      listener.activate()
      listener.suspend()
      listener.invalidate()
      let connection = NSXPCConnection(listenerEndpoint: listener.endpoint)
      #expect(connection.endpoint != nil && connection.serviceName == nil)
      #expect(connection.processIdentifier == ProcessInfo.processInfo.processIdentifier)
      connection.interruptionHandler = {}
      connection.exportedObject = nil
      connection.activate()
      connection.suspend()
      #expect(connection.synchronousRemoteObjectProxyWithErrorHandler { _ in } is NSNull)
      let interface = NSXPCInterface(with: (any NSObjectProtocol).self)
      interface.setClasses([], for: "greet", argumentIndex: 0, ofReply: false)
      connection.exportedInterface = interface
      #expect(interface.protocol == (any NSObjectProtocol).self && connection.exportedInterface === interface)
    }
  }

  @Test func `the old names of types and flags are Apple's`() {
    let types = [
      kUTTypeFolder, kUTTypeDirectory, kUTTypeItem, kUTTypeContent, kUTTypeText, kUTTypeImage, kUTTypeMovie,
      kUTTypeAudio,
      kUTTypeSymLink, kUTTypePackage,
    ]
    #expect(types.allSatisfy { UTTypeConformsTo($0, $0) })
    #expect(kUTTagClassMIMEType as String == "public.mime-type")
    let flags: [xattr_flags_t] = [
      XATTR_FLAG_NO_EXPORT, XATTR_FLAG_CONTENT_DEPENDENT, XATTR_FLAG_NEVER_PRESERVE, XATTR_FLAG_SYNCABLE,
      XATTR_FLAG_ONLY_BACKUP,
    ]
    #expect(flags == [1, 2, 4, 8, 16])
  }
}
