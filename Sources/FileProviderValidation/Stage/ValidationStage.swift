import FileProviderInterface
import Foundation

/// Where a provider is checked: a folder of its own in the domain's root, or what is there already.
final class ValidationStage {
  let caller: ProviderCaller
  let domain: NSFileProviderDomain
  /// The name of the folder.
  let name = "fileprovider-validate-" + UUID().uuidString.prefix(8).lowercased()
  private let options: ValidationOptions
  private let scratch: URL
  /// The folder as soon as the provider was asked to make it, so that it is looked for at the end, whatever the answer was.
  private var wasAsked = false
  private var ownFolder = Once<SeenItem>()
  private var furnished = Once<[SeenItem]>()
  private var document = Once<FetchedContents>()
  private var cancelled = Once<CallEnd?>()
  private var root = Once<[SeenItem]>()

  init(
    _ provider: any NSFileProviderReplicatedExtension, _ domain: NSFileProviderDomain, _ options: ValidationOptions,
    scratch: URL
  ) {
    self.domain = domain
    self.options = options
    self.scratch = scratch
    caller = ProviderCaller(provider, deadline: options.deadline, isInterrupted: options.isInterrupted)
  }

  // MARK: The folder

  /// The folder in which items are changed.
  func folder() throws -> SeenItem {
    guard !options.isReadOnly else { throw Unmet("nothing is changed with --read-only") }
    return try ownFolder.get {
      wasAsked = true
      do {
        return try makeFolder(name, in: .rootContainer)
      } catch let refusal as Refusal {
        throw Unmet("the provider refused to create the working folder: \(refusal.text)")
      }
    }
  }

  func isOwn(_ item: SeenItem) -> Bool { (try? ownFolder.get { throw Unmet("none") })?.identifier == item.parent }

  func makeFolder(_ name: String) throws -> SeenItem { try makeFolder(name, in: folder().identifier) }

  private func makeFolder(_ name: String, in parent: NSFileProviderItemIdentifier) throws -> SeenItem {
    let answer = try caller.create(TemplateItem(name, in: parent, isFolder: true), contents: nil)
    guard let item = answer.item else { throw Unmet("the provider refuses to create a folder") }
    return item
  }

  func makeFile(_ name: String, _ text: String, in parent: SeenItem? = nil) throws -> SeenItem {
    guard let item = try create(name, Data(text.utf8), in: parent).item else {
      throw Unmet("the provider refuses to create a document")
    }
    return item
  }

  func create(_ name: String, _ bytes: Data, in parent: SeenItem? = nil) throws -> ItemAnswer {
    let parent = try parent ?? folder()
    return try caller.create(TemplateItem(name, in: parent.identifier), contents: file(bytes))
  }

  /// - Parameter base: The item with the version that the change is based on; by default as it is.
  func replaceContents(of item: SeenItem, with text: String, base: SeenItem? = nil) throws -> ItemAnswer {
    let template = TemplateItem(item.filename, in: item.parent, identifier: item.identifier)
    return try caller.modify(template, from: base ?? item, fields: .contents, contents: file(text))
  }

  func file(_ text: String) throws -> URL { try file(Data(text.utf8)) }

  private func file(_ bytes: Data) throws -> URL {
    let url = scratch.appendingPathComponent(UUID().uuidString)
    try bytes.write(to: url)
    return url
  }

  // MARK: What there is to look at

  /// The folder of ours with five documents in it, or the root where nothing may be changed or folders cannot be made.
  func sample() throws -> (NSFileProviderItemIdentifier, items: [SeenItem]) {
    if let folder = try? self.folder(), (try? furnish()) != nil {
      return (folder.identifier, try caller.list(folder.identifier))
    }
    return (.rootContainer, try rootItems())
  }

  private func furnish() throws -> [SeenItem] {
    try furnished.get { try (1...5).map { try makeFile("document \($0)", "the contents of document \($0)\n") } }
  }

  /// Why the root cannot be listed.
  func obstacle() throws -> String? {
    do { _ = try rootItems() } catch let refusal as Refusal { return refusal.reason } catch is Unmet {}
    return nil
  }

  private func rootItems() throws -> [SeenItem] { try root.get { try caller.list(.rootContainer) } }

  /// Folders to list.
  func containers() throws -> [NSFileProviderItemIdentifier] {
    var containers = [NSFileProviderItemIdentifier.rootContainer]
    let own = try sample().0
    if own != .rootContainer { containers.append(own) }
    if let other = try rootItems().first(where: { $0.isFolder == true && $0.identifier != own }) {
      containers.append(other.identifier)
    }
    return containers
  }

  /// A document's contents: one of ours, or a small one that is there.
  func fetchedDocument() throws -> FetchedContents {
    try document.get {
      let items = try sample().items
      guard let item = items.first(where: { $0.isFolder == false && ($0.size ?? 0) <= 1 << 20 }) else {
        throw Unmet("there is no document of at most 1 MiB")
      }
      return try caller.fetch(item)
    }
  }

  func cancelledFetch() throws -> CallEnd? {
    let document = try fetchedDocument().document
    return try cancelled.get { try caller.cancelFetch(of: document) }
  }

  // MARK: How it is now

  /// Asks for an item; `nil` when there is none.
  func lookUp(_ identifier: NSFileProviderItemIdentifier) throws -> SeenItem? {
    do {
      let item = try caller.item(identifier)
      guard item.identifier == identifier else { throw Unmet("“item” returned another item than the requested one") }
      return item
    } catch let refusal as Refusal where refusal.isNoSuchItem { return nil }
  }

  /// Waits until an item no longer exists, since a server may take a while to see its own changes.
  func isGone(_ identifier: NSFileProviderItemIdentifier) throws -> Bool {
    try waits { try lookUp(identifier) == nil }
  }

  var isServerAway: Bool {
    do { _ = try caller.item(.rootContainer) } catch { return (error as? Refusal)?.isAboutServer == true }
    return false
  }

  /// Waits until there is nothing to object to.
  ///
  /// - Throws: A violation with the last objection.
  func expect(_ what: String, _ objection: () throws -> String?) throws {
    var last: String?
    let isFine = try waits {
      last = try objection()
      return last == nil
    }
    if !isFine, let last { throw Violation("\(what) \(last)") }
  }

  private func waits(_ condition: () throws -> Bool) throws -> Bool {
    let end = DispatchTime.now() + options.patience
    while try !condition() {
      guard DispatchTime.now() < end else { return false }
      Thread.sleep(forTimeInterval: min(0.1, options.patience))
    }
    return true
  }

  // MARK: The end

  /// Removes the folder, also one whose creation was not answered or was interrupted.
  ///
  /// - Returns: Whether it is still there.
  func cleanUp() -> Bool {
    guard wasAsked else { return false }
    caller.isInterrupted = { false }
    guard let item = found() else { return false }
    try? caller.delete(item, options: .recursive)
    guard let kept = found() else { return false }
    removeOneByOne(kept)
    return found() != nil
  }

  private func found() -> SeenItem? {
    if let listed = try? caller.list(.rootContainer).first(where: { $0.filename == name }) { return listed }
    guard let known = try? ownFolder.get({ throw Unmet("none") }) else { return nil }
    return (try? caller.item(known.identifier)).flatMap { $0.filename == known.filename ? $0 : nil }
  }

  private func removeOneByOne(_ folder: SeenItem) {
    for item in (try? caller.list(folder.identifier)) ?? [] {
      if item.isFolder == true { removeOneByOne(item) } else { try? caller.delete(item) }
    }
    try? caller.delete(folder)
  }
}
