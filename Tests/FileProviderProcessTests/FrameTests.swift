import FileProviderStore
import Foundation
import TestSupport
import Testing

@testable import FileProviderProcess

/// What goes over a connection, and what is made of what comes.
@Suite struct FrameTests {
  private func frames(_ bytes: [UInt8], inStepsOf step: Int) throws -> [Frame] {
    var reader = FrameReader()
    var frames: [Frame] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      reader.append(rest.prefix(step))
      rest = rest.dropFirst(step)
      while let frame = try reader.next() { frames.append(frame) }
    }
    #expect(!reader.isAmidFrame)
    return frames
  }

  @Test(arguments: [1, 2, 7, 4096]) func `frames arrive whole, in whatever pieces they come`(step: Int) throws {
    let sent = [
      Hello().frame, Frame(.list, 1, [1, 2, 3]), Frame(.done, .max), Frame(Frame.Kind(rawValue: .max), 0, [0]),
      Frame(.download, 2, [UInt8](repeating: 7, count: Frame.longestPayload)),
    ]
    #expect(try frames(sent.flatMap(\.bytes), inStepsOf: step) == sent)
  }

  @Test func `the bytes are what they are documented to be, whatever the machine`() {
    #expect(Frame(.withdraw, 0x0102, [9]).bytes == [11, 0, 0, 0, 18, 0, 2, 1, 0, 0, 0, 0, 0, 0, 9])
  }

  @Test func `who asks stands behind what is asked, where an older program does not look`() throws {
    let subject = SourceSubject.contents(ItemID(rawValue: 7))
    let (old, new) = (subject.frame(1), subject.frame(1, for: SourceAsker(executable: "/bin/a")))
    #expect(new.payload == old.payload + [6, 0, 0, 0] + Array("/bin/a".utf8))
    #expect(try SourceSubject(new) == subject)
    #expect(try SourceAsker(new).executable == "/bin/a")
    #expect(try SourceAsker(old) == .unknown)
    #expect(throws: ProtocolError.self) { try SourceAsker(Frame(.download, 1, old.payload + [9, 0, 0, 0, 1])) }
  }

  @Test(arguments: [0, 9, 65_547, 0x7fff_ffff, .max] as [UInt32])
  func `lengths that no frame has are refused at once, before anything is kept for them`(length: UInt32) {
    var reader = FrameReader()
    reader.append(withUnsafeBytes(of: length.littleEndian, Array.init))
    #expect(throws: ProtocolError.self) { try reader.next() }
  }

  @Test func `whatever comes, it is read, refused or waited for; nothing traps`() {
    var generator = SeededGenerator(seed: RandomSeed.choose())
    for _ in 0..<20_000 {
      var bytes = (0..<Int.random(in: 0...80, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      // Most random lengths are refused; these reach the payload.
      if Bool.random(using: &generator), bytes.count >= 14 {
        bytes.replaceSubrange(0..<4, with: [UInt8(bytes.count - 4), 0, 0, 0])
        bytes.replaceSubrange(4..<6, with: [UInt8.random(in: 0...24, using: &generator), 0])
      }
      var reader = FrameReader()
      reader.append(bytes)
      while let frame = try? reader.next() {
        _ = try? Hello(frame)
        _ = try? Answer(frame)
        _ = try? SourceSubject(frame)
        _ = try? SourceAsker(frame)
        _ = try? ProcessStatus(frame.payload)
        _ = try? SynchronizationOutcome(frame.payload)
      }
    }
  }

  @Test func `two sides speak the newest version that both know, and none if there is none`() throws {
    #expect(try Hello(versions: 1...3).version(with: Hello(versions: 2...5)) == 3)
    #expect(throws: ProtocolError.self) { try Hello(versions: 1...3).version(with: Hello(versions: 4...5)) }
    #expect(try Hello(Hello(versions: 2...9, capabilities: 5).frame) == Hello(versions: 2...9, capabilities: 5))
    #expect(throws: ProtocolError.self) { try Hello(Frame(.list, 0)) }
    #expect(throws: ProtocolError.self) { try Hello(Frame(.hello, 0, [1, 2, 3])) }
    // A later version says more.
    #expect(try Hello(Frame(.hello, 0, Hello().frame.payload + [1, 2])) == Hello())
  }

  /// The store's own become the contract's.
  @Test func `an error keeps what it is recognised by, and its words as far as they fit`() throws {
    let long = String(repeating: "ä", count: 10_000)
    let error = NSError(domain: NSCocoaErrorDomain, code: -7, userInfo: [NSLocalizedDescriptionKey: long])
    guard case .failed(let came) = try Answer(SentError(error).frame(1)) else { throw ProtocolError("no error") }
    #expect(came.error.domain == NSCocoaErrorDomain)
    #expect(came.error.code == -7)
    #expect(came.description.utf8.count == 4096)
    #expect(SentError(StoreError(.noSuchItem, "gone")).code == -1005)
  }

  @Test func `a report of what could not be synchronized fits into a message, however long it is`() throws {
    let failure = SynchronizationOutcome.Failure(
      container: String(repeating: "x", count: 9000),
      error: SentError(
        NSError(domain: "D", code: 1, userInfo: [NSLocalizedDescriptionKey: String(repeating: "y", count: 9000)])))
    let outcome = SynchronizationOutcome(Array(repeating: failure, count: 100))
    #expect(outcome.payload.count <= Frame.longestPayload)
    let came = try SynchronizationOutcome(outcome.payload)
    #expect(came.count == 100)
    #expect(came.failures.allSatisfy { $0.error.code == 1 })
  }
}
