package import FileProviderInterface
package import Foundation
import UniformTypeIdentifiers

extension WebDAVProvider {
  package func createItem(
    basedOn itemTemplate: any NSFileProviderItem, fields: NSFileProviderItemFields, contents url: URL?,
    options: NSFileProviderCreateItemOptions, request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    let wish = Wish(itemTemplate, fields, url)
    return run { [self] session, call in
      (try wish.create(Writer(session, call, self), mayExist: options.contains(.mayAlreadyExist)), session)
    } whenDone: { [self] in
      answer($0, completionHandler)
    }
  }

  package func modifyItem(
    _ item: any NSFileProviderItem, baseVersion version: NSFileProviderItemVersion,
    changedFields: NSFileProviderItemFields, contents newContents: URL?, options: NSFileProviderModifyItemOptions,
    request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    let wish = Wish(item, changedFields, newContents)
    let version = String(decoding: version.contentVersion, as: UTF8.self)
    return run { [self] session, call in
      (try wish.modify(Writer(session, call, self), version: version), session)
    } whenDone: { [self] in
      answer($0, completionHandler)
    }
  }

  private func answer(
    _ result: Result<(Writer.Outcome, Session), NSError>,
    _ completion: ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) {
    do {
      let (outcome, session) = try result.get()
      let item = try session.item(outcome.entry)
      completion(session.object(item), outcome.stillPending, outcome.hasOtherContents, nil)
    } catch { completion(nil, [], false, error) }
  }

  package func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) -> Progress {
    let isOfBin = WebDAVItem.isOfBin(version)
    let version = String(decoding: version.contentVersion, as: UTF8.self)
    return run { [self] session, call in
      let writer = Writer(session, call, self)
      let path: RemotePath
      do { path = try session.place(of: identifier, call.cancellation) } catch let error as NSError
        where error.code == NSFileProviderError.Code.noSuchItem.rawValue
      { return }
      do {
        try writer.changing([path]) {
          let isRecursive = options.contains(.recursive)
          let number = identifier.rawValue
          if path.isTrashed {
            if try !isOfBin || !writer.isInBin(path, version: version) {
              return try writer.leaveInBin(path, number: number)
            }
            return try writer.deleteTrashed(path, recursively: isRecursive)
          }
          if !path.isFolder { return try writer.delete(path, version: version, number: number) }
          if isRecursive {
            try writer.deleteAll(path, number: number)
          } else {
            try writer.deleteEmpty(path, number: number)
          }
        }
        session.dates.remove(path)
      } catch let error as WebDAVError {
        // What is gone is deleted.
        if error.isMissing {
          try session.checkMissing(path, call.cancellation)
          return session.tree.endChange([path], removed: path)
        }
        guard error.reason == .otherVersion else { throw error }
        let entry = try session.server.entry(at: path, call.cancellation)
        throw NSError.fileProviderErrorForRejectedDeletion(of: session.object(try session.item(entry)))
      }
    } whenDone: { result in
      switch result {
      case .success: completionHandler(nil)
      case .failure(let error): completionHandler(error)
      }
    }
  }
}
