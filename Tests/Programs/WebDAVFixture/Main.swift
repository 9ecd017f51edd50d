import Foundation
import Glibc

/// A small WebDAV server for tests: its files are in memory, it speaks the calls that Nextcloud documents if it is asked to (`--cloud`), and it lies as it is
/// told (`Lies`). It listens on the loopback interface only, prints its port, and ends when its standard input does.
@main struct Main {
  static func main() {
    signal(SIGPIPE, SIG_IGN)
    let server = FixtureServer(isCloud: CommandLine.arguments.contains("--cloud"))
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) == 0 && listen(listener, 64) == 0 && getsockname(listener, address, &size) == 0
      }
    }
    guard isListening else { exit(1) }
    print(UInt16(bigEndian: address.sin_port))
    fflush(nil)
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while read(STDIN_FILENO, &byte, 1) > 0 {}
      exit(0)
    }
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { continue }
      Thread.detachNewThread {
        HTTPConnection(connection).serve { server.answer($0) }
        close(connection)
      }
    }
  }
}
