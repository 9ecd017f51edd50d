import FileProvider
import Testing
import UniformTypeIdentifiers

// The expressions are taken from published providers; that they compile is half of what is tested.
@Suite("A provider written for Apple's platforms") struct ExistingProviderTests {
  let document: NSFileProviderItem = ExampleItem(identifier: NSFileProviderItemIdentifier("1"), name: "a.txt")
  let folder: NSFileProviderItem = ExampleItem(identifier: .rootContainer, name: "root")

  // A property that the class declares non-optional reads as an optional through the protocol.
  @Test func `reads a plain property as an optional`() throws {
    #expect(document.contentType! == .plainText)
    guard let contentType = folder.contentType else {
      Issue.record("no content type")
      return
    }
    #expect(contentType.conforms(to: .folder))
    #expect(document.contentType?.conforms(to: .text) == true)
    #expect(document.itemVersion?.metadataVersion == Data("1".utf8))
    #expect((document.isUploaded ?? false) == true)
    #expect(document.capabilities?.contains(.allowsWriting) ?? false)
  }

  // A property that the class declares optional reads as an optional of an optional.
  @Test func `reads an optional property as a double optional`() {
    #expect(document.documentSize??.intValue == 42)
    #expect(folder.documentSize??.intValue == nil)
    #expect(document.documentSize?.flatMap { Int64(truncating: $0) } == 42)
    #expect((document.creationDate ?? Date())! == Date(timeIntervalSince1970: 1_000))
    if let size = document.documentSize, let size {
      #expect(size == 42)
    } else {
      Issue.record("no size")
    }
    #expect((document.contentModificationDate ?? nil) == Date(timeIntervalSince1970: 2_000))
    #expect(document.userInfo??["shared"] as? Bool == true)
  }

  // Inside its own class, or through the class, a property has its declared type.
  @Test func `reads a property of a concrete class as declared`() {
    let item = ExampleItem(identifier: .rootContainer, name: "root")
    let type: UTType = item.contentType
    let size: NSNumber? = item.documentSize
    #expect(type == .folder)
    #expect(size == nil)
    #expect(item.creationDate?.timeIntervalSince1970 == 1_000)
  }

  // Generic code reads through the protocol too.
  @Test func `reads a property generically as an optional`() {
    func type(of item: some NSFileProviderItemProtocol) -> UTType? { item.contentType }
    #expect(type(of: ExampleItem(identifier: .rootContainer, name: "root")) == .folder)
    #expect(type(of: BareItem()) == nil)
  }

  // The page size is optional for the enumerator, whether or not the observer has one.
  @Test func `asks the observer for its page size`() {
    let enumerator: NSFileProviderEnumerator = ExampleEnumerator(enumeratedItemIdentifier: .rootContainer)
    let first = NSFileProviderPage.initialPageSortedByName as NSFileProviderPage
    let silent = RecordingObserver()
    enumerator.enumerateItems(for: silent, startingAt: first)
    #expect(silent.items.count == 50)
    let frugal = FrugalObserver()
    enumerator.enumerateItems(for: frugal, startingAt: first)
    #expect(frugal.items.map(\.filename) == ["file 0", "file 1", "file 2"])
    #expect(frugal.nextPage == NSFileProviderPage(Data("3".utf8)))
    enumerator.enumerateItems(for: frugal, startingAt: frugal.nextPage!)
    #expect(frugal.items.count == 6)
    #expect(frugal.nextPage == nil)
  }

  // All calls of the protocol through its existential, as the system makes them.
  @Test func `answers the system`() throws {
    let domain = NSFileProviderDomain(identifier: NSFileProviderDomainIdentifier("d"), displayName: "D")
    let type: any NSFileProviderReplicatedExtension.Type = ExampleProvider.self
    let provider = type.init(domain: domain)
    let request = NSFileProviderRequest()
    let found = Box<NSFileProviderItem>()
    _ = provider.item(for: .rootContainer, request: request) { item, _ in found.value = item }
    #expect(found.value?.filename == "example")

    let error = Box<any Error>()
    _ = provider.item(for: NSFileProviderItemIdentifier("missing"), request: request) { error.value = $1 }
    #expect((error.value as? NSFileProviderError)?.code == .noSuchItem)

    let progress = provider.createItem(
      basedOn: document, fields: [.filename, .contents], contents: nil, options: .mayAlreadyExist, request: request
    ) { error.value = $3 }
    #expect(progress.isFinished)
    #expect((error.value as? NSFileProviderError)?.code == .filenameCollision)

    #expect(throws: CocoaError(.featureUnsupported)) {
      _ = try provider.enumerator(for: .trashContainer, request: request)
    }
    provider.invalidate()
  }

  // `Progress()` does not exist in Foundation on this platform.
  @Test func `makes a progress without arguments`() {
    let progress = Progress()
    #expect(progress.totalUnitCount == 0)
    progress.totalUnitCount = 2
    progress.completedUnitCount = 1
    #expect(progress.fractionCompleted == 0.5)
  }

  // `import FileProvider` brings the class of upload and download tasks with it.
  @Test func `finds URL session tasks`() {
    let task: URLSessionTask? = nil
    #expect(task == nil)
  }
}
