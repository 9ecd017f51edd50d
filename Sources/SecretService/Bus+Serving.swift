import CBus

// What a connection does that serves objects on its bus: it takes a name, answers calls and sends signals.
extension Bus {
  /// Takes a name, unless another connection has it.
  ///
  /// - Returns: Whether this connection has it.
  package func take(_ name: String) throws(SecretServiceError) -> Bool {
    // DBUS_NAME_FLAG_DO_NOT_QUEUE.
    let reply = try call(Self.path, Self.name, "RequestName", to: Self.name) { message throws(SecretServiceError) in
      try message.write(name)
      try message.write(UInt32(4))
    }
    // DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER.
    return try reply.number() == 1
  }

  /// Gives a name back.
  package func release(_ name: String) throws(SecretServiceError) {
    _ = try call(Self.path, Self.name, "ReleaseName", to: Self.name) { message throws(SecretServiceError) in
      try message.write(name)
    }
  }

  /// Answers a call.
  ///
  /// - Parameter write: Writes what the method returns.
  package func answer(
    _ call: BusMessage, _ write: (BusMessage) throws(SecretServiceError) -> Void = { _ in }
  ) throws(SecretServiceError) {
    var message: OpaquePointer?
    let made = functions.message_new_method_return(call.handle, &message)
    try send(message, made, write)
  }

  /// Refuses a call.
  ///
  /// - Parameter error: The name of the error, after `org.freedesktop.DBus.Error.`.
  package func refuse(_ call: BusMessage, _ error: String, _ text: String) throws(SecretServiceError) {
    var message: OpaquePointer?
    let made = ("org.freedesktop.DBus.Error." + error).withCString { name in
      text.withCString { text in
        var error = fileprovider_bus_error(name: name, message: text, _need_free: 0)
        return functions.message_new_method_error(call.handle, &message, &error)
      }
    }
    try send(message, made) { _ in }
  }

  /// Sends a signal to everybody who listens.
  ///
  /// - Parameter write: Writes the arguments.
  package func emit(
    _ path: String, _ interface: String, _ member: String, _ write: (BusMessage) throws(SecretServiceError) -> Void
  ) throws(SecretServiceError) {
    var message: OpaquePointer?
    let made = functions.message_new_signal(handle, &message, path, interface, member)
    try send(message, made, write)
  }

  private func send(
    _ pointer: OpaquePointer?, _ made: Int32, _ write: (BusMessage) throws(SecretServiceError) -> Void
  ) throws(SecretServiceError) {
    guard made >= 0, let pointer else { throw .failed(Self.words(made)) }
    let message = BusMessage(pointer, functions)
    try write(message)
    var status = withExtendedLifetime(message) { functions.send(handle, pointer, nil) }
    if status >= 0 { status = functions.flush(handle) }
    guard status >= 0 else { throw .failed(Self.words(status)) }
  }
}
