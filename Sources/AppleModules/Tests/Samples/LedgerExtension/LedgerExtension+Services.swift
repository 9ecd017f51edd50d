import FileProvider
import OSLog

@objc protocol LedgerProtocol {
  func messages(completionHandler: @escaping ([String]) -> Void)
}

class LedgerService: NSObject, NSFileProviderServiceSource, NSXPCListenerDelegate, LedgerProtocol {
  let serviceName = NSFileProviderServiceName("org.example.ledger.service")
  let listener = NSXPCListener.anonymous()

  func makeListenerEndpoint() throws -> NSXPCListenerEndpoint {
    listener.delegate = self
    listener.resume()
    return listener.endpoint
  }

  func listener(_ listener: NSXPCListener, shouldAcceptNewConnection newConnection: NSXPCConnection) -> Bool {
    newConnection.exportedInterface = NSXPCInterface(with: LedgerProtocol.self)
    newConnection.exportedObject = self
    newConnection.resume()
    return true
  }

  func messages(completionHandler: @escaping ([String]) -> Void) {
    let store = try? OSLogStore(scope: .currentProcessIdentifier)
    let entries = try? store?.getEntries(at: store?.position(date: Date(timeIntervalSinceNow: -3600)))
    completionHandler(entries?.compactMap { ($0 as? OSLogEntryLog)?.composedMessage } ?? [])
  }
}

extension LedgerExtension: NSFileProviderServicing {
  func supportedServiceSources(
    for itemIdentifier: NSFileProviderItemIdentifier,
    completionHandler: @escaping ([NSFileProviderServiceSource]?, Error?) -> Void
  ) -> Progress {
    completionHandler([LedgerService()], nil)
    return Progress()
  }
}

#if os(macOS)
  extension LedgerExtension: NSFileProviderCustomAction {
    /// Answers with what was written, by way of the service.
    func performAction(
      identifier actionIdentifier: NSFileProviderExtensionActionIdentifier,
      onItemsWithIdentifiers itemIdentifiers: [NSFileProviderItemIdentifier],
      completionHandler: @escaping (Error?) -> Void
    ) -> Progress {
      let service = LedgerService()
      guard let endpoint = try? service.makeListenerEndpoint() else { return Progress() }
      let connection = NSXPCConnection(listenerEndpoint: endpoint)
      connection.remoteObjectInterface = NSXPCInterface(with: LedgerProtocol.self)
      connection.resume()
      defer { connection.invalidate() }
      guard let ledger = connection.remoteObjectProxyWithErrorHandler({ completionHandler($0) }) as? LedgerProtocol
      else { return Progress() }
      ledger.messages { messages in
        let text = messages.filter { $0.hasPrefix("wrote") }.joined(separator: ", ")
        completionHandler(
          NSError(
            domain: NSCocoaErrorDomain, code: NSFeatureUnsupportedError, userInfo: [NSLocalizedDescriptionKey: text]))
      }
      return Progress()
    }
  }
#endif
