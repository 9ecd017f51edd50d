import ArgumentParser
import FileProviderStore
import FileProviderWebDAV
import Foundation
import Glibc

/// The options for the WebDAV server of a domain. None of them takes a password: other users can read a command line.
struct WebDAVOptions: ParsableArguments {
  @Option(
    name: .customLong("webdav"),
    help: ArgumentHelp("Mount the collection at this address: https://cloud.example.org/dav/.", valueName: "URL"))
  var address: String?
  @Option(help: "The name by which the server knows you.") var user: String?
  @Option(
    help: ArgumentHelp(
      "Read the password, or the token, from this file; only you may be able to read it. Without this you are asked.",
      valueName: "file"), completion: .file())
  var passwordFile: String?
  @Option(
    help: ArgumentHelp(
      "Read the password from this credential of systemd (LoadCredential=, $CREDENTIALS_DIRECTORY).", valueName: "name")
  )
  var passwordCredential: String?
  @Flag(help: "Log in to a Nextcloud with a browser, and keep the password for this program that it gives.")
  var login = false
  @Option(
    help: ArgumentHelp(
      "Wait so long for the login, such as 30s or 5min. \(Self.patience) unless set, as long as the server waits.",
      valueName: "time"))
  var loginTimeout: Interval?
  @Flag(
    help: "Keep the password in the keyring of your session (Secret Service), or take it from there if it has one.")
  var passwordKeyring = false
  @Option(help: "How to say who you are: automatic, basic, digest, bearer or none.")
  var authentication: WebDAVSettings.Authentication?
  @Option(
    help: ArgumentHelp("Trust the certificates in this file instead of the system's.", valueName: "file"),
    completion: .file())
  var ca: String?
  @Option(help: ArgumentHelp("Show this certificate to the server.", valueName: "file"), completion: .file())
  var clientCertificate: String?
  @Option(help: ArgumentHelp("The key of that certificate.", valueName: "file"), completion: .file())
  var clientKey: String?
  @Option(help: ArgumentHelp("Go through this proxy; else $https_proxy says.", valueName: "URL")) var proxy: String?
  @Option(help: ArgumentHelp("The name by which the proxy knows you.", valueName: "name")) var proxyUser: String?
  @Option(
    help: ArgumentHelp(
      "Read the password for the proxy from this file; only you may be able to read it.", valueName: "file"),
    completion: .file())
  var proxyPasswordFile: String?
  @Flag(help: "Take the name and the password from ~/.netrc.") var netrc = false
  @Option(
    help: ArgumentHelp(
      "Ask the server so often, such as 2s or 1min, what changed in folders that are in use. 5s unless set.",
      valueName: "time"))
  var poll: Interval?

  private static let patience = Age(seconds: Int64(CloudLogin.patience))

  private var others: [Any?] {
    [
      passwordKeyring ? true : nil,
      user, passwordFile, passwordCredential, authentication, ca, clientCertificate, clientKey, proxy,
      proxyUser, proxyPasswordFile, netrc ? true : nil, poll, login ? true : nil, loginTimeout,
    ]
  }

  var isGiven: Bool { address != nil || others.contains { $0 != nil } }

  func validate() throws {
    if let address, let problem = WebDAVCheck.problem(ofAddress: address) {
      throw ValidationError("--webdav: \(problem)")
    }
    if let proxy, proxy.contains("@") {
      throw ValidationError("--proxy: there is a name or a password in the address, where others can read it")
    }
    if clientKey != nil, clientCertificate == nil, address != nil {
      throw ValidationError("--client-key belongs to --client-certificate, which is missing")
    }
    if login,
      user != nil || passwordFile != nil || passwordCredential != nil || netrc || authentication != nil
    {
      throw ValidationError("--login asks who you are: no other option may say so")
    }
    if let loginTimeout, !login || !(1...Double(CloudLogin.patience)).contains(loginTimeout.seconds) {
      throw ValidationError("--login-timeout wants --login, and a time from 1s to \(Self.patience)")
    }
    if let poll, !(1...600).contains(poll.seconds) { throw ValidationError("--poll wants a time from 1s to 10min") }
    if passwordFile != nil, passwordCredential != nil {
      throw ValidationError("--password-file and --password-credential exclude each other")
    }
    if passwordKeyring, passwordFile != nil || passwordCredential != nil || netrc {
      throw ValidationError("--password-keyring excludes the other places of a password")
    }
  }

  /// Tries the server of a domain that is to be added; `nil` where none is named.
  func connect() throws -> WebDAVConnection? {
    guard let address else {
      if isGiven { throw CommandFailure("domain add", "--webdav is missing", status: .usage) }
      return nil
    }
    return try connection(applied(to: WebDAVSettings(address: address)))
  }

  /// Tries the server of a domain that is there with what was given; `nil` where nothing was.
  func connect(_ store: ItemStore, _ domain: DomainName) throws -> WebDAVConnection? {
    guard isGiven else { return nil }
    guard let carried = try CarriedProvider(of: store, domain) else {
      throw CommandFailure(
        "domain “\(domain)”", "it is no domain of a WebDAV server", remedy: "“domain add … --webdav” makes one")
    }
    var settings = carried.settings
    if let address { settings.address = address }
    return try connection(applied(to: settings))
  }

  private func connection(_ settings: WebDAVSettings) throws -> WebDAVConnection {
    guard login else { return try WebDAVConnection(settings) }
    return try BrowserLogin(settings, seconds: loginTimeout.map { Int($0.seconds) } ?? CloudLogin.patience).run()
  }

  private func applied(to settings: WebDAVSettings) -> WebDAVSettings {
    var settings = settings
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
    return settings
  }

  /// The provider's process has another working directory.
  private static func absolute(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }
}

extension WebDAVSettings.Authentication: ExpressibleByArgument {}
