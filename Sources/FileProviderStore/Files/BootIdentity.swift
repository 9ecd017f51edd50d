package import Foundation

/// Identifies one run of the machine (`/proc/sys/kernel/random/boot_id`, random(4)).
package struct BootIdentity: Hashable, Sendable {
  package let uuid: UUID

  package init(uuid: UUID) { self.uuid = uuid }

  /// This run of the machine; `nil` if the system does not report it.
  package static let current: BootIdentity? = {
    let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
    return text.flatMap { UUID(uuidString: $0.trimmingCharacters(in: .whitespacesAndNewlines)) }
      .map { BootIdentity(uuid: $0) }
  }()

  /// As in the settings of a store: in the system's spelling, as every version wrote it.
  var text: String { uuid.uuidString.lowercased() }

  /// A part of it as a number.
  var number: UInt64 { withUnsafeBytes(of: uuid.uuid) { $0.loadUnaligned(as: UInt64.self) } }
}
