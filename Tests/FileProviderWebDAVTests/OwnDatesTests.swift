import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// The dates of what was written here, as the documents move and go.
@Suite struct OwnDatesTests {
  private let directory: TestDirectory
  private let dates: OwnDates
  private let date = Date(timeIntervalSince1970: 1_000_000_000)

  init() throws {
    directory = try TestDirectory("dates")
    dates = OwnDates(in: directory.url)
  }

  private func entry(_ path: String, isFolder: Bool = false) -> RemoteEntry {
    var entry = RemoteEntry(RemotePath(bytes: Array(path.utf8), isFolder: isFolder))
    entry.tag = EntityTag("\"1\"")
    return entry
  }

  /// What the next process knows, too.
  private func date(of path: String) -> Date? {
    let known = dates.date(of: entry(path))
    #expect(OwnDates(in: directory.url).date(of: entry(path)) == known)
    return known
  }

  @Test func `the dates of what is in a folder move with it`() {
    for path in ["folder/a b", "folder/inner/c", "folder 2"] { dates.set(date, of: entry(path)) }
    dates.move(entry("folder", isFolder: true).path, to: entry("new", isFolder: true))
    #expect(["new/a b", "new/inner/c", "folder 2"].allSatisfy { date(of: $0) == date })
    #expect(["folder/a b", "folder/inner/c"].allSatisfy { date(of: $0) == nil })
  }

  @Test func `what is gone has no date`() {
    for path in ["a", "folder/b", "c"] { dates.set(date, of: entry(path)) }
    dates.remove(entry("a").path)
    dates.remove(entry("folder", isFolder: true).path)
    #expect(date(of: "a") == nil && date(of: "folder/b") == nil && date(of: "c") == date)
  }
}
