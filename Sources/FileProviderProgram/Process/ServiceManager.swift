import Glibc
import LinuxSystem

/// The service manager that started this process, if one did and wants to hear when it is ready (sd_notify(3)).
package enum ServiceManager {
  /// Reports that the service is ready. Does nothing where nobody waits for that.
  package static func reportReady() {
    guard let name = Environment.value("NOTIFY_SOCKET") else { return }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // A name that begins with @ is in no folder: its first byte is 0.
    let bytes = name.hasPrefix("@") ? [0] + name.utf8.dropFirst() : Array(name.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let type = SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue
    guard let socket = Descriptor(owning: socket(AF_UNIX, Int32(type), 0)) else { return }
    let length = MemoryLayout<sa_family_t>.size + bytes.count
    let message = "READY=1"
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = sendto(socket.number, message, message.utf8.count, 0, $0, socklen_t(length))
      }
    }
  }
}
