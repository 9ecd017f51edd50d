import FileProvider
import FileProviderTesting
import Foundation
import Synchronization

/// What the system tells of: done, saved, and answered, with a step after each.
extension ServedProvider {
  private typealias Completion =
    @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void

  func createItem(
    basedOn itemTemplate: any NSFileProviderItem, fields: NSFileProviderItemFields, contents url: URL?,
    options: NSFileProviderCreateItemOptions, request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    perform("create\(options.contains(.mayAlreadyExist) ? " again" : "")", completionHandler) { completion in
      base.createItem(
        basedOn: itemTemplate, fields: fields, contents: url, options: options, request: request,
        completionHandler: completion)
    }
  }

  func modifyItem(
    _ item: any NSFileProviderItem, baseVersion version: NSFileProviderItemVersion,
    changedFields: NSFileProviderItemFields, contents newContents: URL?, options: NSFileProviderModifyItemOptions,
    request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    perform("modify \(changedFields.rawValue)", completionHandler) { completion in
      base.modifyItem(
        item, baseVersion: version, changedFields: changedFields, contents: newContents, options: options,
        request: request, completionHandler: completion)
    }
  }

  func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) -> Progress {
    if let item = server.read({ $0[identifier.rawValue] }), let text = Text(item.contents) {
      journal?.note(.told, text, "delete \(identifier.rawValue)")
    }
    return perform("delete", { _, _, _, error in completionHandler(error) }) { completion in
      base.deleteItem(
        identifier: identifier, baseVersion: version, options: options, request: request,
        completionHandler: { completion(nil, [], false, $0) })
    }
  }

  /// Makes a call that answers at once, and hands the answer on once it is saved.
  private func perform(_ what: String, _ completion: Completion, _ call: (@escaping Completion) -> Progress) -> Progress
  {
    FaultPoint.pass()
    let answer = Mutex<(identifier: String?, error: NSError?)>((nil, nil))
    let (progress, names) = server.change { _ in
      call { item, _, _, error in
        let identifier = item?.itemIdentifier.rawValue
        answer.withLock { $0 = (identifier, error as NSError?) }
      }
    }
    let (identifier, error) = answer.withLock { $0 }
    let item = identifier.flatMap { identifier in server.read { $0[names[identifier] ?? identifier] } }
    if let item, let text = Text(item.contents) { journal?.note(.told, text, "\(what) \(item.parent)/\(item.name)") }
    FaultPoint.pass()
    completion(item.map { MemoryItemObject($0) }, [], false, error)
    FaultPoint.pass()
    return progress
  }
}
