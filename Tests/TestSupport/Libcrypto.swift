import Glibc

/// OpenSSL's `libcrypto`.
package enum Libcrypto {
  /// Has it refuse every algorithm, in a process that has not used it: it is to take those of FIPS 140 alone, of which it loads none.
  package static func refusingAll(_ body: () throws -> Void) throws {
    let sandbox = try Sandbox()
    let lines = ["openssl_conf = a", "[a]", "alg_section = b", "[b]", "default_properties = fips=yes"]
    try sandbox.write(lines.joined(separator: "\n") + "\n", to: "openssl.cnf")
    setenv("OPENSSL_CONF", sandbox.folder + "/openssl.cnf", 1)
    try body()
  }
}
