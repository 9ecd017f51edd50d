import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderStore

/// The file that is written after each commit.
@Suite struct WakeFileTests {
  private let place: TestDirectory
  private let boot = BootIdentity(uuid: UUID())
  private let store = UUID()

  init() throws { place = try TestDirectory("wake") }

  private func witnessed(of store: UUID? = nil, boot: BootIdentity? = nil) -> Generation? {
    WakeFile.witnessed(in: place.url, of: store ?? self.store, boot: boot ?? self.boot)
  }

  @Test func `it tells every reader of the newest generation`() throws {
    let file = try WakeFile(directory: place.url, boot: boot)
    file.touch(Generation(rawValue: 7))
    #expect(file.generation == Generation(rawValue: 7))
    #expect(try WakeFile(directory: place.url, access: .reading, boot: boot).generation == Generation(rawValue: 7))
  }

  @Test func `it is a witness of its store, in this run of the machine, once the store is known`() throws {
    let file = try WakeFile(directory: place.url, boot: boot)
    file.touch(Generation(rawValue: 7))
    #expect(witnessed() == nil)
    file.vouch(for: store, at: Generation(rawValue: 8))
    #expect(witnessed() == Generation(rawValue: 8))
    file.touch(Generation(rawValue: 9))
    #expect(witnessed() == Generation(rawValue: 9))
    #expect(witnessed(of: UUID()) == nil)
    #expect(witnessed(boot: BootIdentity(uuid: UUID())) == nil)
  }

  @Test func `a record that was written in part is no witness`() throws {
    let file = try WakeFile(directory: place.url, boot: boot)
    file.vouch(for: store, at: Generation(rawValue: 8))
    for size in [0, 1, WitnessRecord.size - 1] {
      try #require(truncate(file.url.path, off_t(size)) == 0)
      #expect(witnessed() == nil)
    }
    file.touch(Generation(rawValue: 9))
    #expect(witnessed() == Generation(rawValue: 9))
  }

  @Test func `vouching again for the same wakes nobody`() throws {
    let file = try WakeFile(directory: place.url, boot: boot)
    file.vouch(for: store, at: Generation(rawValue: 8))
    let waiter = try ChangeWaiter(wakeFile: file.url)
    file.vouch(for: store, at: Generation(rawValue: 8))
    #expect(!waiter.wait(milliseconds: 0))
    file.vouch(for: store, at: Generation(rawValue: 9))
    #expect(waiter.wait(milliseconds: 0))
  }

  @Test func `a reader makes no file`() throws {
    #expect(try WakeFile(directory: place.url, access: .reading, boot: boot).generation == .zero)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty)
  }

  @Test func `where it cannot be made it says so`() throws {
    let missing = place.appending("missing")
    let error = try #require(throws: StoreError.self) { try WakeFile(directory: missing, boot: boot) }
    #expect("\(error)".contains("wake"))
  }
}
