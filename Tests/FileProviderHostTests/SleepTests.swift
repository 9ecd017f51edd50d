import FileProviderTesting
import Foundation
import TestSupport
import Testing

/// The machine's sleep waits for a provider's process.
@Suite(.enabled(if: TestLogind.problem == nil, "\(TestLogind.problem ?? "")"))
struct SleepTests {
  @Test func `what was just changed is uploaded before the machine sleeps`() throws {
    let sandbox = try Sandbox()
    let logind = try TestLogind()
    try JSONEncoder().encode(ProviderScript(items: ProviderScript.tree, faults: [])).write(
      to: sandbox.url("script.json"))
    try sandbox.lines("domain", "add", "scripted")
    let variables = [
      "PROVIDER_SCRIPT": sandbox.url("script.json").path, "PROVIDER_LATER": sandbox.url("later.json").path,
      "DBUS_SYSTEM_BUS_ADDRESS": logind.address,
    ]
    func fixture(_ words: String...) throws {
      let result = try sandbox.startProgram(["ProviderFixture"] + words + ["--domain", "scripted"], variables).wait()
      #expect(result.status == 0, "\(result)")
    }
    try fixture("sync", "/", "--wait")
    #expect(eventually { logind.locks == ["taken sleep ProviderFixture upload changes delay"] })
    try fixture("mkdir", "/made")
    try logind.prepareForSleep()
    #expect(eventually { logind.locks.last == "released" })
    let transfers = try sandbox.run("transfers", "--domain", "scripted", "--json")
    #expect(transfers.status == 0 && transfers.output.isEmpty, "\(transfers)")
  }
}
