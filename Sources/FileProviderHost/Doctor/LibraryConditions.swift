import Glibc

/// The libraries that are loaded when they are needed, and their versions.
enum LibraryConditions {
  static func all() -> [Condition] {
    [
      condition(
        "SQLite", version(["libsqlite3.so.0"], "sqlite3_libversion"),
        missing: .problem("SQLite", "not found", remedy: "install libsqlite3-0 (sqlite)")),
      condition(
        "libcurl", version(["libcurl.so.4", "libcurl-gnutls.so.4"], "curl_version"),
        missing: .warning(
          "libcurl", "not found; no WebDAV server can be used", remedy: "install libcurl4 (libcurl)")),
      condition(
        "libcrypto", version(["libcrypto.so.3", "libcrypto.so.1.1"], "OpenSSL_version"),
        missing: .warning(
          "libcrypto", "not found; contents have no checksums, and servers get no digests",
          remedy: "install libssl3 (openssl-libs)")),
    ]
  }

  private static func condition(_ name: String, _ version: String?, missing: Condition) -> Condition {
    version.map { .ok(name, $0) } ?? missing
  }

  /// What a function says that has no arguments, or whose argument 0 asks for the version: its first two words, since libcurl goes on with a list.
  private static func version(_ libraries: [String], _ function: String) -> String? {
    typealias Function = @convention(c) (Int32) -> UnsafePointer<CChar>?
    for library in libraries {
      guard let handle = dlopen(library, RTLD_NOW | RTLD_LOCAL) else { continue }
      defer { dlclose(handle) }
      guard let symbol = dlsym(handle, function) else { continue }
      guard let text = unsafeBitCast(symbol, to: Function.self)(0) else { continue }
      return String(cString: text).split(separator: " ").prefix(2).joined(separator: " ")
    }
    return nil
  }
}
