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
}
