import FileProviderTesting
import Foundation
import Glibc
import TestSupport
import Testing

/// `pause` and `resume`, with the process of a scripted provider and without a mount.
@Suite(.serialized) struct PauseCommandTests {
  let sandbox: Sandbox
  private let variables: [String: String]

  init() throws {
    sandbox = try Sandbox()
    let script = ProviderScript(items: ProviderScript.tree, faults: [])
    try JSONEncoder().encode(script).write(to: sandbox.url("script.json"))
    try sandbox.lines("domain", "add", "scripted")
    variables = ["PROVIDER_SCRIPT": sandbox.url("script.json").path, "PROVIDER_LATER": sandbox.url("later.json").path]
    #expect(try fixture("sync", "/", "--wait").status == 0)
  }

  private func fixture(_ words: String..., bus: String? = nil) throws -> ProcessResult {
    let bus = bus.map { ["DBUS_SYSTEM_BUS_ADDRESS": $0] } ?? [:]
    return try sandbox.startProgram(
      ["ProviderFixture"] + words + ["--domain", "scripted"], variables.merging(bus) { $1 }
    ).wait()
  }

  private struct Status: Decodable {
    struct Domain: Decodable {
      var paused: Bool
      var pausedUntil: String?
      var healthy: Bool
    }
    var domains: [Domain]
  }

  private struct Transfer: Decodable {
    var state: String
    var path: String
  }

  private func status() throws -> Status.Domain {
    let result = try sandbox.run("status", "--json")
    return try #require(JSONDecoder().decode(Status.self, from: Data(result.output.utf8)).domains.first)
  }

  @Test func `a paused domain uploads nothing, and says so wherever one looks`() throws {
    #expect(try sandbox.lines("pause", "scripted").isEmpty)
    #expect(try fixture("mkdir", "/made").status == 0)
    try sandbox.write("text", to: "note")
    try sandbox.lines("import", "--domain", "scripted", "note")
    let synced = try fixture("sync", "--wait")
    #expect(synced.status == 1 && synced.error.contains("paused until “"), "\(synced)")
    #expect(synced.error.contains("resume scripted”"))
    let status = try status()
    #expect(status.paused && status.pausedUntil == nil && status.healthy)
    #expect(try sandbox.run("status").output.contains("transfers    paused until “"))
    let transfers = try sandbox.run("transfers", "--domain", "scripted", "--json")
    let transfer = try JSONDecoder().decode(Transfer.self, from: Data(transfers.output.utf8))
    #expect(transfer.state == "paused" && transfer.path == "/note" && transfers.error.contains("paused until"))
    let resumed = try sandbox.run("resume", "scripted")
    #expect(resumed.status == 0 && resumed.error.isEmpty, "\(resumed)")
    #expect(try fixture("sync", "--wait").status == 0)
    let after = try sandbox.run("transfers", "--domain", "scripted")
    #expect(after.status == 0 && after.output.isEmpty && after.error.isEmpty, "\(after)")
    #expect(try self.status().paused == false)
  }

  @Test func `with a time it ends by itself`() throws {
    #expect(try sandbox.run("pause", "--domain", "scripted", "--for", "1s").status == 0)
    _ = try fixture("mkdir", "/made")
    #expect(try eventually { try !status().paused })
    #expect(try fixture("sync", "--wait").status == 0)
    #expect(try sandbox.run("pause", "scripted", "--for", "2h").status == 0)
    #expect(try status().pausedUntil?.hasSuffix("Z") == true)
  }

  @Test func `neither a local domain nor one that does not exist is paused, nor for no time`() throws {
    try sandbox.lines("domain", "add", "local")
    let local = try sandbox.run("pause", "local")
    #expect(local.status == 69 && local.error.contains("local domain: nothing to transfer"), "\(local)")
    #expect(try sandbox.run("resume", "local").status == 69)
    #expect(try sandbox.run("pause", "nowhere").status != 0)
    #expect(try sandbox.run("pause", "scripted", "--for", "0").status == 64)
    #expect(try sandbox.run("pause", "scripted", "--for", "soon").status == 64)
  }

  @Test(.enabled(if: TestNetworkManager.problem == nil, "\(TestNetworkManager.problem ?? "")"))
  func `on a metered network nothing is uploaded before that is allowed`() throws {
    let network = try TestNetworkManager(metered: 1)
    // The next process of the provider is on this bus.
    let lock = try String(contentsOf: sandbox.url("data/fileprovider/scripted/provider.lock"), encoding: .utf8)
    let process = try #require(pid_t(lock.prefix { $0 != "\n" }))
    kill(process, SIGTERM)
    #expect(eventually { kill(process, 0) != 0 })
    #expect(try fixture("mkdir", "/made", bus: network.address).status == 0)
    let synced = try fixture("sync", "--wait", bus: network.address)
    #expect(synced.status == 1 && synced.error.contains("the network is metered"), "\(synced)")
    let resumed = try sandbox.run("resume", "scripted")
    #expect(
      resumed.status == 0 && resumed.error.contains("the network is metered: no change made here is sent"), "\(resumed)"
    )
    #expect(resumed.error.contains("--metered all"))
    let set = try sandbox.run("domain", "set", "scripted", "--metered", "all")
    #expect(set.status == 0 && set.error.isEmpty, "\(set)")
    #expect(try fixture("sync", "--wait", bus: network.address).status == 0)
    #expect(try sandbox.run("domain", "info", "scripted", "--json").output.contains("\"meteredNetworks\":\"all\""))
    #expect(try sandbox.run("domain", "set", "scripted", "--metered", "some").status == 64)
  }
}
