import CBus
import Glibc

/// A message of the bus: arguments that are written, or read in the order in which they were.
package final class BusMessage {
  private let functions: fileprovider_bus
  let handle: OpaquePointer

  /// Takes the message over.
  init(_ handle: OpaquePointer, _ functions: fileprovider_bus) {
    self.handle = handle
    self.functions = functions
  }

  deinit { _ = functions.message_unref(handle) }

  private static func type(_ character: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: character.value) }

  private func check(_ status: Int32) throws(SecretServiceError) {
    guard status >= 0 else { throw .failed(Bus.words(status)) }
  }

  package func isSignal(_ path: String, _ interface: String, _ member: String) -> Bool {
    guard functions.message_is_signal(handle, interface, member) > 0 else { return false }
    return self.path == path
  }

  /// Whether somebody calls a method.
  package var isCall: Bool { functions.message_is_method_call(handle, nil, nil) > 0 }

  /// The object of a call or a signal.
  package var path: String? { functions.message_get_path(handle).map { String(cString: $0) } }

  /// The interface of a call or a signal; `nil` for a call that names none.
  package var interface: String? { functions.message_get_interface(handle).map { String(cString: $0) } }

  package var member: String? { functions.message_get_member(handle).map { String(cString: $0) } }

  /// The unique name of the connection that has sent the message; no other has it while the bus runs.
  package var sender: String? { functions.message_get_sender(handle).map { String(cString: $0) } }

  /// The number that its sender has given the message: of two messages of one sender the later has the greater number.
  package var cookie: UInt64 {
    var cookie: UInt64 = 0
    return functions.message_get_cookie(handle, &cookie) >= 0 ? cookie : 0
  }

  /// Makes the message's memory be overwritten when it is freed.
  func hide() throws(SecretServiceError) { try check(functions.message_sensitive(handle)) }

  // MARK: Writing

  /// - Parameter type: `s`; `o` for an object's path, or `g` for a signature.
  package func write(_ text: String, as type: Unicode.Scalar = "s") throws(SecretServiceError) {
    guard !text.utf8.contains(0) else { throw .unspeakable }
    try check(text.withCString { functions.message_append_basic(handle, Self.type(type), $0) })
  }

  package func write(_ value: Bool) throws(SecretServiceError) {
    var number: Int32 = value ? 1 : 0
    try check(functions.message_append_basic(handle, Self.type("b"), &number))
  }

  package func write(_ number: UInt32) throws(SecretServiceError) {
    var number = number
    try check(functions.message_append_basic(handle, Self.type("u"), &number))
  }

  package func write(_ number: Int32) throws(SecretServiceError) {
    var number = number
    try check(functions.message_append_basic(handle, Self.type("i"), &number))
  }

  func write(bytes: [UInt8]) throws(SecretServiceError) {
    let status = bytes.withUnsafeBytes {
      functions.message_append_array(handle, Self.type("y"), $0.baseAddress, $0.count)
    }
    try check(status)
  }

  /// - Parameter type: `a` array, `v` variant, `r` structure, `e` entry of a dictionary.
  package func write(
    _ type: Unicode.Scalar, _ contents: String, _ body: () throws(SecretServiceError) -> Void
  ) throws(SecretServiceError) {
    try check(functions.message_open_container(handle, Self.type(type), contents))
    try body()
    try check(functions.message_close_container(handle))
  }

  func write(_ attributes: [String: String]) throws(SecretServiceError) {
    try write("a", "{ss}") { () throws(SecretServiceError) in
      for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
        try write("e", "ss") { () throws(SecretServiceError) in
          try write(name)
          try write(value)
        }
      }
    }
  }

  func write(paths: [String]) throws(SecretServiceError) {
    try write("a", "o") { () throws(SecretServiceError) in
      for path in paths { try write(path, as: "o") }
    }
  }

  // MARK: Reading

  package func text(_ type: Unicode.Scalar = "s") throws(SecretServiceError) -> String {
    var text: UnsafePointer<CChar>?
    let status = functions.message_read_basic(handle, Self.type(type), &text)
    guard status > 0, let text else { throw .failed("a reply is too short") }
    return String(cString: text)
  }

  package func bool() throws(SecretServiceError) -> Bool {
    var number: Int32 = 0
    guard functions.message_read_basic(handle, Self.type("b"), &number) > 0 else {
      throw .failed("a reply is too short")
    }
    return number != 0
  }

  package func number() throws(SecretServiceError) -> UInt32 {
    var number: UInt32 = 0
    guard functions.message_read_basic(handle, Self.type("u"), &number) > 0 else {
      throw .failed("a reply is too short")
    }
    return number
  }

  /// The number of a descriptor that came with the message. The caller closes it.
  package func descriptor() throws(SecretServiceError) -> Int32 {
    var number: Int32 = -1
    guard functions.message_read_basic(handle, Self.type("h"), &number) > 0 else {
      throw .failed("a reply is too short")
    }
    // The message closes its own.
    return fcntl(number, F_DUPFD_CLOEXEC, 0)
  }

  func bytes() throws(SecretServiceError) -> [UInt8] {
    var bytes: UnsafeRawPointer?
    var count = 0
    try check(functions.message_read_array(handle, Self.type("y"), &bytes, &count))
    return bytes.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
  }

  func skip(_ types: String) throws(SecretServiceError) { try check(functions.message_skip(handle, types)) }

  /// - Returns: Whether there was one.
  @discardableResult
  package func enter(_ type: Unicode.Scalar, _ contents: String) throws(SecretServiceError) -> Bool {
    let status = functions.message_enter_container(handle, Self.type(type), contents)
    try check(status)
    return status > 0
  }

  func leave() throws(SecretServiceError) { try check(functions.message_exit_container(handle)) }

  func attributes() throws(SecretServiceError) -> [String: String] {
    var attributes: [String: String] = [:]
    try enter("a", "{ss}")
    while try enter("e", "ss") {
      let name = try text()
      attributes[name] = try text()
      try leave()
    }
    try leave()
    return attributes
  }

  func paths() throws(SecretServiceError) -> [String] { try texts("o") }

  /// An array of texts.
  package func texts(_ type: Unicode.Scalar = "s") throws(SecretServiceError) -> [String] {
    var texts: [String] = []
    try enter("a", String(type))
    var text: UnsafePointer<CChar>?
    while true {
      let status = functions.message_read_basic(handle, Self.type(type), &text)
      try check(status)
      guard status > 0, let text else { break }
      texts.append(String(cString: text))
    }
    try leave()
    return texts
  }
}
