import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// Where the command takes a name and a password from, with a real Apache.
@Suite(.enabled(if: Apache.problem == nil, "\(Apache.problem ?? "")"), .serialized)
struct CredentialTests {
  let apache: Apache
  let sandbox: Sandbox

  init() throws {
    apache = try Apache()
    sandbox = try Sandbox()
  }

  private func add(_ name: String, _ words: [String], _ variables: [String: String] = [:]) throws -> ProcessResult {
    try sandbox.startProgram(
      [Sandbox.fileprovider, "domain", "add", name, "--webdav", apache.address] + words, variables
    ).wait()
  }

  @Test func `systemd's credentials are read where it says`() throws {
    try sandbox.write("\(Apache.password)\n", to: "credentials/dav")
    // systemd gives them to the service's user with this mode.
    chmod(sandbox.url("credentials/dav").path, 0o440)
    let words = ["--user", Apache.user, "--password-credential", "dav"]
    let none = try add("a", words)
    #expect(none.status == 69 && none.error.contains("CREDENTIALS_DIRECTORY"), "\(none)")
    let other = try add("a", words, ["CREDENTIALS_DIRECTORY": sandbox.folder])
    #expect(other.status == 69 && other.error.contains("No such file"), "\(other)")
    let added = try add("a", words, ["CREDENTIALS_DIRECTORY": sandbox.folder + "/credentials"])
    #expect(added.status == 0, "\(added)")
    #expect(try sandbox.shell("grep -r -c \(Apache.password) data | grep -v ':0$'").output == "")
  }

  @Test func `the file with logins is read only where that is asked for`() throws {
    let missing = try add("a", ["--netrc"])
    #expect(missing.status == 69 && missing.error.contains("--netrc: "), "\(missing)")
    #expect(missing.error.contains("/.netrc: No such file"), "\(missing)")
    #expect(apache.requests.isEmpty)
    try sandbox.write("machine 127.0.0.1 login \(Apache.user) password \(Apache.password)\n", to: ".netrc")
    chmod(sandbox.url(".netrc").path, 0o600)
    let unasked = try add("a", [])
    #expect(unasked.status == 69 && unasked.error.contains("--password-file"), "\(unasked)")
    #expect(!apache.requests.contains { $0.hasSuffix("207") })
    let added = try add("a", ["--netrc"])
    #expect(added.status == 0, "\(added)")
    try sandbox.write("machine 127.0.0.1 login \(Apache.user) password wrong\n", to: ".netrc")
    let wrong = try add("b", ["--netrc"])
    #expect(wrong.status == 69 && wrong.error.contains("wrong user name or password"), "\(wrong)")
  }

  @Test func `a proxy of the environment is used with the name and the password that are in it`() throws {
    let proxy = try Apache(
      modules: ["proxy", "proxy_http", "proxy_connect"],
      more: "ProxyRequests On\n<Proxy *>\n\(Apache.passwords(apache.directory.path))\n</Proxy>")
    let words = ["--user", Apache.user, "--password-file", apache.passwordFile]
    let login = "\(Apache.user):\(Apache.password)@"
    let wrong = try add("a", words, ["http_proxy": "http://me:wrong@127.0.0.1:\(proxy.port)/"])
    #expect(wrong.status == 69 && wrong.error.contains("the proxy requires a valid user name and password"), "\(wrong)")
    let added = try add("a", words, ["http_proxy": "http://\(login)127.0.0.1:\(proxy.port)/"])
    #expect(added.status == 0, "\(added)")
    #expect(proxy.requests.contains { $0.hasPrefix("PROPFIND") && $0.hasSuffix("207") })
    #expect(try sandbox.shell("grep -r -c \(Apache.password) data | grep -v ':0$'").output == "")
  }

  @Test func `a password in an address is wrong usage, and is not repeated`() throws {
    for words in [
      ["--webdav", "https://me:hidden@host/"], ["--proxy", "http://me:hidden@host/"],
    ] {
      let result = try add("a", words)
      #expect(result.status == 64 && !result.error.contains("hidden"), "\(result)")
    }
  }
}
