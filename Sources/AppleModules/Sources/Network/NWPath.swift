/// Which ways to others the machine has. Apple: Network / `NWPath`.
public struct NWPath: Equatable, Sendable {
  /// Whether there is one.
  public enum Status: Equatable, Hashable, Sendable {
    /// There is.
    case satisfied
    /// There is none.
    case unsatisfied
    /// There may be one when somebody tries. Never told.
    case requiresConnection
  }

  /// Whether there is a way.
  public let status: Status
  /// The interfaces that have an address, apart from the machine's own.
  public let availableInterfaces: [NWInterface]
  /// Whether one of them has an address of IPv4.
  public let supportsIPv4: Bool
  /// Whether one of them has an address of IPv6 that others reach.
  public let supportsIPv6: Bool

  /// Whether it costs more: nobody here knows.
  public var isExpensive: Bool { false }
  /// Whether little should be transferred: nobody here knows.
  public var isConstrained: Bool { false }
  /// Whether names can be looked up.
  public var supportsDNS: Bool { status == .satisfied }

  /// Whether there is an interface of a kind.
  public func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool {
    availableInterfaces.contains { $0.type == type }
  }
}

/// An interface. Apple: Network / `NWInterface`.
public struct NWInterface: Hashable, Sendable, CustomDebugStringConvertible {
  /// Its kind.
  public enum InterfaceType: Hashable, Sendable, CaseIterable {
    case other, wifi, cellular, wiredEthernet, loopback
  }

  /// Its kind.
  public let type: InterfaceType
  /// Its name, such as `eth0`.
  public let name: String
  /// The system's number.
  public let index: Int

  /// Its name.
  public var debugDescription: String { name }
}
