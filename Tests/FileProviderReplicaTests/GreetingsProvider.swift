import FileProvider
import UniformTypeIdentifiers

/// A whole provider: three greetings, to be read. This is all it takes.
final class GreetingsProvider: NSObject, NSFileProviderReplicatedExtension {
  static let greetings = ["en": "Hello", "fr": "Bonjour", "sw": "Jambo"]

  init(domain: NSFileProviderDomain) {}
  func invalidate() {}

  func enumerator(for container: NSFileProviderItemIdentifier, request: NSFileProviderRequest) throws
    -> any NSFileProviderEnumerator
  {
    guard container == .rootContainer || container == .workingSet else { throw CocoaError(.featureUnsupported) }
    return Greetings()
  }

  func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping (NSFileProviderItem?, (any Error)?) -> Void
  ) -> Progress {
    let item = Self.greetings[identifier.rawValue].map { _ in Greeting(language: identifier.rawValue) }
    completionHandler(item, item == nil ? NSFileProviderError(.noSuchItem) : nil)
    return Progress()
  }

  func fetchContents(
    for identifier: NSFileProviderItemIdentifier, version: NSFileProviderItemVersion?, request: NSFileProviderRequest,
    completionHandler: @escaping (URL?, NSFileProviderItem?, (any Error)?) -> Void
  ) -> Progress {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    do {
      try Data(Self.greetings[identifier.rawValue, default: ""].utf8).write(to: url)
      completionHandler(url, Greeting(language: identifier.rawValue), nil)
    } catch { completionHandler(nil, nil, error) }
    return Progress()
  }

  func createItem(
    basedOn template: NSFileProviderItem, fields: NSFileProviderItemFields, contents: URL?,
    options: NSFileProviderCreateItemOptions, request: NSFileProviderRequest,
    completionHandler: @escaping (NSFileProviderItem?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    completionHandler(nil, [], false, NSFileProviderError(.cannotSynchronize))
    return Progress()
  }

  func modifyItem(
    _ item: NSFileProviderItem, baseVersion: NSFileProviderItemVersion, changedFields: NSFileProviderItemFields,
    contents: URL?, options: NSFileProviderModifyItemOptions, request: NSFileProviderRequest,
    completionHandler: @escaping (NSFileProviderItem?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    completionHandler(nil, [], false, NSFileProviderError(.cannotSynchronize))
    return Progress()
  }

  func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions, request: NSFileProviderRequest,
    completionHandler: @escaping ((any Error)?) -> Void
  ) -> Progress {
    completionHandler(NSFileProviderError(.deletionRejected))
    return Progress()
  }
}

private final class Greetings: NSObject, NSFileProviderEnumerator {
  func invalidate() {}
  func enumerateItems(for observer: any NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    observer.didEnumerate(GreetingsProvider.greetings.keys.map { Greeting(language: $0) })
    observer.finishEnumerating(upTo: nil)
  }
}

private final class Greeting: NSObject, NSFileProviderItemProtocol {
  let language: String
  init(language: String) { self.language = language }
  var itemIdentifier: NSFileProviderItemIdentifier { NSFileProviderItemIdentifier(language) }
  var parentItemIdentifier: NSFileProviderItemIdentifier { .rootContainer }
  var filename: String { language + ".txt" }
  var contentType: UTType { .plainText }
  var documentSize: NSNumber? { NSNumber(value: GreetingsProvider.greetings[language]?.utf8.count ?? 0) }
}
