import Foundation
import TestSupport
import Testing

/// What is said of a certificate where libcurl is the one that uses GnuTLS, whose words are others.
@Suite(
  .enabled(if: Apache.problem == nil, "\(Apache.problem ?? "")"),
  .enabled(if: TestCertificates.problem == nil, "\(TestCertificates.problem ?? "")"),
  .enabled(if: GnuTLS.library != nil, "there is no libcurl-gnutls.so.4"), .serialized)
struct GnuTLSTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try Sandbox.makeFolder(sandbox.folder + "/libraries")
    // Under the name that is looked for first.
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.folder + "/libraries/libcurl.so.4", withDestinationPath: GnuTLS.library ?? "")
  }

  private func add(_ name: String, _ server: Apache, _ more: String...) throws -> ProcessResult {
    let words = ["domain", "add", name, "--webdav", server.address, "--user", Apache.user]
    return try sandbox.startProgram(
      [Sandbox.fileprovider] + words + ["--password-file", server.passwordFile] + more,
      ["LD_LIBRARY_PATH": sandbox.folder + "/libraries"]
    ).wait()
  }

  private func expectRefusal(_ result: ProcessResult, _ words: String) {
    #expect(result.status == 69 && result.error.contains(words), "\(result)")
  }

  @Test func `what is wrong with a certificate is said in the same words`() throws {
    let certificates = try TestCertificates()
    let server = try Apache(certificates: certificates)
    let unknown = try add("work", server)
    expectRefusal(unknown, "not signed by an authority that this machine trusts")
    #expect(unknown.error.contains("--ca"))
    expectRefusal(
      try add("work", server, "--ca", "/dev/null/none"), "cannot use the file of trusted certificates")
    #expect(server.requests == [], "the password was sent to a server that is not trusted")
    let added = try add("work", server, "--ca", certificates.authority)
    #expect(added.status == 0, "\(added)")
  }

  @Test(arguments: [("DNS:elsewhere.example", 30, "issued for another host"), ("IP:127.0.0.1", -1, "expired")])
  func `another host's certificate, and an old one, are told apart`(name: String, days: Int, words: String) throws {
    let certificates = try TestCertificates(for: name, days: days)
    let server = try Apache(certificates: certificates)
    expectRefusal(try add("work", server, "--ca", certificates.authority), words)
    #expect(server.requests == [])
  }

  @Test func `a server that speaks no TLS, and one that wants a certificate, are told apart`() throws {
    let certificates = try TestCertificates(wantsClients: true)
    let server = try Apache(certificates: certificates)
    expectRefusal(try add("work", server, "--ca", certificates.authority), "--client-certificate")
    let added = try add(
      "work", server, "--ca", certificates.authority, "--client-certificate", certificates.clientCertificate,
      "--client-key", certificates.clientKey)
    #expect(added.status == 0, "\(added)")
    let plain = try Apache()
    let address = plain.address.replacingOccurrences(of: "http:", with: "https:")
    let result = try sandbox.startProgram(
      [Sandbox.fileprovider, "domain", "add", "plain", "--webdav", address],
      ["LD_LIBRARY_PATH": sandbox.folder + "/libraries"]
    ).wait()
    expectRefusal(result, "does not use TLS")
  }
}

/// The other build of libcurl.
private enum GnuTLS {
  static var library: String? {
    let folders = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"]
    return folders.map { $0 + "/libcurl-gnutls.so.4" }.first { FileManager.default.fileExists(atPath: $0) }
  }
}
