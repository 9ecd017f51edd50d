import Foundation
import Synchronization
import TestSupport

/// A server in front of another one, on loopback, that does to each request what chance says.
final class FaultyProxy: Sendable {
  private struct State {
    var random: SeededGenerator
    /// What is to be done to the next requests of a method, before chance says more.
    var next: [(method: String, fault: Fault)] = []
    var isFaulty = false
    var log: [String] = []
    var connections: Set<Int32> = []
    var isStopped = false
  }

  let port: UInt16
  private let listener: Int32
  private let target: UInt16
  private let state: Mutex<State>

  /// - Parameter target: The port of the server behind.
  init(to target: UInt16, seed: UInt64) throws {
    self.target = target
    state = Mutex(State(random: SeededGenerator(seed: seed)))
    port = try Apache.freePort()
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let port = port
    let isListening = Loopback.with(port: port) { bind(listener, $0, $1) == 0 } && listen(listener, 64) == 0
    guard isListening else { throw SupportFailure("the proxy cannot listen") }
    Thread.detachNewThread { [listener, weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        guard let self, self.begin(connection) else {
          close(connection)
          return
        }
        let target = self.target
        Thread.detachNewThread { [weak self] in
          ProxiedConnection(connection, target: target).serve { self?.fault(for: $0) }
          if let self { self.end(connection) } else { close(connection) }
        }
      }
    }
  }

  /// Ends it: no connection is taken any more.
  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    state.withLock { state in
      state.isStopped = true
      for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
    }
  }

  deinit { close(listener) }

  func setFaulty(_ isFaulty: Bool) { state.withLock { ($0.isFaulty, $0.next) = (isFaulty, []) } }

  /// Does something to the next requests of a method, so many.
  func inject(_ fault: Fault, into method: String, times: Int = 1) {
    state.withLock { $0.next = Array(repeating: (method, fault), count: times) }
  }

  /// The requests so far, with what was done to each.
  var requests: [String] { state.withLock { $0.log } }

  private func begin(_ connection: Int32) -> Bool {
    state.withLock { state in
      if !state.isStopped { state.connections.insert(connection) }
      return !state.isStopped
    }
  }

  private func end(_ connection: Int32) {
    state.withLock { state in
      state.connections.remove(connection)
      close(connection)
    }
  }

  private func fault(for line: String) -> Fault {
    state.withLock { state in
      var fault = Fault.none
      if let index = state.next.firstIndex(where: { line.hasPrefix($0.method + " ") }) {
        fault = state.next.remove(at: index).fault
      } else if state.isFaulty {
        fault = .random(using: &state.random)
      }
      state.log.append("\(line.split(separator: " ").prefix(2).joined(separator: " ")) \(fault)")
      return fault
    }
  }
}

/// Addresses of this machine.
enum Loopback {
  static func with<Result>(port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
    }
  }
}
