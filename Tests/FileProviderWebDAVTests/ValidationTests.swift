import FileProviderInterface
import FileProviderValidation
import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// The provider of a WebDAV server keeps the documented contract.
@Suite(.serialized) struct ValidationTests {
  private func check(_ provider: ProviderUnderTest, hasTrash: Bool = false) throws {
    provider.provider.domain.supportsSyncingTrash = hasTrash
    let report = try ProviderValidation(provider.provider, domain: provider.provider.domain).run()
    let notes = report.results.map { "\($0.rule.id) \($0.verdict) \($0.reason ?? "") \($0.seen)" }
    #expect(report.isConformant && report.leftover == nil, "\(notes)")
    #expect(report.count(.passed) >= 35, "\(notes)")
    #expect(try provider.list().isEmpty)
  }

  @Test(arguments: [false, true]) func `every rule is kept, with a plain server and with a cloud's`(isCloud: Bool)
    throws
  {
    let server = try LyingServer(isCloud: isCloud)
    try check(ProviderUnderTest(server), hasTrash: isCloud)
    withExtendedLifetime(server) {}
  }

  @Test(.enabled(if: Apache.problem == nil, "\(Apache.problem ?? "")"))
  func `the command checks the server of a domain`() throws {
    let apache = try Apache()
    let sandbox = try Sandbox()
    let added = try sandbox.run(
      "domain", "add", "work", "--webdav", apache.address, "--user", Apache.user, "--password-file", apache.passwordFile
    )
    try #require(added.status == 0, "\(added.error)")
    let before = try FileManager.default.contentsOfDirectory(atPath: apache.files.path)
    let result = try sandbox.run("validate", "--domain", "work")
    #expect(result.status == 0, "\(result)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: apache.files.path) == before)
  }

  @Test(.enabled(if: Apache.problem == nil, "\(Apache.problem ?? "")"))
  func `a check that is killed leaves no copy of the password`() throws {
    let apache = try Apache()
    let sandbox = try Sandbox()
    let added = try sandbox.run(
      "domain", "add", "work", "--webdav", apache.address, "--user", Apache.user, "--password-file", apache.passwordFile
    )
    try #require(added.status == 0, "\(added.error)")
    // Where one that was typed is kept.
    try sandbox.write(Apache.password + "\n", to: "data/fileprovider/work/webdav/password")
    try Sandbox.makeFolder(sandbox.folder + "/scratch")
    let process = try sandbox.startProgram(
      [Sandbox.fileprovider, "validate", "--domain", "work"], ["TMPDIR": sandbox.folder + "/scratch"])
    defer { process.stop() }
    let hasBegun = eventually {
      let names = try? FileManager.default.contentsOfDirectory(atPath: apache.files.path)
      return names?.contains { $0.hasPrefix("fileprovider-validate-") } == true
    }
    #expect(hasBegun)
    process.stop()
    #expect(try sandbox.shell("ls scratch/*/").output.contains("webdav"))
    #expect(try sandbox.shell("grep -r \(Apache.password) scratch").output == "")
  }
}
