import Foundation
import TestSupport
import Testing

@testable import FileProviderStore

/// Who has a store open. Two locks on one directory are to each other what two processes are: flock(2) locks belong to what was opened.
@Suite struct OpenLockTests {
  private let place: TestDirectory

  init() throws { place = try TestDirectory("open") }

  @Test func `the only one is the only one, also when it asks again`() throws {
    let lock = try OpenLock(directory: place.url)
    #expect(try lock.isOnly())
    #expect(try lock.isOnly())
  }

  @Test func `of two neither is the only one, and asking takes nobody's lock`() throws {
    let (lock, other) = (try OpenLock(directory: place.url), try OpenLock(directory: place.url))
    #expect(try !lock.isOnly())
    #expect(try !other.isOnly())
    #expect(try !lock.isOnly())
    other.unlock()
    #expect(try lock.isOnly())
  }

  @Test func `a lock ends with its owner`() throws {
    let lock = try OpenLock(directory: place.url)
    do { _ = try OpenLock(directory: place.url) }
    #expect(try lock.isOnly())
  }

  @Test func `one who only reads is not in the way of one who changes`() throws {
    let lock = try OpenLock(directory: place.url)
    let reader = OpenLock(reading: place.url)
    #expect(try lock.isOnly())
    reader.unlock()
  }

  @Test func `reading makes no file where none is`() throws {
    OpenLock(reading: place.url).unlock()
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty)
  }

  @Test func `a folder that is missing is named`() throws {
    let error = try #require(throws: StoreError.self) { try OpenLock(directory: place.appending("missing")) }
    #expect("\(error)".contains("open.lock"))
  }
}
