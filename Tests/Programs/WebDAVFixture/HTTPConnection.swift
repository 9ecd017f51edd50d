import Foundation
import Glibc

/// A request as it came.
struct HTTPRequest {
  var method: String
  var path: String
  var headers: [String: String]
  var body: [UInt8]
}

/// An answer as it goes.
struct HTTPAnswer {
  var status = 200
  var headers: [(String, String)] = []
  var body: [UInt8] = []
  /// So much of the body is sent, and then the connection ends.
  var cutAfter: Int?
  /// Whether the connection ends without an answer.
  var isLost = false
  /// Whether the body is sent again and again, with no length in the head, until the other side has enough.
  var isEndless = false
  /// Whether the body is sent in pieces, 20 a second.
  var isSlow = false
  /// What is sent in place of an answer.
  var garbage: String?

  init(_ status: Int, _ headers: [(String, String)] = [], _ body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}

/// One connection: requests and their answers, one after the other.
final class HTTPConnection {
  private let socket: Int32
  private var buffer: [UInt8] = []

  init(_ socket: Int32) { self.socket = socket }

  func serve(_ answer: (HTTPRequest) -> HTTPAnswer) {
    while let request = next() {
      let answer = answer(request)
      if answer.isLost { return }
      if let garbage = answer.garbage {
        send(Array(garbage.utf8))
        return
      }
      var head = "HTTP/1.1 \(answer.status) Fixture\r\n"
      for (name, value) in answer.headers { head += "\(name): \(value)\r\n" }
      if answer.isEndless {
        guard send(Array((head + "\r\n").utf8)) else { return }
        while send(answer.body) {}
        return
      }
      if answer.status != 204 { head += "Content-Length: \(answer.body.count)\r\n" }
      if answer.isSlow {
        send(Array((head + "\r\n").utf8))
        for start in stride(from: 0, to: answer.body.count, by: Self.piece) {
          guard send(Array(answer.body[start...].prefix(Self.piece))) else { return }
          usleep(50_000)
        }
        continue
      }
      send(Array((head + "\r\n").utf8) + answer.body.prefix(answer.cutAfter ?? answer.body.count))
      if answer.cutAfter != nil { return }
    }
  }

  /// The bytes of a piece.
  private static let piece = 1 << 16

  private func next() -> HTTPRequest? {
    let end = Array("\r\n\r\n".utf8)
    var headEnd: Int?
    while true {
      headEnd = buffer.indices.first { buffer[$0...].starts(with: end) }
      if headEnd != nil { break }
      guard fill() else { return nil }
    }
    guard let headEnd else { return nil }
    let lines = String(decoding: buffer[..<headEnd], as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ").map(String.init)
    guard words.count == 3 else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let halves = line.split(separator: ":", maxSplits: 1)
      guard halves.count == 2 else { continue }
      headers[halves[0].lowercased()] = halves[1].trimmingCharacters(in: .whitespaces)
    }
    buffer.removeFirst(headEnd + end.count)
    let length = headers["content-length"].flatMap { Int($0) } ?? 0
    if headers["expect"] != nil { send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
    while buffer.count < length { guard fill() else { return nil } }
    let body = Array(buffer.prefix(length))
    buffer.removeFirst(length)
    return HTTPRequest(method: words[0], path: words[1], headers: headers, body: body)
  }

  private func fill() -> Bool {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(socket, &piece, piece.count)
    guard count > 0 else { return false }
    buffer += piece[..<count]
    return true
  }

  /// - Returns: Whether all of it is sent.
  @discardableResult private func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      // Without a signal where the other side has closed it: a test's own process may serve, too.
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}
