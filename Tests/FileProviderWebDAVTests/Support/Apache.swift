import Foundation
import TestSupport

/// An Apache of a test's own, with `mod_dav`, on a port of the loopback interface.
final class Apache {
  static let user = "me"
  static let password = "xyzzy-4711"

  let directory: TestDirectory
  let address: String
  let port: UInt16
  private let process: RunningProcess

  /// Why there is none, if so.
  static var problem: String? {
    guard Machine.installed("apache2") != nil else { return "apache2 is not installed" }
    return FileManager.default.fileExists(atPath: modules + "/mod_dav_fs.so") ? nil : "Apache has no mod_dav"
  }

  private static let modules = "/usr/lib/apache2/modules"

  var files: URL { directory.appending("root/dav") }
  var passwordFile: String { directory.appending("password").path }

  /// - Parameters:
  ///   - isDigest: Whether it asks for the password in a form that does not tell it.
  ///   - access: Who may use it, in place of who knows the password.
  ///   - certificates: Those that it shows; without any, it is not encrypted.
  ///   - more: More lines of its configuration.
  init(
    isDigest: Bool = false, access: String? = nil, certificates: TestCertificates? = nil, modules: [String] = [],
    more: String = ""
  ) throws {
    directory = try TestDirectory("apache")
    chmod(directory.path, 0o755)
    let manager = FileManager.default
    for folder in ["root/dav", "run"] {
      try manager.createDirectory(at: directory.appending(folder), withIntermediateDirectories: true)
      chmod(directory.appending(folder).path, 0o777)
    }
    try Self.writeUsers(directory, isDigest: isDigest)
    let port = try Self.freePort()
    self.port = port
    address = "\(certificates == nil ? "http" : "https")://127.0.0.1:\(port)/dav/"
    let file = directory.appending("httpd.conf")
    let text = Self.configuration(
      directory.path, port, access ?? Self.passwords(directory.path, isDigest: isDigest),
      modules + (certificates == nil ? [] : ["socache_shmcb", "ssl"]), more + (certificates?.configuration ?? ""))
    try text.write(to: file, atomically: true, encoding: .utf8)
    process = try RunningProcess(
      [Machine.installed("apache2") ?? "apache2", "-f", file.path, "-DFOREGROUND"],
      environment: ["PATH": "/usr/bin:/bin"], in: directory.path)
    let isUp = eventually(seconds: 30) {
      ((try? String(contentsOf: directory.appending("run/error.log"), encoding: .utf8)) ?? "").contains(
        "resuming normal")
    }
    guard isUp else { throw SupportFailure("Apache does not start: \(process.wait(seconds: 1).error)") }
  }

  deinit { process.stop() }

  /// The requests so far: method, path and status.
  var requests: [String] {
    func log() -> String { (try? String(contentsOf: directory.appending("run/access.log"), encoding: .utf8)) ?? "" }
    // A request is written after its answer. The clock itself is meant: nothing announces the last one.
    var text = log()
    while true {
      Thread.sleep(forTimeInterval: 0.05)
      let now = log()
      if now == text { break }
      text = now
    }
    return text.split(separator: "\n").map(String.init)
  }

  private static func writeUsers(_ directory: TestDirectory, isDigest: Bool) throws {
    let program =
      isDigest
      ? "printf 'me:dav:%s' $(printf me:dav:xyzzy-4711 | md5sum | cut -c1-32)"
      : "printf 'me:%s' '{SHA}L7k7gdc0delbPgSs1a+Weoojfew='"
    let result = try RunningProcess(
      ["/bin/sh", "-c", program], environment: ["PATH": "/usr/bin:/bin"], in: directory.path
    ).wait()
    try (result.output + "\n").write(to: directory.appending("users"), atomically: true, encoding: .utf8)
    try "\(password)\n".write(to: directory.appending("password"), atomically: true, encoding: .utf8)
    chmod(directory.appending("password").path, 0o600)
  }

  /// From now on “another” is the right password; the file with the former one stays.
  func changePassword() throws {
    let line = "\(Self.user):{SHA}t8j/uPvGfBcTKODo9kNpTo5hszU=\n"
    try line.write(to: directory.appending("users"), atomically: true, encoding: .utf8)
  }

  static func freePort() throws -> UInt16 {
    let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(probe) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(probe, address, size) == 0 && getsockname(probe, address, &size) == 0
      }
    }
    guard isBound else { throw SupportFailure("there is no free port") }
    return UInt16(bigEndian: address.sin_port)
  }

  static func passwords(_ folder: String, isDigest: Bool = false) -> String {
    "AuthType \(isDigest ? "Digest" : "Basic")\nAuthName dav\nAuthUserFile \(folder)/users\nRequire valid-user"
  }

  private static func configuration(
    _ folder: String, _ port: UInt16, _ access: String, _ modules: [String], _ more: String
  ) -> String {
    let names =
      [
        "mpm_event", "authn_core", "authn_file", "authz_core", "authz_user", "auth_basic", "auth_digest", "dav",
        "dav_fs",
      ] + modules
    let load = names.map { "LoadModule \($0)_module \(Self.modules)/mod_\($0).so" }.joined(separator: "\n")
    let user = geteuid() == 0 ? "User www-data\nGroup www-data" : ""
    return """
      ServerRoot \(folder)
      ServerName 127.0.0.1
      Listen 127.0.0.1:\(port)
      PidFile run/pid
      ErrorLog run/error.log
      LogLevel notice
      \(load)
      \(user)
      DavLockDB run/lock
      DocumentRoot root
      LogFormat "%m %U %>s" short
      CustomLog run/access.log short
      \(more)
      <Directory \(folder)/root>
        Dav On
        \(access)
      </Directory>
      """
  }
}
