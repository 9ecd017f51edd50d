/// A version of the encryption of connections, by the number that it has in them. Apple: Security / `tls_protocol_version_t`.
public enum tls_protocol_version_t: UInt16, Sendable {
  case TLSv10 = 0x0301
  case TLSv11 = 0x0302
  case TLSv12 = 0x0303
  case TLSv13 = 0x0304
  case DTLSv10 = 0xfeff
  case DTLSv12 = 0xfefd
}

/// How a connection uses several networks at once. Foundation on Linux has the type with Apple's name, but nothing may name it.
public enum _MultipathServiceType: Int, Sendable {
  /// It uses one.
  case none = 0
  /// It goes on over another.
  case handover = 1
  /// It uses the one that answers first.
  case interactive = 2
  /// It uses all of them together.
  case aggregate = 3
}

// libcurl chooses the version and the path of a connection, and Foundation on Linux gives it neither of these. None has an effect.
extension URLSessionConfiguration {
  /// The oldest encryption that is accepted: libcurl and the library below it accept TLS 1.2 and newer unless the machine is set up otherwise.
  public var tlsMinimumSupportedProtocolVersion: tls_protocol_version_t {
    get { .TLSv12 }
    set {}
  }

  /// The newest encryption that is offered.
  public var tlsMaximumSupportedProtocolVersion: tls_protocol_version_t {
    get { .TLSv13 }
    set {}
  }

  /// How connections use several networks at once: they use one.
  public var multipathServiceType: _MultipathServiceType {
    get { .none }
    set {}
  }
}
