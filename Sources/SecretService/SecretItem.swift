/// An item of the Secret Service, as long as it is there.
public struct SecretItem: Hashable, Sendable {
  /// The object's path on the bus.
  public let path: String
  /// Whether its keyring was locked when it was found.
  public let isLocked: Bool
}

extension SecretService {
  /// The texts by which an item is found.
  public func attributes(of item: SecretItem) throws(SecretServiceError) -> [String: String] {
    let reply = try property("Attributes", item)
    try reply.enter("v", "a{ss}")
    return try reply.attributes()
  }

  /// What the keyring's program calls an item.
  public func label(of item: SecretItem) throws(SecretServiceError) -> String {
    let reply = try property("Label", item)
    try reply.enter("v", "s")
    return try reply.text()
  }

  /// Gives an item another name in the keyring's program.
  public func setLabel(_ label: String, of item: SecretItem) throws(SecretServiceError) {
    try setProperty("Label", item, "s") { message throws(SecretServiceError) in try message.write(label) }
  }

  /// Gives an item other texts by which it is found.
  public func setAttributes(_ attributes: [String: String], of item: SecretItem) throws(SecretServiceError) {
    try setProperty("Attributes", item, "a{ss}") { message throws(SecretServiceError) in try message.write(attributes) }
  }

  private static var properties: String { "org.freedesktop.DBus.Properties" }

  private func property(_ name: String, _ item: SecretItem) throws(SecretServiceError) -> BusMessage {
    if item.isLocked { try unlock(item.path) }
    return try bus.call(item.path, Self.properties, "Get") { message throws(SecretServiceError) in
      try message.write(Self.itemInterface)
      try message.write(name)
    }
  }

  private func setProperty(
    _ name: String, _ item: SecretItem, _ type: String, _ write: (BusMessage) throws(SecretServiceError) -> Void
  ) throws(SecretServiceError) {
    if item.isLocked { try unlock(item.path) }
    _ = try bus.call(item.path, Self.properties, "Set") { message throws(SecretServiceError) in
      try message.write(Self.itemInterface)
      try message.write(name)
      try message.write("v", type) { () throws(SecretServiceError) in try write(message) }
    }
  }
}
