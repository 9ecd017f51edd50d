import FileProviderInterface
import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// An Apache with TLS, and an authority of the test's own.
@Suite(
  .enabled(if: Apache.problem == nil, "\(Apache.problem ?? "")"),
  .enabled(if: TestCertificates.problem == nil, "\(TestCertificates.problem ?? "")"), .serialized)
struct SecureServerTests {
  private func settings(_ server: Apache) -> WebDAVSettings {
    var settings = WebDAVSettings(address: server.address)
    (settings.user, settings.secret) = (Apache.user, .file(server.passwordFile))
    return settings
  }

  /// The words for why there is no connection.
  private func refusal(_ settings: WebDAVSettings) throws -> String {
    let failure = #expect(throws: WebDAVCheck.Failure.self) { try WebDAVCheck.run(settings, secret: nil) }
    return failure?.description ?? ""
  }

  @Test func `a server is trusted by the authority that is named, and by no other`() throws {
    let certificates = try TestCertificates()
    let server = try Apache(certificates: certificates)
    var settings = settings(server)
    let unknown = try refusal(settings)
    #expect(
      unknown.contains("not signed by an authority that this machine trusts") && unknown.contains("--ca"), "\(unknown)")
    let others = try TestCertificates()
    settings.authorities = others.authority
    let other = try withExtendedLifetime(others) { try refusal(settings) }
    #expect(other.contains("not signed by an authority that this machine trusts"), "\(other)")
    settings.authorities = "/dev/null/none"
    #expect(try refusal(settings).contains("cannot use the file of trusted certificates"))
    #expect(server.requests == [], "the password was sent to a server that is not trusted")
    settings.authorities = certificates.authority
    let report = try WebDAVCheck.run(settings, secret: nil)
    #expect(!report.findings.contains { $0.text.contains("not encrypted") })
    let provider = try ProviderUnderTest(settings)
    let made = try provider.create("x", "text").item
    #expect(try provider.contents(made) == "text")
  }

  @Test(arguments: [("DNS:elsewhere.example", 30, "issued for another host"), ("IP:127.0.0.1", -1, "expired")])
  func `what is wrong with a certificate is said`(name: String, days: Int, expected: String) throws {
    let certificates = try TestCertificates(for: name, days: days)
    let server = try Apache(certificates: certificates)
    var settings = settings(server)
    settings.authorities = certificates.authority
    let text = try refusal(settings)
    #expect(text.contains(expected), "\(text)")
    let error = #expect(throws: NSError.self) { try ProviderUnderTest(settings).list() }
    #expect(error?.code == NSFileProviderError.Code.serverUnreachable.rawValue)
    #expect(server.requests == [])
  }

  @Test func `a server that speaks no TLS is said to`() throws {
    let server = try Apache()
    var settings = settings(server)
    settings.address = settings.address.replacingOccurrences(of: "http:", with: "https:")
    let text = try refusal(settings)
    #expect(text.contains("does not use TLS"), "\(text)")
  }

  @Test func `a server that wants a certificate gets the one that is named`() throws {
    let certificates = try TestCertificates(wantsClients: true)
    let server = try Apache(certificates: certificates)
    var settings = settings(server)
    settings.authorities = certificates.authority
    let missing = try refusal(settings)
    #expect(missing.contains("--client-certificate"), "\(missing)")
    let error = #expect(throws: NSError.self) { try ProviderUnderTest(settings).list() }
    #expect(error?.code == NSFileProviderError.Code.notAuthenticated.rawValue)
    let others = try TestCertificates()
    (settings.certificate, settings.key) = (others.clientCertificate, others.clientKey)
    let refused = try withExtendedLifetime(others) { try refusal(settings) }
    #expect(refused.contains("--client-certificate"), "\(refused)")
    settings.key = certificates.clientKey
    #expect(try refusal(settings).contains("cannot use the client certificate or its key"))
    settings.certificate = certificates.clientCertificate
    #expect(try ProviderUnderTest(settings).create("x", "text").item.size == 4)
  }

  @Test func `a token is sent as one`() throws {
    let server = try Apache(access: "Require expr \"%{HTTP:Authorization} == 'Bearer \(Apache.password)'\"")
    var settings = settings(server)
    #expect(try refusal(settings).contains("403"))
    (settings.user, settings.authentication) = (nil, .bearer)
    #expect(try ProviderUnderTest(settings).create("x", "text").item.size == 4)
  }

  @Test(arguments: [true, false])
  func `a proxy carries what is encrypted and what is not, for those whom it knows`(isEncrypted: Bool) throws {
    let certificates = isEncrypted ? try TestCertificates() : nil
    let server = try Apache(certificates: certificates)
    let folder = try TestDirectory("proxy")
    let known = try Apache()
    let proxy = try Apache(
      modules: ["proxy", "proxy_http", "proxy_connect"],
      more:
        "ProxyRequests On\nAllowCONNECT \(server.port)\n<Proxy *>\n\(Apache.passwords(known.directory.path))\n</Proxy>")
    var settings = settings(server)
    settings.authorities = certificates?.authority
    settings.proxy = "http://127.0.0.1:\(proxy.port)"
    #expect(try refusal(settings).contains("the proxy requires a valid user name and password"))
    let file = folder.appending("password")
    try "wrong\n".write(to: file, atomically: true, encoding: .utf8)
    chmod(file.path, 0o600)
    (settings.proxyUser, settings.proxySecret) = (Apache.user, .file(file.path))
    #expect(try refusal(settings).contains("the proxy requires a valid user name and password"))
    #expect(server.requests == [])
    settings.proxySecret = .file(known.passwordFile)
    #expect(try ProviderUnderTest(settings).create("x", "text").item.size == 4)
    // Apache notes a tunnel when it is closed.
    let isCarried = eventually {
      proxy.requests.contains { $0.hasPrefix(isEncrypted ? "CONNECT" : "PROPFIND") && !$0.hasSuffix("407") }
    }
    #expect(isCarried)
    settings.proxy = "http://127.0.0.1:1"
    #expect(try refusal(settings).contains("cannot be reached"))
  }
}
