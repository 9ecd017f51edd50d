import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import Glibc
import TestSupport
import Testing

/// Of a large document comes what is read.
@Suite struct PartsTests {
  private static let block = 1 << 20

  @Test func `a range is asked for, aligned, and is here once its bytes are`() async throws {
    let stage = try await RangeStage()
    try await stage.load(10_000..<20_000)
    #expect(stage.provider.asked == [8192..<20_000])
    #expect(try stage.isHere(8192..<20_480) && !stage.isHere(8191..<8193) && !stage.isHere(20_480..<20_481))
    #expect(try stage.read(8192..<20_480) == RangeStage.bytes(1).dropFirst(8192).prefix(12_288))
    let item = try #require(try stage.item())
    #expect(item.flags.contains(.dataless) && item.size == RangeStage.size && item.content == nil)
    await stage.stop()
  }

  @Test func `what is here is not asked for again, also by the next process`() async throws {
    let stage = try await RangeStage()
    try await stage.load(0..<Self.block)
    try await stage.load(4096..<8192)
    try await stage.restart()
    try await stage.load(0..<Self.block)
    #expect(stage.provider.asked.count == 1)
    // Of a range of which the end is here only the beginning is asked for, and the other way round.
    try await stage.load(3 * Self.block..<4 * Self.block)
    try await stage.load(0..<3 * Self.block + 1)
    #expect(stage.provider.asked.last == Self.block..<3 * Self.block)
    await stage.stop()
  }

  @Test func `a document is whole when all its ranges are, in any order`() async throws {
    let stage = try await RangeStage()
    for start in stride(from: 0, to: RangeStage.size, by: Self.block).reversed() {
      try await stage.load(start..<min(start + Self.block, RangeStage.size))
    }
    let item = try #require(try stage.item())
    #expect(!item.flags.contains(.dataless) && item.content != nil)
    #expect(try stage.parts() == nil)
    #expect(try stage.read(0..<RangeStage.size) == RangeStage.bytes(1))
    #expect(stage.provider.base.fetches == 0)
    #expect(try stage.contentFiles() == 1)
    await stage.stop()
  }

  @Test func `of a manager's range no more comes, and of one that is none everything`() async throws {
    let stage = try await RangeStage()
    let large = NSFileProviderItemIdentifier("large")
    stage.replica.perform(.download(large, NSRange(location: 10_000, length: 10_000))) { _ in }
    #expect(try await eventually { try stage.isHere(8192..<20_000) })
    #expect(stage.provider.asked == [8192..<20_000])
    #expect(try stage.item()?.flags.contains(.dataless) == true)
    stage.replica.perform(.download(large, NSRange(location: RangeStage.size - 10, length: .max))) { _ in }
    #expect(try await eventually { try stage.isHere(RangeStage.size - 10..<RangeStage.size) })
    #expect(try stage.item()?.flags.contains(.dataless) == true)
    stage.replica.perform(.download(large, NSRange(location: .max, length: .max))) { _ in }
    #expect(try await eventually { try stage.item()?.flags.contains(.dataless) == false })
    await stage.stop()
  }

  @Test func `who wants all of it gets the rest`() async throws {
    let stage = try await RangeStage()
    try await stage.load(0..<Self.block)
    try await stage.replica.load(.contents(stage.document))
    #expect(try stage.read(0..<RangeStage.size) == RangeStage.bytes(1))
    #expect(stage.provider.asked.last == Self.block..<RangeStage.size && stage.provider.base.fetches == 0)
    await stage.stop()
  }

  @Test func `a document is whole also if its process was killed when it had noted the last part`() async throws {
    let stage = try await RangeStage()
    try await stage.load(0..<Self.block)
    let parts = try #require(try stage.parts())
    let rest = RangeStage.bytes(1).dropFirst(Self.block)
    let file = try FileHandle(forUpdating: stage.store.contents.url(of: parts.content))
    try file.seek(toOffset: UInt64(Self.block))
    try file.write(contentsOf: rest)
    try file.close()
    try stage.store.change(author: "test") { (transaction) throws(StoreError) in
      _ = try transaction.takeRange(Int64(Self.block)..<Int64(RangeStage.size), of: parts)
    }
    try await stage.restart()
    try await stage.replica.load(.contents(stage.document))
    let item = try #require(try stage.item())
    #expect(!item.flags.contains(.dataless) && item.content != nil)
    #expect(try stage.parts() == nil)
    #expect(try stage.read(0..<RangeStage.size) == RangeStage.bytes(1))
    #expect(stage.provider.asked.count == 1 && stage.provider.base.fetches == 0)
    await stage.stop()
  }

  @Test func `another version drops the parts, unless somebody has them open`() async throws {
    let stage = try await RangeStage()
    try await stage.load(0..<Self.block)
    let parts = try #require(try stage.parts())
    let file = open(stage.store.contents.url(of: parts.content).path, O_RDONLY)
    stage.provider.base.tree.change("large") { $0.contents = RangeStage.bytes(2) }
    try await stage.replica.synchronize()
    #expect(try stage.parts() == parts)
    #expect(await stage.failure(2 * Self.block..<3 * Self.block) == ESTALE)
    #expect(try stage.parts() == parts)
    close(file)
    #expect(try await eventually { try stage.parts() == nil })
    try await stage.load(0..<Self.block)
    #expect(try stage.read(0..<Self.block) == RangeStage.bytes(2).prefix(Self.block))
    await stage.stop()
  }

  @Test func `a version that came unannounced is found when a part is asked for`() async throws {
    let stage = try await RangeStage()
    try await stage.load(0..<4096)
    stage.provider.base.tree.change("large") { $0.contents = RangeStage.bytes(3, RangeStage.size - 100_000) }
    try await stage.load(Self.block..<2 * Self.block)
    #expect(try stage.item()?.size == Int64(RangeStage.size - 100_000))
    #expect(try stage.read(Self.block..<2 * Self.block) == RangeStage.bytes(3).dropFirst(Self.block).prefix(Self.block))
    #expect(try !stage.isHere(0..<1))
    await stage.stop()
  }

  @Test func `dropping contents drops parts, too`() async throws {
    let stage = try await RangeStage()
    try await stage.load(0..<Self.block)
    #expect(try stage.store.evict(stage.document) >= Int64(Self.block))
    #expect(try stage.parts() == nil)
    #expect(try stage.contentFiles() == 0)
    try await stage.load(0..<4096)
    #expect(try stage.read(0..<4096) == RangeStage.bytes(1).prefix(4096))
    await stage.stop()
  }

  @Test(arguments: [RangeProvider.Behaviour.whole, .few(100_000)])
  func `more than was asked for is kept, and the rest of less is asked for`(behaviour: RangeProvider.Behaviour)
    async throws
  {
    let stage = try await RangeStage()
    stage.provider.behave(behaviour)
    try await stage.load(5000..<Self.block)
    #expect(try stage.read(5000..<Self.block) == RangeStage.bytes(1).prefix(Self.block).dropFirst(5000))
    #expect(try stage.item()?.flags.contains(.dataless) == (behaviour != .whole))
    await stage.stop()
  }

  @Test(arguments: [
    (RangeProvider.Behaviour.nothing, EIO), (.elsewhere, EIO), (.shortFile, EIO), (.noRange, EIO), (.few(0), EIO),
    (.few(1), EIO), (.otherVersion, ESTALE), (.versionIsGone, ESTALE), (.never, EIO),
  ])
  func `what cannot be used is an error in bounded time, and leaves nothing`(
    behaviour: RangeProvider.Behaviour, number: Int32
  ) async throws {
    let stage = try await RangeStage(limits: .impatient)
    stage.provider.behave(behaviour)
    #expect(await stage.failure(0..<Self.block) == number)
    #expect(stage.provider.asked.count <= 64)
    #expect(try !stage.isHere(0..<Self.block))
    #expect(try behaviour == .few(1) || stage.contentFiles() == 0)
    // What an error latched is free again with a signal.
    stage.provider.behave(.exact)
    stage.replica.signal()
    try await stage.load(0..<Self.block)
    #expect(try stage.read(0..<Self.block) == RangeStage.bytes(1).prefix(Self.block))
    await stage.stop()
  }

  @Test func `who wants all of it does not ask for ever for what does not come`() async throws {
    let stage = try await RangeStage(limits: .impatient)
    stage.provider.behave(.few(1))
    try await stage.load(0..<1)
    await #expect(throws: (any Error).self) { try await stage.replica.load(.contents(stage.document)) }
    #expect(stage.provider.asked.count <= 64)
    #expect(try stage.item()?.flags.contains(.dataless) == true)
    await stage.stop()
  }

  @Test func `a document that is larger than was announced comes whole, and not up to that size`() async throws {
    let stage = try await RangeStage(announced: RangeStage.size - 100_000)
    // The same version; only its size was wrong.
    stage.provider.base.tree.change("large") { $0.announcedSize = nil }
    try await stage.load(0..<4096)
    #expect(try stage.item()?.size == Int64(RangeStage.size))
    try await stage.replica.load(.contents(stage.document))
    #expect(try stage.read(0..<RangeStage.size) == RangeStage.bytes(1))
    await stage.stop()
  }

  @Test func `who wants all of it gets another version that came unannounced`() async throws {
    let stage = try await RangeStage()
    try await stage.load(0..<4096)
    stage.provider.base.tree.change("large") { $0.contents = RangeStage.bytes(2) }
    try await stage.replica.load(.contents(stage.document))
    #expect(try stage.read(0..<RangeStage.size) == RangeStage.bytes(2))
    await stage.stop()
  }

  @Test func `a fetch that nobody wants any more is cancelled, and the next one begins anew`() async throws {
    let stage = try await RangeStage()
    stage.provider.behave(.never)
    let subject = SourceSubject.range(stage.document, 0..<4096)
    let first = stage.replica.begin(subject) { _ in }
    let second = stage.replica.begin(subject) { _ in }
    #expect(try await eventually { stage.provider.asked.count == 1 })
    let download = Download(document: stage.document, completed: 0, total: 4096)
    #expect(try await eventually { stage.replica.runningDownloads == [download] })
    stage.replica.withdraw(first)
    #expect(stage.provider.cancelled == 0)
    stage.replica.withdraw(second)
    #expect(try await eventually { stage.provider.cancelled == 1 })
    stage.provider.behave(.exact)
    try await stage.load(0..<4096)
    #expect(try await eventually { stage.replica.runningDownloads.isEmpty })
    await stage.stop()
  }

  @Test func `parts whose file is gone are fetched again`() async throws {
    let stage = try await RangeStage()
    try await stage.load(0..<Self.block)
    let parts = try #require(try stage.parts())
    // As a process leaves it that is killed when all parts were here.
    _ = try stage.store.contents.renumber(parts.content)
    try await stage.load(0..<Self.block)
    #expect(try stage.read(0..<Self.block) == RangeStage.bytes(1).prefix(Self.block))
    await stage.stop()
  }
}
