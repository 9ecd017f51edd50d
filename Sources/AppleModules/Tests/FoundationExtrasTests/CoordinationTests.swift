import Foundation
import FoundationExtras
import Testing

@Suite("Foundation's calls for files") struct CoordinationTests {
  let url = URL(fileURLWithPath: "/tmp/a")

  @Test func `run the block at once`() {
    let coordinator = NSFileCoordinator(filePresenter: nil)
    var error: NSError?
    var seen: [String] = []
    coordinator.coordinate(readingItemAt: url, options: .withoutChanges, error: &error) { seen.append($0.path) }
    coordinator.coordinate(writingItemAt: url, options: [.forReplacing], error: &error) { seen.append($0.path) }
    coordinator.coordinate(
      readingItemAt: url, options: [], writingItemAt: url, options: .forMoving, error: &error
    ) { seen += [$0.path, $1.path] }
    #expect(seen == ["/tmp/a", "/tmp/a", "/tmp/a", "/tmp/a"] && error == nil)
    coordinator.cancel()
    coordinator.coordinate(readingItemAt: url, options: [], error: &error) { _ in seen = [] }
    #expect(!seen.isEmpty && error?.code == CocoaError.Code.userCancelled.rawValue)
  }

  @Test func `run the block for intents on a queue`() async {
    let intent = NSFileAccessIntent.writingIntent(with: url, options: .forDeleting)
    let other = NSFileAccessIntent.readingIntent(with: url)
    let error: (any Error)? = await withCheckedContinuation { continuation in
      NSFileCoordinator().coordinate(with: [intent, other], queue: OperationQueue()) {
        continuation.resume(returning: $0)
      }
    }
    #expect(error == nil && intent.url == url)
  }

  @Test func `find a folder for a group of programs`() throws {
    let found = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "org.example.test-group")
    let folder = try #require(found)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(folder.lastPathComponent == "org.example.test-group")
    #expect(FileManager.default.isWritableFile(atPath: folder.path))
    for name in ["", "..", ".hidden", "a/b"] {
      #expect(FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: name) == nil)
    }
  }
}
