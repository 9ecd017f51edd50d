import Foundation

/// Tells this run of the machine from all others (`/proc/sys/kernel/random/boot_id`, random(4)).
enum BootIdentity {
  static let text =
    (try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8))?
    .trimmingCharacters(in: .whitespacesAndNewlines) ?? "unknown"

  /// The same as a number; `nil` where the system does not tell.
  static let number: UInt64? = {
    guard let uuid = UUID(uuidString: text) else { return nil }
    return withUnsafeBytes(of: uuid.uuid) { $0.loadUnaligned(as: UInt64.self) }
  }()
}
