import FileProvider
import Foundation
import LinuxSystem
import TestSupport
import Testing

@testable import FileProviderProcess

/// What managers ask for, on its way to the provider's process.
@Suite struct ManagerCallTests {
  private static let item = NSFileProviderItemIdentifier("ä/b")
  private static let calls: [NSFileProviderManager.Call] = [
    .signal(.workingSet), .errorResolved(domain: "d", code: -1000), .evict(item), .download(item, nil),
    .download(item, NSRange(location: 3, length: 4)), .modify([.contents, .filename], item, .failOnConflict),
    .reimport(.rootContainer), .waitForChanges(item), .waitForStabilization,
    .disconnect(reason: "an update", isTemporary: true), .reconnect, .finishImport,
    .action(NSFileProviderExtensionActionIdentifier("share"), [item, .rootContainer]),
  ]

  @Test(arguments: calls) func `arrives as it was sent`(call: NSFileProviderManager.Call) throws {
    let payload = try #require(call.payload)
    #expect(try NSFileProviderManager.Call(payload: payload) == call)
    for count in 0..<payload.count { _ = try? NSFileProviderManager.Call(payload: Array(payload.prefix(count))) }
  }

  @Test func `is refused when it is none`() throws {
    #expect(throws: ProtocolError.self) { try NSFileProviderManager.Call(payload: []) }
    #expect(throws: ProtocolError.self) { try NSFileProviderManager.Call(payload: [3, 0, 0, 0, 0, 0]) }
    #expect(throws: ProtocolError.self) { try NSFileProviderManager.Call(payload: [3, 0, 255, 255, 255, 255]) }
    #expect(try NSFileProviderManager.Call(payload: [99, 0, 1, 0, 0, 0, 0, 0, 0, 0]) == nil)
    #expect(
      NSFileProviderManager.Call.evict(NSFileProviderItemIdentifier(String(repeating: "x", count: 9000))).payload == nil
    )
  }

  @Test func `is done by the process, and its error comes back`() throws {
    let stage = try ServerStage()
    try stage.serve()
    defer { stage.stop() }
    let client = try stage.greeted()
    client.send(Frame(.manage, 5, try #require(NSFileProviderManager.Call.evict(Self.item).payload)))
    #expect(client.receive() == [Frame(.done, 5)])
    client.send(Frame(.manage, 6, try #require(NSFileProviderManager.Call.reconnect.payload)))
    #expect(client.receive() == [PatientService.error.frame(6)])
    client.send(Frame(.manage, 7, [99, 0, 1, 0, 0, 0, 0, 0, 0, 0]))
    #expect(client.receive() == [Frame(.notUnderstood, 7)])
    #expect(stage.service.state.read { $0.managed } == [.evict(Self.item), .reconnect])
  }
}
