import Foundation

/// Tries a server, for the command that adds a domain.
package enum WebDAVCheck {
  /// What was found, one line each.
  package struct Finding: Sendable {
    /// What it is about: a word that stays the same.
    package var key: String
    package var isGood: Bool
    package var text: String
  }

  /// Why a server cannot be mounted.
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
    /// Whether the server requires authentication.
    package var isUnauthorized = false
  }

  /// What was found out, in the form in which the provider reads it.
  package struct Report: Sendable {
    package var findings: [Finding]
    /// The address of the collection, which may have been found from another one.
    package var address: String
    var facts: ServerFacts

    /// Whether a domain of this server can have a trash.
    package var hasTrashBin: Bool { facts.hasTrashBin == true }

    /// Whether items of a domain of this server can have links: whether it is a Nextcloud.
    package var hasLinks: Bool { facts.isCloud && (try? Endpoint(address))?.cloudPlace != nil }

    /// A domain that has a trash keeps it, also where a Nextcloud shows no bin just now.
    package mutating func keepTrash() { if facts.isCloud { facts.hasTrashBin = true } }

    /// Notes it for the provider, in the settings of a domain.
    package func note(in settings: inout WebDAVSettings) { settings.facts = facts }
  }

  /// Checks an address without asking anybody.
  ///
  /// - Parameter isCardDAV: Whether it is to be that of a server of address books.
  /// - Returns: Why it is none; `nil` when it is one.
  package static func problem(ofAddress address: String, isCardDAV: Bool = false) -> String? {
    do throws(Endpoint.Problem) {
      let endpoint = try Endpoint(address)
      return isCardDAV ? AddressBookHome.problem(of: endpoint) : nil
    } catch { return error.text }
  }

  /// Tries what the server can, with a file that it makes there and removes.
  ///
  /// - Parameter secret: The password or the token; by default it is read from the place in the settings.
  package static func run(_ settings: WebDAVSettings, secret: String?) throws(Failure) -> Report {
    try explained {
      var settings = settings
      if settings.isCardDAV { settings.address = try AddressBookHome(settings, secret: secret).find() }
      let transport = try Transport(settings, secret: secret)
      var report = try ServerProbe(transport).run()
      if !transport.endpoint.isEncrypted, secret != nil || settings.secret != nil, !isLoopback(transport.endpoint) {
        report.add(
          "encryption", false, "the connection is encrypted",
          else: "the connection is not encrypted: anyone on the network path can read the password")
      }
      return Report(
        findings: report.findings.map { Finding(key: $0.key, isGood: $0.isGood, text: $0.text) },
        address: settings.address, facts: report.facts)
    }
  }

  /// Runs a body, and returns why it failed.
  static func explained<Value>(_ body: () throws -> Value) throws(Failure) -> Value {
    do { return try body() } catch {
      let status = (error as? WebDAVError)?.status
      throw Failure(
        description: (error as? WebDAVError)?.description ?? error.localizedDescription, isUnauthorized: status == 401)
    }
  }

  private static func isLoopback(_ endpoint: Endpoint) -> Bool {
    ["http://localhost", "http://127.", "http://[::1]"].contains { endpoint.origin.hasPrefix($0) }
  }
}
