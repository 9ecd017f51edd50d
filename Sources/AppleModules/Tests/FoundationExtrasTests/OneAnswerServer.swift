import Foundation
import Glibc

/// An HTTP server on this machine that gives each request the same answer.
final class OneAnswerServer: Sendable {
  let url: URL
  private let listener: Int32

  /// - Parameter announced: The length that the answer says it has, where that is not its own.
  init(_ text: String, announced: Int? = nil) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening, let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/") else {
      throw POSIXError(.EADDRNOTAVAIL)
    }
    (self.url, self.listener) = (url, listener)
    let answer =
      "HTTP/1.1 200 OK\r\nContent-Length: \(announced ?? text.utf8.count)\r\nConnection: close\r\n\r\n" + text
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        var request = [UInt8](repeating: 0, count: 4096)
        _ = recv(connection, &request, request.count, 0)
        _ = Array(answer.utf8).withUnsafeBytes {
          send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        shutdown(connection, Int32(SHUT_WR))
        close(connection)
      }
    }
  }

  /// The address, at which nobody listens any more.
  func closed() -> URL {
    shutdown(listener, Int32(SHUT_RDWR))
    return url
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }
}
