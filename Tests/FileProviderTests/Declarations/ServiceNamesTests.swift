import FileProvider
import Testing

/// Services and connections, which work within one process.
@Suite struct ServiceNamesTests {
  private protocol Greeting {
    func greet(_ name: String) -> String
  }

  private final class Greeter: NSObject, NSFileProviderServiceSource, NSXPCListenerDelegate, Greeting {
    let serviceName = NSFileProviderServiceName("org.example.greeting")
    let listener = NSXPCListener.anonymous()
    let accepts: Bool

    init(accepts: Bool = true) { self.accepts = accepts }

    func makeListenerEndpoint() throws -> NSXPCListenerEndpoint {
      listener.delegate = self
      listener.resume()
      return listener.endpoint
    }

    func listener(_ listener: NSXPCListener, shouldAcceptNewConnection newConnection: NSXPCConnection) -> Bool {
      newConnection.exportedInterface = NSXPCInterface(with: (any Greeting).self)
      newConnection.exportedObject = self
      newConnection.resume()
      return accepts
    }

    func greet(_ name: String) -> String { "Hello, \(name)" }
  }

  @Test func `an object is called by way of the endpoint of its listener`() throws {
    let greeter = Greeter()
    let connection = NSXPCConnection(listenerEndpoint: try greeter.makeListenerEndpoint())
    connection.remoteObjectInterface = NSXPCInterface(with: (any Greeting).self)
    connection.resume()
    #expect((connection.remoteObjectProxy as? any Greeting)?.greet("Tom") == "Hello, Tom")
    connection.invalidate()
    #expect(!(connection.remoteObjectProxy is any Greeting))
    #expect(!greeter.isRestricted)
  }

  @Test func `a connection that is refused, or to a service by its name, is invalid`() throws {
    let greeter = Greeter(accepts: false)
    for connection in [
      NSXPCConnection(listenerEndpoint: try greeter.makeListenerEndpoint()),
      NSXPCConnection(serviceName: "org.example"),
      NSXPCConnection(machServiceName: "org.example", options: .privileged),
    ] {
      var (invalidated, failed) = (0, false)
      connection.invalidationHandler = { invalidated += 1 }
      connection.resume()
      #expect(invalidated == 1)
      let proxy = connection.remoteObjectProxyWithErrorHandler {
        failed = ($0 as NSError).code == NSXPCConnectionInvalid
      }
      #expect(failed && proxy is NSNull)
    }
  }
}
