// What a connection hears of the services on its bus.
extension Bus {
  /// Has signals of a service's object delivered, and those that say that the service begins or ends.
  ///
  /// Others can still send a signal to this connection by its unique name, which no rule keeps away: compare `BusMessage.sender` with ``owner(of:)``.
  ///
  /// - Parameters:
  ///   - service: The name that the service has on the bus.
  ///   - path: The object.
  ///   - rule: What else is to be true of the object's signals (D-Bus specification, “Match Rules”).
  package func listen(to service: String, at path: String, _ rule: String) throws(SecretServiceError) {
    try addMatch("sender='\(service)',path='\(path)',\(rule)")
    try addMatch("sender='\(Bus.name)',member='NameOwnerChanged',arg0='\(service)'")
  }

  /// The unique name of the connection that has a service's name; `nil` where the service does not run. It is not started.
  package func owner(of service: String) throws(SecretServiceError) -> String? {
    do throws(SecretServiceError) {
      let reply = try call(Bus.path, Bus.name, "GetNameOwner", to: Bus.name) { message throws(SecretServiceError) in
        try message.write(service)
      }
      return try reply.text()
    } catch {
      guard error == .noService else { throw error }
      return nil
    }
  }
}

extension BusMessage {
  /// Whether the bus itself says that a service begins or ends.
  package var isOwnerChange: Bool { sender == Bus.name && isSignal(Bus.path, Bus.name, "NameOwnerChanged") }
}
