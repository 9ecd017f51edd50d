import CCurl
import Glibc
import LinuxSystem

/// The callbacks of libcurl during one request, and their results.
final class Transfer {
  private let request: Request
  private let cancellation: Cancellation?
  /// How fast contents may go, in the direction of this transfer; `nil` where there are none.
  private let limit: SpeedLimit?
  private let progress: ((_ received: Int64, _ sent: Int64) -> Void)?
  /// Takes the answer's body, if it is one of success.
  private let receive: ((Response, UnsafeRawBufferPointer) throws -> Void)?

  private(set) var response: Response?
  /// What `receive` threw.
  private(set) var failure: (any Error)?
  /// Whether everything was sent, so that the server may have done what it was asked.
  private(set) var hasSentAll = false
  private var position: Int64 = 0
  private var headerBytes = 0
  private var ignoredBytes = 0

  private static let mostHeaderBytes = 1 << 18
  /// How much of an unused body is read to keep the connection.
  private static let mostIgnoredBytes = 1 << 20

  init(
    _ request: Request, _ cancellation: Cancellation?, limit: SpeedLimit? = nil, progress: ((Int64, Int64) -> Void)?,
    receive: ((Response, UnsafeRawBufferPointer) throws -> Void)?
  ) {
    self.request = request
    self.cancellation = cancellation
    self.limit = limit
    self.progress = progress
    self.receive = receive
    if case .file = request.body { hasSentAll = false } else { hasSentAll = true }
  }

  /// Installs what libcurl calls. The transfer has to live until the request is done.
  func install(in handle: UnsafeMutableRawPointer) {
    var calls = fileprovider_curl_calls()
    calls.context = Unmanaged.passUnretained(self).toOpaque()
    calls.header = { Transfer.of($3).takeHeader($0, $1 * $2) }
    calls.write = { Transfer.of($3).takeBody($0, $1 * $2) }
    calls.read = { Transfer.of($3).giveBody($0, $1 * $2) }
    calls.seek = { Transfer.of($0).seek(Int64($1), $2) }
    calls.progress = { Transfer.of($0).note(received: Int64($2), sent: Int64($4)) }
    fileprovider_curl_set_calls(handle, &calls)
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> Transfer {
    // Given by `install`, so it is there.
    Unmanaged<Transfer>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
  }

  // MARK: What libcurl calls

  private func takeHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    headerBytes += count
    guard headerBytes <= Self.mostHeaderBytes else { return 0 }
    let line = String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
    if line.hasPrefix("HTTP/") {
      let words = line.split(separator: " ")
      response = words.count > 1 ? Int(words[1].prefix(3)).map { Response(status: $0) } : nil
    } else if let colon = line.firstIndex(of: ":") {
      let value = line[line.index(after: colon)...].trimmed
      response?.headers[line[..<colon].lowercased()] = value
    }
    return count
  }

  private func takeBody(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    guard let response, (200..<300).contains(response.status), let receive else {
      ignoredBytes += count
      return ignoredBytes <= Self.mostIgnoredBytes ? count : 0
    }
    do {
      try receive(response, UnsafeRawBufferPointer(start: bytes, count: count))
      try slowDown(after: count)
      return count
    } catch {
      failure = error
      // Another number than it was given ends the transfer.
      return count == 0 ? 1 : 0
    }
  }

  private func giveBody(_ bytes: UnsafeMutablePointer<CChar>?, _ room: Int) -> Int {
    guard case .file(let file, let offset, let length) = request.body else { return 0 }
    // An earlier response, such as a request for a password, does not answer what is sent now.
    if position == 0, response?.status ?? 0 >= 300 { response = nil }
    let wanted = min(room, limit?.piece ?? room, Int(clamping: length - position))
    let count = pread(file, bytes, wanted, off_t(offset + position))
    guard count >= 0, (try? slowDown(after: count)) != nil else { return Int(CURL_READFUNC_ABORT) }
    position += Int64(count)
    if position == length { hasSentAll = true }
    return count
  }

  /// Waits for as long as the limit asks. libcurl calls nothing meanwhile, so the cancellation is looked at here.
  private func slowDown(after count: Int) throws(WebDAVError) {
    guard let limit else { return }
    let end = limit.reserve(count)
    while true {
      try cancellation?.check()
      let now = MonotonicClock.now
      if now >= end { return }
      usleep(UInt32(min(end - now, 20_000_000) / 1000 + 1))
    }
  }

  /// When a connection is lost in the middle of an upload, libcurl would send it again on another one. The server may have kept the part that arrived, and
  /// that would look like somebody else's version. So the upload fails, and the next call finds out what there is. It is sent again where a response asks
  /// for that, for example with a password.
  private func seek(_ offset: Int64, _ origin: Int32) -> Int32 {
    guard origin == SEEK_SET, offset >= 0 else { return Int32(CURL_SEEKFUNC_FAIL) }
    if request.isChange, offset < position {
      guard response?.status ?? 0 >= 300 else { return Int32(CURL_SEEKFUNC_FAIL) }
      response = nil
    }
    position = offset
    return Int32(CURL_SEEKFUNC_OK)
  }

  private func note(received: Int64, sent: Int64) -> Int32 {
    progress?(received, sent)
    return cancellation?.isCancelled == true ? 1 : 0
  }
}

extension Substring {
  fileprivate var trimmed: String {
    let rest = drop { $0.isWhitespace }
    let end = rest.lastIndex { !$0.isWhitespace }.map { rest.index(after: $0) } ?? rest.startIndex
    return String(rest[..<end])
  }
}
