import FileProvider
import UniformTypeIdentifiers

// A provider written the way published ones are: every declaration below has counterparts in code that was made for
// Apple's platforms. It must compile as it stands; no test helper of ours is used in it.

class ExampleItem: NSObject, NSFileProviderItem {
  private let identifier: NSFileProviderItemIdentifier
  var name: String

  init(identifier: NSFileProviderItemIdentifier, name: String) {
    self.identifier = identifier
    self.name = name
  }

  var itemIdentifier: NSFileProviderItemIdentifier { identifier }
  var parentItemIdentifier: NSFileProviderItemIdentifier { .rootContainer }
  var filename: String { name }
  var capabilities: NSFileProviderItemCapabilities { [.allowsReading, .allowsWriting, .allowsRenaming] }
  var contentType: UTType { identifier == .rootContainer ? .folder : .plainText }
  var itemVersion: NSFileProviderItemVersion {
    NSFileProviderItemVersion(contentVersion: Data("a content version".utf8), metadataVersion: Data("1".utf8))
  }
  var documentSize: NSNumber? { identifier == .rootContainer ? nil : 42 }
  let creationDate: Date? = Date(timeIntervalSince1970: 1_000)
  var contentModificationDate: Date? = Date(timeIntervalSince1970: 2_000)
  var isUploaded: Bool { true }
  var userInfo: [AnyHashable: Any]? { ["shared": true] }
}

class ExampleEnumerator: NSObject, NSFileProviderEnumerator {
  private let enumeratedItemIdentifier: NSFileProviderItemIdentifier
  private let anchor = NSFileProviderSyncAnchor("an anchor".data(using: .utf8)!)

  init(enumeratedItemIdentifier: NSFileProviderItemIdentifier) {
    self.enumeratedItemIdentifier = enumeratedItemIdentifier
    super.init()
  }

  func invalidate() {}

  func enumerateItems(for observer: NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    let pageSize = observer.suggestedPageSize ?? 50
    let start: Int
    if page == NSFileProviderPage.initialPageSortedByDate as NSFileProviderPage
      || page == NSFileProviderPage.initialPageSortedByName as NSFileProviderPage
    {
      start = 0
    } else {
      start = Int(String(data: page.rawValue, encoding: .utf8)!)!
    }
    let items = (start..<start + pageSize).map {
      ExampleItem(identifier: NSFileProviderItemIdentifier("\($0)"), name: "file \($0)")
    }
    observer.didEnumerate(items)
    if start >= pageSize {
      observer.finishEnumerating(upTo: nil)
    } else {
      observer.finishEnumerating(upTo: NSFileProviderPage("\(start + pageSize)".data(using: .utf8)!))
    }
  }

  func enumerateChanges(for observer: NSFileProviderChangeObserver, from anchor: NSFileProviderSyncAnchor) {
    guard anchor == self.anchor else {
      observer.finishEnumeratingWithError(NSFileProviderError(.syncAnchorExpired))
      return
    }
    observer.didDeleteItems(withIdentifiers: [NSFileProviderItemIdentifier("gone")])
    observer.finishEnumeratingChanges(upTo: anchor, moreComing: false)
  }

  func currentSyncAnchor(completionHandler: @escaping (NSFileProviderSyncAnchor?) -> Void) {
    completionHandler(anchor)
  }
}

class ExampleProvider: NSObject, NSFileProviderReplicatedExtension {
  let domain: NSFileProviderDomain

  required init(domain: NSFileProviderDomain) {
    self.domain = domain
    super.init()
  }

  func invalidate() {}

  func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping (NSFileProviderItem?, Error?) -> Void
  ) -> Progress {
    guard identifier != NSFileProviderItemIdentifier("missing") else {
      completionHandler(nil, NSError.fileProviderErrorForNonExistentItem(withIdentifier: identifier))
      return Progress()
    }
    completionHandler(ExampleItem(identifier: identifier, name: "example"), nil)
    return Progress()
  }

  func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest, completionHandler: @escaping (URL?, NSFileProviderItem?, Error?) -> Void
  ) -> Progress {
    completionHandler(nil, nil, NSFileProviderError(.serverUnreachable))
    return Progress()
  }

  func createItem(
    basedOn itemTemplate: NSFileProviderItem, fields: NSFileProviderItemFields, contents url: URL?,
    options: NSFileProviderCreateItemOptions = [], request: NSFileProviderRequest,
    completionHandler: @escaping (NSFileProviderItem?, NSFileProviderItemFields, Bool, Error?) -> Void
  ) -> Progress {
    let progress = Progress(totalUnitCount: 100)
    let created = (itemTemplate.creationDate ?? Date())!
    let item = ExampleItem(identifier: itemTemplate.itemIdentifier, name: itemTemplate.filename)
    item.contentModificationDate = created
    if itemTemplate.contentType! == .folder {
      completionHandler(item, [], false, nil)
    } else if options.contains(.mayAlreadyExist), url == nil {
      completionHandler(nil, [], false, NSError.fileProviderErrorForCollision(with: item))
    } else {
      completionHandler(item, fields.subtracting(.contents), false, nil)
    }
    progress.completedUnitCount = 100
    return progress
  }

  func modifyItem(
    _ item: NSFileProviderItem, baseVersion version: NSFileProviderItemVersion,
    changedFields: NSFileProviderItemFields, contents newContents: URL?,
    options: NSFileProviderModifyItemOptions = [], request: NSFileProviderRequest,
    completionHandler: @escaping (NSFileProviderItem?, NSFileProviderItemFields, Bool, Error?) -> Void
  ) -> Progress {
    completionHandler(item, changedFields, false, nil)
    return Progress()
  }

  func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions = [], request: NSFileProviderRequest,
    completionHandler: @escaping (Error?) -> Void
  ) -> Progress {
    completionHandler(NSError(domain: NSCocoaErrorDomain, code: NSFeatureUnsupportedError, userInfo: [:]))
    return Progress()
  }

  func enumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest
  ) throws -> NSFileProviderEnumerator {
    if containerItemIdentifier == .trashContainer {
      throw NSError(domain: NSCocoaErrorDomain, code: NSFeatureUnsupportedError)
    }
    return ExampleEnumerator(enumeratedItemIdentifier: containerItemIdentifier)
  }
}
