import FoundationExtras
import TestSupport
import Testing

/// Bytes and lines as they come, which Foundation on Linux lacks.
@Suite struct AsyncBytesTests {
  private func lines(of bytes: [UInt8]) async throws -> [String] {
    var lines: [String] = []
    let stream = AsyncStream<UInt8> { feed in
      for byte in bytes { feed.yield(byte) }
      feed.finish()
    }
    for try await line in stream.lines { lines.append(line) }
    return lines
  }

  @Test func `lines end as Unicode has them end, and empty ones are left out`() async throws {
    #expect(
      try await lines(of: Array("a\nb\r\nc\rd\u{0B}e\u{0C}f\u{85}g\u{2028}h\u{2029}i".utf8))
        == Array("abcdefghi").map(String.init))
    #expect(try await lines(of: Array("\n\nä\n\n\r\n end".utf8)) == ["ä", " end"])
    #expect(try await lines(of: []) == [])
    #expect(try await lines(of: [0x61, 0xFF, 0x0A, 0xE2, 0x80]) == ["a\u{FFFD}", "\u{FFFD}"])
  }

  @Test func `an open file is read from where it is`() async throws {
    let folder = try Sandbox()
    try folder.write("first\nsecond\n", to: "file")
    let file = try FileHandle(forReadingFrom: folder.url("file"))
    try file.seek(toOffset: 6)
    var lines: [String] = []
    for try await line in file.bytes.lines { lines.append(line) }
    #expect(lines == ["second"])
    let rest = try await file.bytes.first { _ in true }
    #expect(rest == nil)
    try file.close()
    await #expect(throws: (any Error).self) { try await file.bytes.first { _ in true } }
  }

  @Test func `a line of a pipe comes before the next one is written`() async throws {
    let pipe = Pipe()
    var lines = pipe.fileHandleForReading.bytes.lines.makeAsyncIterator()
    for line in ["first", "second"] {
      try pipe.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
      #expect(try await lines.next() == line)
    }
    try pipe.fileHandleForWriting.close()
    #expect(try await lines.next() == nil)
  }

  @Test func `the null device has no bytes`() async throws {
    let byte = try await FileHandle.nullDevice.bytes.first { _ in true }
    #expect(byte == nil)
  }

  @Test func `a file's bytes and lines are read, and a missing file is an error`() async throws {
    let folder = try Sandbox()
    let file = folder.url("file")
    let text = String(repeating: "0123456789\n", count: 10_000)
    try Data(text.utf8).write(to: file)
    var bytes: [UInt8] = []
    let all: URL.AsyncBytes = file.resourceBytes
    #expect(URL.AsyncBytes.Element.self == UInt8.self)
    for try await byte in all { bytes.append(byte) }
    #expect(bytes == Array(text.utf8))
    var count = 0
    for try await line in file.lines where line == "0123456789" { count += 1 }
    #expect(count == 10_000)
    await #expect(throws: (any Error).self) {
      for try await _ in folder.url("none").lines {}
    }
  }

  @Test func `a server's answer comes byte by byte, with its response first`() async throws {
    let server = try OneAnswerServer("first\nsecond\n")
    let (bytes, response) = try await URLSession.shared.bytes(from: server.url)
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
    let sent: URLSession.AsyncBytes = bytes
    var iterator: AsyncLineSequence<URLSession.AsyncBytes>.AsyncIterator = sent.lines.makeAsyncIterator()
    #expect(try await iterator.next() == "first")
    #expect(try await iterator.next() == "second")
    #expect(try await iterator.next() == nil)
    #expect(sent.task.originalRequest?.url == server.url)
    var lines: [String] = []
    for try await line in server.url.lines { lines.append(line) }
    #expect(lines == ["first", "second"])
  }

  @Test func `a server that is not there is an error at once`() async throws {
    let url = try OneAnswerServer("").closed()
    await #expect(throws: URLError.self) { _ = try await URLSession.shared.bytes(for: URLRequest(url: url)) }
  }

  @Test func `an answer that ends too early is an error after what came`() async throws {
    let server = try OneAnswerServer("part", announced: 100)
    let (bytes, _) = try await URLSession.shared.bytes(from: server.url)
    var came: [UInt8] = []
    await #expect(throws: (any Error).self) { for try await byte in bytes { came.append(byte) } }
    #expect(came == Array("part".utf8))
  }
}
