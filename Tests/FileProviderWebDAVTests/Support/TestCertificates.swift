import Foundation
import TestSupport

/// An authority of a test's own, and what it has signed.
final class TestCertificates {
  let directory: TestDirectory
  /// What a server says that uses them.
  private(set) var configuration = ""

  /// Why there are none, if so.
  static var problem: String? {
    if Machine.installed("openssl") == nil { return "openssl is not installed" }
    return FileManager.default.fileExists(atPath: "/usr/lib/apache2/modules/mod_ssl.so") ? nil : "Apache has no mod_ssl"
  }

  var authority: String { directory.appending("ca.pem").path }
  var clientCertificate: String { directory.appending("client.pem").path }
  var clientKey: String { directory.appending("client.key").path }

  /// - Parameters:
  ///   - name: Whom the server's certificate is for.
  ///   - days: How long from now it is valid; below zero, it was.
  ///   - wantsClients: Whether the server wants a certificate of those who ask.
  init(for name: String = "IP:127.0.0.1", days: Int = 30, wantsClients: Bool = false) throws {
    directory = try TestDirectory("certificates")
    let curve = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    try run("openssl req -x509 \(curve) -keyout ca.key -out ca.pem -subj /CN=authority -days 30")
    for (file, name, days) in [("server", name, days), ("client", "DNS:client", 30)] {
      try run(
        "openssl req -new \(curve) -keyout \(file).key -out \(file).csr -subj /CN=\(file) -addext subjectAltName=\(name)"
      )
      try run(
        "openssl x509 -req -in \(file).csr -CA ca.pem -CAkey ca.key -CAcreateserial -copy_extensions copy -days \(days) -out \(file).pem"
      )
    }
    let folder = directory.path
    configuration = """
      SSLEngine on
      SSLCertificateFile \(folder)/server.pem
      SSLCertificateKeyFile \(folder)/server.key
      \(wantsClients ? "SSLVerifyClient require\nSSLCACertificateFile \(folder)/ca.pem" : "")

      """
  }

  private func run(_ line: String) throws {
    let result = try RunningProcess(
      ["/bin/sh", "-c", line], environment: ["PATH": "/usr/bin:/bin"], in: directory.path
    ).wait()
    guard result.status == 0 else { throw SupportFailure("\(line): \(result.error)") }
  }
}
