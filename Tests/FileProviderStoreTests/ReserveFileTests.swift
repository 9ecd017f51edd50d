import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderStore

/// The file that holds room for emptying a full disk that copies on write.
@Suite struct ReserveFileTests {
  /// The room is really taken, and given up as a whole; there is nothing to give up twice.
  @Test func `the room is held and given up`() throws {
    let place = try TestDirectory("reserve")
    let file = ReserveFile(directory: place.url)
    #expect(file.size == ReserveFile.wholeSize && !file.isIncomplete)
    #expect(try occupied(place) >= ReserveFile.wholeSize)
    #expect(file.giveUp())
    #expect(try file.size == 0 && occupied(place) == 0 && file.isIncomplete)
    #expect(!file.giveUp())
    file.replenish()
    #expect(file.size == ReserveFile.wholeSize && !file.isIncomplete)
  }

  /// What another process has given up is missing here as well.
  @Test func `another process's use is noticed`() throws {
    let place = try TestDirectory("reserve")
    let (file, others) = (ReserveFile(directory: place.url), ReserveFile(directory: place.url))
    #expect(others.giveUp())
    #expect(file.isIncomplete)
    others.replenish()
    // Who has noticed looks again when the room is taken back.
    file.replenish()
    #expect(!file.isIncomplete)
  }

  /// A full disk is not asked again for the room with each change, but after a while.
  @Test func `it is tried again after a while`() throws {
    let place = try TestDirectory("reserve")
    let file = ReserveFile(directory: place.url)
    let start = ContinuousClock.now
    #expect(file.giveUp())
    file.replenishIfShort()
    let size = file.size
    // The clock itself is meant: within the pause nothing is tried.
    if ContinuousClock.now - start < .milliseconds(900) { #expect(size == 0) }
    #expect(
      eventually {
        file.replenishIfShort()
        return file.size == ReserveFile.wholeSize
      })
  }

  /// Of a disk with too little room it takes what there is, and what it has is no hole.
  @Test(.enabled(if: Machine.isRoot, "only root can mount a small disk"))
  func `a part of the room is taken for a part`() throws {
    let place = try TestDirectory("reserve")
    let disk = try SmallDisk(at: place.path, megabytes: 6)
    try disk.fill(butFor: 1 << 20)
    let file = ReserveFile(directory: place.url)
    #expect(file.isIncomplete)
    #expect(file.size >= 512 << 10 && file.size < ReserveFile.wholeSize)
    #expect(try occupied(place) >= file.size)
    try disk.empty()
    file.replenish()
    #expect(file.size == ReserveFile.wholeSize && !file.isIncomplete)
  }

  /// The room that the file has on the disk, in bytes.
  private func occupied(_ place: TestDirectory) throws -> Int64 {
    var status = stat()
    try #require(stat(ReserveFile.path(in: place.url), &status) == 0)
    return Int64(status.st_blocks) * 512
  }
}
