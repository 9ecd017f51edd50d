public import FileProviderInterface

/// Checks any enumerator against the laws of the contract.
///
/// Give it a factory, since a fresh enumerator has to go on where another stopped; and, for the laws about change,
/// something that changes the container a little each time it is called.
public struct EnumeratorConformance {
  /// The container.
  public let container: NSFileProviderItemIdentifier
  /// Makes an enumerator of the container.
  public let make: () throws -> any NSFileProviderEnumerator
  /// Changes the container, or something beside it, a little.
  public let change: (() throws -> Void)?
  /// Whether the container is a document: then it has no items, and its changes are those of itself.
  public var isDocument = false
  /// How long an answer may take.
  public var timeout = Duration.seconds(10)

  var report = ConformanceReport()

  static let pageSizes = [1, 2, 3, 7, 1000]
  /// More pages, or batches, than this are taken for a loop.
  public var mostPages = 10_000

  /// Describes a check.
  public init(
    container: NSFileProviderItemIdentifier, change: (() throws -> Void)? = nil,
    make: @escaping () throws -> any NSFileProviderEnumerator
  ) {
    self.container = container
    self.make = make
    self.change = change
  }

  /// The enumerators of a provider.
  public init(
    container: NSFileProviderItemIdentifier, of provider: any NSFileProviderEnumerating,
    change: (() throws -> Void)? = nil
  ) {
    self.init(container: container, change: change) {
      try provider.enumerator(for: container, request: NSFileProviderRequest())
    }
  }

  /// Checks everything.
  public func check() async throws -> ConformanceReport {
    var copy = self
    try await copy.checkPages()
    try await copy.checkStrangePages()
    try await copy.checkChanges()
    try await copy.checkStrangeAnchors()
    try copy.checkInvalidation()
    return copy.report
  }

  // MARK: Pages

  private mutating func checkPages() async throws {
    var first: [String]?
    for size in Self.pageSizes {
      guard let items = try await list(pageSize: size) else { continue }
      let identifiers = items.map(\.identifier)
      report.note(
        .pagesAreComplete,
        Set(identifiers).count == identifiers.count ? nil : "an item comes twice in pages of \(size)")
      if let first, first.sorted() != identifiers.sorted() {
        report.note(.pagesAreComplete, "pages of \(size) show \(identifiers.count) items, pages of 1 \(first.count)")
      }
      first = first ?? identifiers
      for item in items { report.note(.itemsBelong, misplaced(item)) }
    }
  }

  private func misplaced(_ item: ListedItem) -> String? {
    if isDocument { return "a document has the child “\(item.identifier)”" }
    if container == .workingSet {
      return item.parent == NSFileProviderItemIdentifier.workingSet.rawValue
        ? "“\(item.identifier)” claims to be in the working set" : nil
    }
    return item.parent == container.rawValue ? nil : "“\(item.identifier)” is in “\(item.parent)”"
  }

  /// Lists the container, each page with a fresh enumerator.
  mutating func list(
    pageSize: Int, between: () throws -> Void = {}
  ) async throws -> [ListedItem]? {
    var items: [ListedItem] = []
    var page = NSFileProviderPage.initialPageSortedByName as NSFileProviderPage
    for _ in 0..<mostPages {
      let observer = RecordingEnumerationObserver(suggestedPageSize: pageSize)
      let enumerator = try make()
      enumerator.enumerateItems(for: observer, startingAt: page)
      let isAnswered = try await wait { observer.end != nil }
      enumerator.invalidate()
      report.note(.answers, isAnswered ? nil : "a page was not answered")
      report.note(
        .pagesEnd, observer.endCount <= 1 && observer.lateItems == 0 ? nil : "a page ended \(observer.endCount) times")
      report.note(
        .pagesAreComplete, observer.items.count <= pageSize * 100 ? nil : "more than 100 times the items suggested")
      items += observer.items.map { ListedItem($0) }
      switch observer.end {
      case .page(nil): return items
      case .page(let next?):
        report.note(.tokensAreShort, next.rawValue.count <= 500 ? nil : "a page has \(next.rawValue.count) bytes")
        page = next
      case .error(let error):
        noteError(error, "listing")
        return nil
      case nil: return nil
      }
      try between()
    }
    report.note(.pagesEnd, "a listing has more than \(mostPages) pages")
    return nil
  }

  private mutating func checkStrangePages() async throws {
    for data in try await strangeTokens(like: aPage()) {
      let observer = RecordingEnumerationObserver()
      let enumerator = try make()
      enumerator.enumerateItems(for: observer, startingAt: NSFileProviderPage(data))
      _ = try await wait { observer.end != nil }
      enumerator.invalidate()
      guard case .error(let error) = observer.end else {
        report.note(.strangeTokens, "a page of \(data.count) strange bytes was listed")
        continue
      }
      report.note(.strangeTokens, isExpired(error) ? nil : "a strange page was answered with \(error)")
    }
  }

  /// A page token of the container, if a listing has more than one page.
  private func aPage() async throws -> Data? {
    let observer = RecordingEnumerationObserver(suggestedPageSize: 1)
    let enumerator = try make()
    defer { enumerator.invalidate() }
    enumerator.enumerateItems(
      for: observer, startingAt: NSFileProviderPage.initialPageSortedByName as NSFileProviderPage)
    _ = try await wait { observer.end != nil }
    guard case .page(let next?) = observer.end else { return nil }
    return next.rawValue
  }

  private mutating func checkInvalidation() throws {
    let enumerator = try make()
    enumerator.invalidate()
    enumerator.invalidate()
    report.note(.invalidation, nil)
  }

  // MARK: For all

  /// Made-up tokens, and a real one that is damaged.
  func strangeTokens(like real: Data?) -> [Data] {
    var tokens = [
      Data(), Data([0]), Data("foreign".utf8), Data(repeating: 0xff, count: 500), Data(repeating: 7, count: 60),
    ]
    guard let real, !real.isEmpty else { return tokens }
    tokens.append(real.dropLast())
    tokens.append(real + Data([0]))
    for index in Set([0, real.count / 2, real.count - 1]) {
      var flawed = real
      flawed[flawed.startIndex + index] ^= 1
      tokens.append(flawed)
    }
    return tokens
  }

  func isExpired(_ error: any Error) -> Bool {
    let error = error as NSError
    return error.domain == NSFileProviderErrorDomain
      && error.code == NSFileProviderError.Code.syncAnchorExpired.rawValue
  }

  mutating func noteError(_ error: any Error, _ doing: String) {
    let domain = (error as NSError).domain
    let isLegal = domain == NSFileProviderErrorDomain || domain == NSCocoaErrorDomain
    report.note(.errorDomains, isLegal ? nil : "\(doing) was answered with \(error)")
    if isLegal { report.note(.answers, "\(doing) failed: \(error)") }
  }

  /// Waits until a condition holds.
  func wait(until isSo: () -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + timeout
    while !isSo() {
      if ContinuousClock.now > end { return false }
      try await Task.sleep(for: .milliseconds(2))
    }
    return true
  }
}
