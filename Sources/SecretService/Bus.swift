import CBus
import Glibc

/// A connection to a bus, for one thread.
package final class Bus {
  /// The bus itself, as a service and as an object.
  package static let (name, path) = ("org.freedesktop.DBus", "/org/freedesktop/DBus")

  let functions: fileprovider_bus
  let handle: OpaquePointer

  /// A call to the service is answered after this long, or has failed.
  private static let callTime: UInt64 = 25_000_000

  /// - Parameter address: The bus; the user's session bus when nil.
  package init(address: String?) throws(SecretServiceError) {
    guard let functions = fileprovider_bus_load()?.pointee else { throw .noLibrary }
    var handle: OpaquePointer?
    let status = address.map { Self.open($0, functions, &handle) } ?? functions.open_user(&handle)
    guard status >= 0, let handle else {
      if let handle { _ = functions.flush_close_unref(handle) }
      throw .noBus(Self.words(status))
    }
    self.functions = functions
    self.handle = handle
  }

  deinit { _ = functions.flush_close_unref(handle) }

  private static func open(_ address: String, _ functions: fileprovider_bus, _ handle: inout OpaquePointer?) -> Int32 {
    var status = functions.new(&handle)
    guard status >= 0, let handle else { return status }
    status = functions.set_address(handle, address)
    if status >= 0 { status = functions.set_bus_client(handle, 1) }
    return status >= 0 ? functions.start(handle) : status
  }

  /// The meaning of a negative error number.
  static func words(_ status: Int32) -> String {
    String(cString: strerror(status == .min ? EINVAL : -status))
  }

  /// Calls a method, and waits for its answer.
  ///
  /// - Parameter write: Writes the arguments.
  package func call(
    _ path: String, _ interface: String, _ member: String,
    to destination: String = "org.freedesktop.secrets",
    _ write: (BusMessage) throws(SecretServiceError) -> Void = { _ in }
  ) throws(SecretServiceError) -> BusMessage {
    var message: OpaquePointer?
    let made = functions.message_new_method_call(handle, &message, destination, path, interface, member)
    guard made >= 0, let message else { throw .failed(Self.words(made)) }
    let request = BusMessage(message, functions)
    try write(request)
    var error = fileprovider_bus_error()
    defer { functions.error_free(&error) }
    var reply: OpaquePointer?
    let status = withExtendedLifetime(request) { functions.call(handle, message, Self.callTime, &error, &reply) }
    guard status >= 0, let reply else { throw Self.failure(error, status) }
    return BusMessage(reply, functions)
  }

  private static func failure(_ error: fileprovider_bus_error, _ status: Int32) -> SecretServiceError {
    let name = error.name.map { String(cString: $0) } ?? ""
    switch name {
    case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
      _ where name.hasPrefix("org.freedesktop.DBus.Error.Spawn"):
      return .noService
    case "org.freedesktop.Secret.Error.IsLocked": return .locked
    default: return .failed(error.message.map { String(cString: $0) } ?? words(status))
    }
  }

  /// Has signals delivered that a match rule describes (D-Bus specification, “Match Rules”).
  package func addMatch(_ rule: String) throws(SecretServiceError) {
    _ = try call(Self.path, Self.name, "AddMatch", to: Self.name) { message throws(SecretServiceError) in
      try message.write("type='signal'," + rule)
    }
  }

  /// Waits for any message.
  ///
  /// - Parameters:
  ///   - other: Another descriptor, which ends the wait; negative for none.
  ///   - deadline: When the wait ends.
  /// - Returns: `nil` when one of these has ended it.
  package func message(
    unlessReadable other: Int32 = -1, until deadline: ContinuousClock.Instant? = nil
  ) throws(SecretServiceError) -> BusMessage? {
    while true {
      var received: OpaquePointer?
      let status = functions.process(handle, &received)
      guard status >= 0 else { throw .failed(Self.words(status)) }
      if let received { return BusMessage(received, functions) }
      guard status == 0 else { continue }
      var polled = [other, functions.get_fd(handle)].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let count = poll(&polled, 2, deadline.map { Self.milliseconds(until: $0) } ?? -1)
      guard count >= 0 || errno == EINTR else { throw .failed(Self.words(-errno)) }
      if count > 0, polled[0].revents != 0 { return nil }
      if count == 0, let deadline, deadline <= .now { return nil }
    }
  }

  /// Rounded up: a wait that ends too early would be repeated without a pause.
  private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
    let left = max(.zero, deadline - .now)
    return Int32(clamping: Int64((left / .milliseconds(1)).rounded(.up)))
  }

  /// Waits for a signal of an object.
  ///
  /// - Returns: The signal, or nil when none arrived in time.
  func signal(_ path: String, _ interface: String, _ member: String, until deadline: ContinuousClock.Instant)
    throws(SecretServiceError) -> BusMessage?
  {
    while true {
      var received: OpaquePointer?
      let status = functions.process(handle, &received)
      guard status >= 0 else { throw .failed(Self.words(status)) }
      if let received {
        let message = BusMessage(received, functions)
        if message.isSignal(path, interface, member) { return message }
      } else if status == 0 {
        let left = deadline - .now
        guard left > .zero else { return nil }
        let waited = functions.wait(handle, UInt64(clamping: left.components.seconds &+ 1) &* 1_000_000)
        guard waited >= 0 || waited == -EINTR else { throw .failed(Self.words(waited)) }
      }
    }
  }
}
