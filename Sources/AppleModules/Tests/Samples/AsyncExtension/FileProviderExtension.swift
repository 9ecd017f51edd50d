@preconcurrency import FileProvider
import OSLog

final class FileProviderExtension: NSObject, NSFileProviderReplicatedExtension, @unchecked Sendable {
  private let logger = Logger(subsystem: Bundle.main.bundleIdentifier!, category: "FileProviderExtension")
  private let domain: NSFileProviderDomain
  private let server: NoteServer

  required init(domain: NSFileProviderDomain) {
    self.domain = domain
    server = NoteServer(domain: domain.identifier.rawValue)
    super.init()
  }

  func invalidate() { logger.info("invalidated") }

  /// Runs a call as a task that is cancelled with its progress.
  private func run(_ body: @escaping @Sendable (Progress) async -> Void) -> Progress {
    let progress = Progress(totalUnitCount: 1)
    let task = Task {
      await body(progress)
      progress.completedUnitCount = 1
    }
    progress.cancellationHandler = { task.cancel() }
    return progress
  }

  func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    run { [server] _ in
      do {
        guard identifier != .rootContainer else { return completionHandler(NoteItem.root, nil) }
        completionHandler(NoteItem(try await server.note(identifier.rawValue)), nil)
      } catch {
        completionHandler(nil, error.presentable)
      }
    }
  }

  func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable (URL?, (any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    run { [server, domain, logger] _ in
      do {
        let note = try await server.note(itemIdentifier.rawValue)
        guard let manager = NSFileProviderManager(for: domain) else { throw NSFileProviderError(.providerNotFound) }
        let url = try manager.temporaryDirectoryURL().appending(component: UUID().uuidString)
        try note.contents.write(to: url)
        completionHandler(url, NoteItem(note), nil)
      } catch {
        logger.error("\(itemIdentifier.rawValue, privacy: .public): \(error, privacy: .public)")
        completionHandler(nil, nil, error.presentable)
      }
    }
  }

  func createItem(
    basedOn itemTemplate: any NSFileProviderItem, fields: NSFileProviderItemFields, contents url: URL?,
    options: NSFileProviderCreateItemOptions = [], request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    let isFolder = itemTemplate.contentType?.conforms(to: .directory) ?? false
    let parent = itemTemplate.parentItemIdentifier.rawValue
    return run { [server] _ in
      do {
        let name = itemTemplate.filename
        if itemTemplate.parentItemIdentifier != .rootContainer { _ = try await server.note(parent) }
        if let existing = await server.notes(in: parent).first(where: { $0.name == name }) {
          guard options.contains(.mayAlreadyExist) else {
            throw NSError.fileProviderErrorForCollision(with: NoteItem(existing))
          }
          return completionHandler(NoteItem(existing), [], false, nil)
        }
        let contents = try url.map { try Data(contentsOf: $0) } ?? Data()
        let note = try await server.put(
          NoteServer.Note(id: UUID().uuidString, parent: parent, name: name, isFolder: isFolder, contents: contents))
        completionHandler(NoteItem(note), [], false, nil)
      } catch {
        completionHandler(nil, [], false, error.presentable)
      }
    }
  }

  func modifyItem(
    _ item: any NSFileProviderItem, baseVersion version: NSFileProviderItemVersion,
    changedFields: NSFileProviderItemFields, contents newContents: URL?, options: NSFileProviderModifyItemOptions = [],
    request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    let (id, name, parent) = (item.itemIdentifier.rawValue, item.filename, item.parentItemIdentifier.rawValue)
    return run { [server] _ in
      do {
        var note = try await server.note(id)
        if changedFields.contains(.contents), let newContents { note.contents = try Data(contentsOf: newContents) }
        if changedFields.contains(.filename) { note.name = name }
        if changedFields.contains(.parentItemIdentifier) { note.parent = parent }
        completionHandler(NoteItem(try await server.put(note)), [], false, nil)
      } catch {
        completionHandler(nil, [], false, error.presentable)
      }
    }
  }

  func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions = [], request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) -> Progress {
    run { [server] _ in
      do {
        try await server.remove(identifier.rawValue, recursive: options.contains(.recursive))
        completionHandler(nil)
      } catch {
        completionHandler(error.presentable)
      }
    }
  }

  func enumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest
  ) throws -> any NSFileProviderEnumerator {
    guard containerItemIdentifier != .trashContainer else { throw CocoaError(.featureUnsupported) }
    return NoteEnumerator(containerItemIdentifier, server: server)
  }

  func materializedItemsDidChange() async { logger.debug("what is here has changed") }
}
