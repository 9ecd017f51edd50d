/// The greeting of each side: the versions of the protocol that it speaks, and its capabilities.
package struct Hello: Hashable, Sendable {
  /// The oldest and the newest version it speaks.
  package var versions: ClosedRange<UInt16>
  /// Capabilities beyond the version, a bit each: so far there are none.
  package var capabilities: UInt64

  package init(versions: ClosedRange<UInt16> = 1...1, capabilities: UInt64 = 0) {
    self.versions = versions
    self.capabilities = capabilities
  }

  /// “OFPP”.
  private static let magic: UInt32 = 0x5050_464f

  package var frame: Frame {
    var writer = PayloadWriter()
    writer.add(Self.magic)
    writer.add(versions.lowerBound)
    writer.add(versions.upperBound)
    writer.add(capabilities)
    return Frame(.hello, 0, writer.bytes)
  }

  /// - Throws: When the frame is no greeting.
  package init(_ frame: Frame) throws(ProtocolError) {
    guard frame.kind == .hello else {
      throw ProtocolError("a message of kind \(frame.kind.rawValue) before the greeting")
    }
    var reader = PayloadReader(frame.payload)
    guard try reader.number() == Self.magic else { throw ProtocolError("another protocol") }
    let (oldest, newest) = (try reader.number(UInt16.self), try reader.number(UInt16.self))
    guard oldest <= newest else { throw ProtocolError("versions \(oldest) to \(newest)") }
    versions = oldest...newest
    capabilities = try reader.number()
  }

  /// The newest version that both speak.
  ///
  /// - Throws: When there is none.
  package func version(with other: Hello) throws(ProtocolError) -> UInt16 {
    guard versions.overlaps(other.versions) else {
      throw ProtocolError("versions \(other.versions.lowerBound) to \(other.versions.upperBound) of the protocol")
    }
    return min(versions.upperBound, other.versions.upperBound)
  }
}
