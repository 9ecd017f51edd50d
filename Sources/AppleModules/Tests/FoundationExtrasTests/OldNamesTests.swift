import FoundationExtras
import Synchronization
import TestSupport
import Testing
import UniformTypeIdentifiers

/// What code of old uses besides.
@Suite struct OldNamesTests {
  private final class Counter: NSObject, @unchecked Sendable {
    var count = 0
  }

  @Test func `one thread at a time has an object`() {
    let counter = Counter()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<1000 {
        objc_sync_enter(counter)
        objc_sync_enter(counter)
        counter.count += 1
        objc_sync_exit(counter)
        objc_sync_exit(counter)
      }
    }
    #expect(counter.count == 8000)
    #expect(objc_sync_exit(counter) == -1)
  }

  @Test func `a progress made during work is a child of the current one`() {
    let whole = Progress(totalUnitCount: 10)
    whole.performAsCurrent(withPendingUnitCount: 10) {
      Progress(totalUnitCount: 2).completedUnitCount = 1
    }
    #expect(whole.fractionCompleted == 0.5)
  }

  @Test func `the name of an extended attribute tells its flags`() {
    let name = xattr_name_with_flags("org.example.heart", XATTR_FLAG_SYNCABLE | XATTR_FLAG_NO_EXPORT)
    defer { free(name) }
    #expect(name.map { String(cString: $0) } == "org.example.heart#PS")
    #expect(name.map { xattr_flags_from_name($0) } == XATTR_FLAG_SYNCABLE | XATTR_FLAG_NO_EXPORT)
    let plain = xattr_name_without_flags("org.example.heart#PS")
    defer { free(plain) }
    #expect(plain.map { String(cString: $0) } == "org.example.heart")
  }

  @Test func `a type is found by the calls of old`() {
    let text = UTTypeCreatePreferredIdentifierForTag(kUTTagClassFilenameExtension, "txt" as CFString, nil)
    #expect(text?.takeRetainedValue() as String? == UTType.plainText.identifier)
    #expect(UTTypeConformsTo(kUTTypePlainText, kUTTypeData) && !UTTypeConformsTo(kUTTypeData, kUTTypePlainText))
    let tag = UTTypeCopyPreferredTagWithClass(kUTTypePlainText, kUTTagClassFilenameExtension)
    #expect(tag?.takeRetainedValue() as String? == "txt")
  }

  @Test func `names are sorted as a file manager shows them`() {
    let names = ["b10", "a", "b9"].sorted(using: KeyPathComparator(\.self, comparator: .localizedStandard))
    #expect(names == ["a", "b9", "b10"])
  }

  @Test func `a property of the defaults is told, now and when it has changed`() async throws {
    let name = "org.example.observed-\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: name))
    defer { defaults.removePersistentDomain(forName: name) }
    let told = Mutex<[Int]>([])
    let observation = defaults.observe(\.observedNumber, options: [.initial, .new]) { _, change in
      told.withLock { $0.append(change.newValue ?? -1) }
    }
    defaults.setValue(7, forKey: "observedNumber")
    #expect(defaults.value(forKey: "observedNumber") as? Int == 7)
    try await eventually { told.withLock { $0 } == [0, 7] }
    observation.invalidate()
  }
}

extension UserDefaults {
  fileprivate var observedNumber: Int { integer(forKey: "observedNumber") }
}
