/// The freedesktop Secret Service: GNOME Keyring, KDE Wallet, KeePassXC, or another keeper of the user's secrets.
///
/// An item is a secret with a label and with attributes, texts by which it is found. Secrets cross the bus as they are (a session of the kind
/// `plain`): it is the user's own bus, and whoever can read it can ask for the secrets as well.
///
/// A value is for one thread: a call opens a connection of its own, and closes it with the value.
///
/// Source: <https://specifications.freedesktop.org/secret-service/latest/>.
public final class SecretService {
  static let path = "/org/freedesktop/secrets"
  static let interface = "org.freedesktop.Secret.Service"
  static let itemInterface = "org.freedesktop.Secret.Item"

  let bus: Bus
  /// Whether the user may be asked for the password of a locked keyring.
  let isInteractive: Bool
  private let session: String

  /// The bus of whatever runs inside, in place of that of the session. For tests.
  @TaskLocal public static var address: String?

  /// Connects to the service.
  ///
  /// - Throws: ``SecretServiceError/noLibrary``, ``SecretServiceError/noBus(_:)``, ``SecretServiceError/noService``.
  public init(isInteractive: Bool) throws(SecretServiceError) {
    bus = try Bus(address: Self.address)
    self.isInteractive = isInteractive
    let reply = try bus.call(Self.path, Self.interface, "OpenSession") { message throws(SecretServiceError) in
      try message.write("plain")
      try message.write("v", "s") { () throws(SecretServiceError) in try message.write("") }
    }
    try reply.skip("v")
    session = try reply.text("o")
  }

  /// The items that have all these attributes, locked ones among them.
  public func search(_ attributes: [String: String]) throws(SecretServiceError) -> [SecretItem] {
    let reply = try bus.call(Self.path, Self.interface, "SearchItems") { message throws(SecretServiceError) in
      try message.write(attributes)
    }
    let unlocked = try reply.paths().map { SecretItem(path: $0, isLocked: false) }
    return try unlocked + reply.paths().map { SecretItem(path: $0, isLocked: true) }
  }

  /// The secret of an item, unlocked before if it has to be.
  public func secret(of item: SecretItem) throws(SecretServiceError) -> [UInt8] {
    if item.isLocked { try unlock(item.path) }
    let reply = try bus.call(item.path, Self.itemInterface, "GetSecret") { message throws(SecretServiceError) in
      try message.write(session, as: "o")
    }
    try reply.hide()
    try reply.enter("r", "oayays")
    try reply.skip("oay")
    return try reply.bytes()
  }

  /// Stores a secret as a new item of the default keyring.
  ///
  /// - Parameter replaces: Whether an item with just these attributes is replaced.
  /// - Returns: The item.
  @discardableResult
  public func store(
    _ secret: [UInt8], label: String, attributes: [String: String], replaces: Bool = true
  ) throws(SecretServiceError) -> SecretItem {
    let collection = try defaultCollection()
    let reply = try bus.call(collection, "org.freedesktop.Secret.Collection", "CreateItem") {
      message throws(SecretServiceError) in
      try message.hide()
      try message.write("a", "{sv}") { () throws(SecretServiceError) in
        try writeEntry("Label", "s", message) { () throws(SecretServiceError) in try message.write(label) }
        try writeEntry("Attributes", "a{ss}", message) { () throws(SecretServiceError) in try message.write(attributes)
        }
      }
      try write(secret, message)
      try message.write(replaces)
    }
    let path = try reply.text("o")
    try finish(reply.text("o"))
    return SecretItem(path: path, isLocked: false)
  }

  /// Gives an item another secret.
  public func setSecret(_ secret: [UInt8], of item: SecretItem) throws(SecretServiceError) {
    if item.isLocked { try unlock(item.path) }
    _ = try bus.call(item.path, Self.itemInterface, "SetSecret") { message throws(SecretServiceError) in
      try message.hide()
      try write(secret, message)
    }
  }

  /// Removes an item.
  public func delete(_ item: SecretItem) throws(SecretServiceError) {
    if item.isLocked { try unlock(item.path) }
    try finish(bus.call(item.path, Self.itemInterface, "Delete").text("o"))
  }

  private func write(_ secret: [UInt8], _ message: BusMessage) throws(SecretServiceError) {
    try message.write("r", "oayays") { () throws(SecretServiceError) in
      try message.write(session, as: "o")
      try message.write(bytes: [])
      try message.write(bytes: secret)
      // The type that all services take, for bytes of any kind.
      try message.write("text/plain")
    }
  }

  private func writeEntry(
    _ name: String, _ type: String, _ message: BusMessage, _ body: () throws(SecretServiceError) -> Void
  ) throws(SecretServiceError) {
    try message.write("e", "sv") { () throws(SecretServiceError) in
      try message.write("\(Self.itemInterface).\(name)")
      try message.write("v", type, body)
    }
  }

  /// The keyring for new secrets, unlocked.
  private func defaultCollection() throws(SecretServiceError) -> String {
    let reply = try bus.call(Self.path, Self.interface, "ReadAlias") { message throws(SecretServiceError) in
      try message.write("default")
    }
    let collection = try reply.text("o")
    guard collection != "/" else { throw .noDefaultCollection }
    try unlock(collection)
    return collection
  }
}
