import Foundation

/// One connection to the proxy: each of its requests goes to the server on a connection of its own.
final class ProxiedConnection {
  private let client: Int32
  private let target: UInt16
  private var buffer: [UInt8] = []

  private struct Message {
    var head: String
    var body: [UInt8]
    var bytes: [UInt8] { Array(head.utf8) + body }
  }

  init(_ client: Int32, target: UInt16) { (self.client, self.target) = (client, target) }

  /// - Parameter fault: What is to be done to a request, by its first line; `nil` when there is nobody to say.
  func serve(_ fault: (String) -> Fault?) {
    while let request = next(), let fault = fault(String(request.head.prefix { $0 != "\r\n" })) {
      guard answer(request, fault) else { return }
    }
  }

  /// - Returns: Whether the connection goes on.
  private func answer(_ request: Message, _ fault: Fault) -> Bool {
    switch fault {
    case .none: return send(forward(request.bytes))
    case .delay:
      // The clock itself is meant.
      usleep(200_000)
      return send(forward(request.bytes))
    case .cutBefore: return false
    case .cutInside:
      _ = forward(Array(request.bytes.dropLast(max(1, request.body.count / 2))), isWhole: false)
      return false
    case .loseAnswer:
      _ = forward(request.bytes)
      return false
    case .truncate:
      let answer = forward(request.bytes)
      _ = send(Array(answer.prefix(answer.count * 2 / 3)))
      return false
    case .duplicate:
      _ = forward(request.bytes)
      return send(forward(request.bytes))
    case .refuse(let status): return send(Self.refusal(status))
    case .replace(let status):
      _ = forward(request.bytes)
      return send(Self.refusal(status))
    case .dropTag:
      let answer = String(decoding: forward(request.bytes), as: UTF8.self)
      return send(Array(answer.replacingOccurrences(of: "\r\nETag:", with: "\r\nX-Dropped:").utf8))
    case .wantToken:
      return send(
        Array("HTTP/1.1 401 Proxy\r\nWWW-Authenticate: Bearer realm=\"dav\"\r\nContent-Length: 0\r\n\r\n".utf8))
    }
  }

  private static func refusal(_ status: Int) -> [UInt8] {
    let wait = [429, 503].contains(status) ? "Retry-After: 1\r\n" : ""
    let realm = status == 401 ? "WWW-Authenticate: Basic realm=\"dav\"\r\n" : ""
    return Array("HTTP/1.1 \(status) Proxy\r\n\(wait)\(realm)Content-Length: 0\r\n\r\n".utf8)
  }

  /// Sends a request to the server, and reads its answer to the end.
  private func forward(_ bytes: [UInt8], isWhole: Bool = true) -> [UInt8] {
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(server) }
    guard Loopback.with(port: target, { connect(server, $0, $1) == 0 }), Self.write(bytes, to: server) else {
      return []
    }
    if !isWhole { return [] }
    var answer: [UInt8] = []
    while let piece = Self.read(server) { answer += piece }
    return Self.keepingConnection(answer)
  }

  /// The client's connection goes on although the one to the server does not: so the answer has to tell where it ends.
  private static func keepingConnection(_ answer: [UInt8]) -> [UInt8] {
    guard let end = find(Array("\r\n\r\n".utf8), in: answer) else { return answer }
    var lines = String(decoding: answer[..<end], as: UTF8.self).components(separatedBy: "\r\n")
    lines.removeAll { $0.lowercased() == "connection: close" }
    let tellsEnd = lines.contains {
      $0.lowercased().hasPrefix("content-length:") || $0.lowercased().hasPrefix("transfer-encoding:")
    }
    let body = answer[(end + 4)...]
    if !tellsEnd, lines.first?.contains(" 204 ") != true { lines.append("Content-Length: \(body.count)") }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }

  private func next() -> Message? {
    let end = Array("\r\n\r\n".utf8)
    while Self.find(end, in: buffer) == nil { guard fill() else { return nil } }
    guard let start = Self.find(end, in: buffer) else { return nil }
    var lines = String(decoding: buffer[..<start], as: UTF8.self).components(separatedBy: "\r\n")
    buffer.removeFirst(start + end.count)
    let length =
      lines.first { $0.lowercased().hasPrefix("content-length:") }
      .flatMap { Int($0.dropFirst("content-length:".count).trimmingCharacters(in: .whitespaces)) } ?? 0
    lines.removeAll { $0.lowercased().hasPrefix("expect:") }
    while buffer.count < length { guard fill() else { return nil } }
    let body = Array(buffer.prefix(length))
    buffer.removeFirst(length)
    return Message(head: (lines + ["Connection: close"]).joined(separator: "\r\n") + "\r\n\r\n", body: body)
  }

  private func fill() -> Bool {
    guard let piece = Self.read(client) else { return false }
    buffer += piece
    return true
  }

  private func send(_ bytes: [UInt8]) -> Bool { !bytes.isEmpty && Self.write(bytes, to: client) }

  private static func find(_ wanted: [UInt8], in bytes: [UInt8]) -> Int? {
    bytes.firstRange(of: wanted)?.lowerBound
  }

  private static func read(_ socket: Int32) -> [UInt8]? {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(socket, &piece, piece.count, 0)
    return count > 0 ? Array(piece[..<count]) : nil
  }

  private static func write(_ bytes: [UInt8], to socket: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}
