import ArgumentParser
import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import FileProviderWebDAV
import Foundation
import Glibc

/// The options for the WebDAV server of a domain. None of them takes a password: other users can read a command line.
struct WebDAVOptions: ParsableArguments {
  @Option(
    name: .customLong("webdav"),
    help: ArgumentHelp("Address of the collection to mount: https://cloud.example.org/dav/.", valueName: "URL"))
  var address: String?
  @Option(
    name: .customLong("carddav"),
    help: ArgumentHelp(
      "Address of a CardDAV server, whose address books become your contacts: https://cloud.example.org.",
      valueName: "URL"))
  var contactsAddress: String?
  @Option(help: "Your user name on the server.") var user: String?
  @Option(
    help: ArgumentHelp(
      "Read the password or token from this file, which must be readable only by you. By default, the command asks for it.",
      valueName: "file"), completion: .file())
  var passwordFile: String?
  @Option(
    help: ArgumentHelp(
      "Read the password from this systemd credential (LoadCredential=, $CREDENTIALS_DIRECTORY).", valueName: "name")
  )
  var passwordCredential: String?
  @Flag(help: "Log in to Nextcloud with a browser, and keep the app password that it issues.")
  var login = false
  @Option(
    help: ArgumentHelp(
      "Time limit for the login, such as 30s or 5min. Default: \(Self.patience), the server's own limit.",
      valueName: "time"))
  var loginTimeout: Interval?
  @Flag(
    help: "Keep the password in your session's keyring (Secret Service), or use the one stored there.")
  var passwordKeyring = false
  @Option(help: "Authentication method: automatic, basic, digest, bearer or none.")
  var authentication: WebDAVSettings.Authentication?
  @Option(
    help: ArgumentHelp("Trust the certificates in this file instead of the system's.", valueName: "file"),
    completion: .file())
  var ca: String?
  @Option(help: ArgumentHelp("Client certificate to present to the server.", valueName: "file"), completion: .file())
  var clientCertificate: String?
  @Option(help: ArgumentHelp("Private key of the client certificate.", valueName: "file"), completion: .file())
  var clientKey: String?
  @Option(help: ArgumentHelp("Use this proxy. Default: $https_proxy.", valueName: "URL")) var proxy: String?
  @Option(help: ArgumentHelp("Your user name on the proxy.", valueName: "name")) var proxyUser: String?
  @Option(
    help: ArgumentHelp(
      "Read the proxy password from this file, which must be readable only by you.", valueName: "file"),
    completion: .file())
  var proxyPasswordFile: String?
  @Flag(help: "Read the user name and password from ~/.netrc.") var netrc = false
  @Option(
    help: ArgumentHelp(
      "Interval for checking folders in use for changes, such as 2s or 1min. Default: 5s.",
      valueName: "time"))
  var poll: Interval?
  @Option(
    help: ArgumentHelp(
      "Upload at most this many bytes per second in all transfers together: 128K or more, or “none”. Default: none.",
      valueName: "speed"))
  var limitUp: SpeedOption?
  @Option(
    help: ArgumentHelp(
      "Download at most this many bytes per second in all transfers together: 512K or more, or “none”. Default: none.",
      valueName: "speed"))
  var limitDown: SpeedOption?

  private static let patience = Age(seconds: Int64(CloudLogin.patience))

  private var others: [Any?] {
    [
      passwordKeyring ? true : nil,
      user, passwordFile, passwordCredential, authentication, ca, clientCertificate, clientKey, proxy,
      proxyUser, proxyPasswordFile, netrc ? true : nil, poll, login ? true : nil, loginTimeout,
    ]
  }

  /// Whether a server is named.
  var hasAddress: Bool { address != nil || contactsAddress != nil }
  var isGiven: Bool { changesConnection || limitUp != nil || limitDown != nil }
  /// Whether anything is given but limits of speed, to which a provider keeps without another connection.
  var changesConnection: Bool { hasAddress || others.contains { $0 != nil } }

  func validate() throws {
    if let address, let problem = WebDAVCheck.problem(ofAddress: address) {
      throw ValidationError("--webdav: \(problem)")
    }
    if let contactsAddress, let problem = WebDAVCheck.problem(ofAddress: contactsAddress, isCardDAV: true) {
      throw ValidationError("--carddav: \(problem)")
    }
    if address != nil, contactsAddress != nil {
      throw ValidationError("--webdav and --carddav cannot be combined")
    }
    if let proxy, proxy.contains("@") {
      throw ValidationError("--proxy: the address contains a user name or password, which other users could read")
    }
    if clientKey != nil, clientCertificate == nil, address != nil {
      throw ValidationError("--client-key requires --client-certificate")
    }
    if login,
      user != nil || passwordFile != nil || passwordCredential != nil || netrc || authentication != nil
    {
      throw ValidationError("--login cannot be combined with other authentication options")
    }
    if let loginTimeout, !login || !(1...Double(CloudLogin.patience)).contains(loginTimeout.seconds) {
      throw ValidationError("--login-timeout requires --login, and a time from 1s to \(Self.patience)")
    }
    try limitUp?.validate("--limit-up", least: 128)
    try limitDown?.validate("--limit-down", least: 512)
    if let poll, !(1...600).contains(poll.seconds) { throw ValidationError("--poll requires a time from 1s to 10min") }
    if passwordFile != nil, passwordCredential != nil {
      throw ValidationError("--password-file and --password-credential cannot be combined")
    }
    if passwordKeyring, passwordFile != nil || passwordCredential != nil || netrc {
      throw ValidationError("--password-keyring cannot be combined with other password options")
    }
  }

  /// Tries the server of a domain that is to be added; `nil` where none is named.
  ///
  /// - Parameter prefersKeyring: Whether an entered password is kept in the keyring, if there is one.
  func connect(prefersKeyring: Bool = false) throws -> WebDAVConnection? {
    guard let address = address ?? contactsAddress else {
      if isGiven { throw CommandFailure("domain add", "missing option --webdav or --carddav", status: .usage) }
      return nil
    }
    return try connection(settings(of: address), prefersKeyring: prefersKeyring)
  }

  /// The settings of a server that no domain has yet.
  func settings(of address: String) -> WebDAVSettings {
    var settings = WebDAVSettings(address: address)
    if contactsAddress != nil { settings.hasAddressBooks = true }
    return applied(to: settings)
  }

  /// The settings of an existing domain's server with what was given; `nil` where nothing was.
  func settings(of store: ItemStore, _ domain: DomainName) throws -> WebDAVSettings? {
    guard isGiven else { return nil }
    guard let carried = try CarriedProvider(of: store, domain) else {
      throw CommandFailure(
        "domain “\(domain)”", "not a WebDAV domain", remedy: "“domain add … --webdav” creates one")
    }
    if hasAddress {
      guard carried.settings.isCardDAV == (contactsAddress != nil) else {
        throw CommandFailure(
          "domain “\(domain)”", "\(carried.settings.isCardDAV ? "a CardDAV" : "not a CardDAV") domain", status: .usage)
      }
    }
    return applied(to: carried.settings)
  }

  /// Tries a server.
  ///
  /// - Parameter prefersKeyring: Whether an entered password is kept in the keyring, if there is one.
  func connection(_ settings: WebDAVSettings, prefersKeyring: Bool = false) throws -> WebDAVConnection {
    guard login else { return try WebDAVConnection(settings, prefersKeyring: prefersKeyring) }
    return try BrowserLogin(
      settings, seconds: loginTimeout.map { Int($0.seconds) } ?? CloudLogin.patience, prefersKeyring: prefersKeyring
    ).run()
  }

  /// Whether it was said how to authenticate.
  var isAuthenticationGiven: Bool {
    login || netrc || passwordKeyring || user != nil || passwordFile != nil || passwordCredential != nil
      || authentication != nil
  }

  /// The settings with what was given.
  func applied(to settings: WebDAVSettings) -> WebDAVSettings {
    var settings = settings
    settings.address = address ?? contactsAddress ?? settings.address
    settings.user = user ?? settings.user
    if let passwordFile { settings.secret = .file(Self.absolute(passwordFile)) }
    if let passwordCredential { settings.secret = .credential(passwordCredential) }
    // Found by server and name: another name is another password.
    if passwordKeyring || settings.secret?.isKeyring == true {
      settings.secret = .keyring(server: settings.address, user: settings.user)
    }
    settings.authentication = authentication ?? settings.authentication
    settings.authorities = ca.map(Self.absolute) ?? settings.authorities
    settings.certificate = clientCertificate.map(Self.absolute) ?? settings.certificate
    settings.key = clientKey.map(Self.absolute) ?? settings.key
    settings.proxy = proxy ?? settings.proxy
    settings.proxyUser = proxyUser ?? settings.proxyUser
    if let proxyPasswordFile { settings.proxySecret = .file(Self.absolute(proxyPasswordFile)) }
    if netrc { settings.usesNetrc = true }
    settings.shortestInterval = poll?.seconds ?? settings.shortestInterval
    applyLimits(to: &settings)
    return settings
  }

  func applyLimits(to settings: inout WebDAVSettings) {
    if let limit = limitUp?.bytesPerSecond { settings.uploadLimit = limit }
    if let limit = limitDown?.bytesPerSecond { settings.downloadLimit = limit }
  }

  /// The provider's process has another working directory.
  private static func absolute(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }
}

extension WebDAVSettings.Authentication: ExpressibleByArgument {}
