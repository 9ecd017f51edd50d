import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderStore

@Suite struct ContentCopierTests {
  /// Files whose stretches of data and holes lie anyhow, with sizes that are no multiple of a block, are copied byte by byte, and what was a
  /// hole takes no room.
  @Test func `a copy is the same and has the same holes`() throws {
    let seed = RandomSeed.choose()
    var random = SeededGenerator(seed: seed)
    let place = try Place()
    let copier = ContentCopier()
    for round in 0..<20 {
      let source = try place.file()
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let bytes = [UInt8](
          repeating: UInt8.random(in: 1...255, using: &random), count: .random(in: 1...300_000, using: &random))
        #expect(pwrite(source, bytes, bytes.count, .random(in: 0...40_000_000, using: &random)) == bytes.count)
      }
      if Bool.random(using: &random) { #expect(ftruncate(source, 50_000_001) == 0) }
      let target = try place.file()
      let size = try copier.copy(source, place.status(source), into: target)
      let (before, after) = (place.status(source), place.status(target))
      #expect(size == Int64(before.st_size) && after.st_size == before.st_size, "SEED=\(seed), round \(round)")
      // Each of six stretches may begin and end within a block, and a disk may need some for its map.
      #expect(after.st_blocks <= before.st_blocks + 12 * 8 + 64, "SEED=\(seed), round \(round)")
      let isSame = place.contents(source) == place.contents(target)
      #expect(isSame, "SEED=\(seed), round \(round)")
    }
  }

  /// A small file is copied at once, an empty one gives no contents, and a file that reports a size of zero and has bytes is read to its end.
  @Test(arguments: ["", "text"]) func `small files`(_ text: String) throws {
    let place = try Place()
    let source = try place.file()
    #expect(pwrite(source, text, text.utf8.count, 0) == text.utf8.count)
    let target = try place.file()
    #expect(try ContentCopier().copy(source, place.status(source), into: target) == text.utf8.count)
    #expect(place.contents(target) == Data(text.utf8))
    let unsized = open("/proc/self/status", O_RDONLY | O_CLOEXEC)
    defer { close(unsized) }
    let other = try place.file()
    #expect(try ContentCopier().copy(unsized, place.status(unsized), into: other) > 0)
    #expect(place.contents(other).starts(with: Data("Name:".utf8)))
  }

  /// The progress counts each copied byte once, and can end a copy in its middle.
  @Test func `progress and cancelling`() throws {
    let place = try Place()
    let source = try place.file()
    let bytes = [UInt8](repeating: 7, count: 1 << 20)
    for index in 0..<40 { #expect(pwrite(source, bytes, bytes.count, index << 20) == bytes.count) }
    let status = place.status(source)
    var reported: [Int64] = []
    try ContentCopier {
      reported.append($0); return true
    }.copy(source, status, into: try place.file())
    #expect(reported.reduce(0, +) == 40 << 20)
    // A disk that shares has copied everything at once.
    guard reported.count > 1 else { return }
    reported = []
    let failure = #expect(throws: StoreError.self) {
      try ContentCopier {
        reported.append($0); return false
      }.copy(source, status, into: try place.file())
    }
    #expect(failure?.code == .interrupted)
    #expect(reported.count == 1 && reported[0] < 40 << 20)
  }

  /// The errors of an unreadable source and of a target that cannot be written differ, and neither leaves a content file behind.
  @Test func `what fails`() throws {
    let place = try Place()
    let store = try ItemStore(directory: place.directory.appendingPathComponent("store"))
    let source = try place.file()
    #expect(pwrite(source, "text", 4, 0) == 4)
    let unreadable = open(place.path(of: source), O_WRONLY | O_CLOEXEC)
    defer { close(unreadable) }
    let status = place.status(source)
    let first = #expect(throws: StoreError.self) { try store.contents.copy(unreadable, status, by: ContentCopier()) }
    #expect(first?.code == .unreadable)
    var keys: [ContentKey] = []
    store.contents.forEach { keys.append($0) }
    #expect(keys.isEmpty)
    let unwritable = open(place.path(of: source), O_RDONLY | O_CLOEXEC)
    defer { close(unwritable) }
    let second = #expect(throws: StoreError.self) { try ContentCopier().copy(source, status, into: unwritable) }
    #expect(second?.code == .inputOutput)
  }
}

/// A folder with files in it, which are closed and removed with it.
private final class Place {
  private let temporary: TestDirectory
  var directory: URL { temporary.url }
  private var files: [Int32] = []

  init() throws { temporary = try TestDirectory("copier") }

  deinit { for file in files { close(file) } }

  func file() throws -> Int32 {
    let file = open(
      directory.appendingPathComponent("\(files.count)").path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw StoreError(errno: errno, "cannot make a file") }
    files.append(file)
    return file
  }

  func path(of file: Int32) -> String { directory.appendingPathComponent("\(files.firstIndex(of: file) ?? -1)").path }

  func status(_ file: Int32) -> stat {
    var status = stat()
    fstat(file, &status)
    return status
  }

  func contents(_ file: Int32) -> Data {
    (try? Data(contentsOf: URL(fileURLWithPath: path(of: file)))) ?? Data()
  }
}
