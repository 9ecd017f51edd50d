public import FileProviderInterface
import Synchronization
import Glibc

/// What the system sends, with faults.
extension ScriptedProvider {
  private typealias Completion =
    @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void

  public func createItem(
    basedOn itemTemplate: any NSFileProviderItem, fields: NSFileProviderItemFields, contents url: URL?,
    options: NSFileProviderCreateItemOptions, request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    tell("create \(itemTemplate.filename)")
    let parent = itemTemplate.parentItemIdentifier.rawValue
    return answer(faults.next(.create, of: parent), of: nil, completionHandler) { [base] completion in
      base.createItem(
        basedOn: itemTemplate, fields: fields, contents: url, options: options, request: request,
        completionHandler: completion)
    }
  }

  public func modifyItem(
    _ item: any NSFileProviderItem, baseVersion version: NSFileProviderItemVersion,
    changedFields: NSFileProviderItemFields, contents newContents: URL?, options: NSFileProviderModifyItemOptions,
    request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    let identifier = item.itemIdentifier.rawValue
    tell("modify \(identifier) \(item.filename)\(changedFields.contains(.contents) ? " contents" : "")")
    modifications.withLock { $0.append(options) }
    return answer(faults.next(.modify, of: identifier), of: identifier, completionHandler) { [base] completion in
      base.modifyItem(
        item, baseVersion: version, changedFields: changedFields, contents: newContents, options: options,
        request: request, completionHandler: completion)
    }
  }

  public func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) -> Progress {
    tell("delete \(identifier.rawValue)")
    let completion: Completion = { _, _, _, error in completionHandler(error) }
    return answer(faults.next(.delete, of: identifier.rawValue), of: identifier.rawValue, completion) {
      [base] completion in
      base.deleteItem(
        identifier: identifier, baseVersion: version, options: options, request: request,
        completionHandler: { completion(nil, [], false, $0) })
    }
  }

  /// Does what is asked for, with a fault.
  private func answer(
    _ fault: Fault?, of identifier: String?, _ completion: @escaping Completion,
    _ call: @escaping (@escaping Completion) -> Progress
  ) -> Progress {
    fault?.block()
    switch fault?.effect {
    case .never: return unanswered()
    case .error: completion(nil, [], false, fault?.error)
    case .nothing: completion(nil, [], false, nil)
    case .exit: _exit(1)
    case .other: completion(fault?.text.flatMap { base.tree[$0] }.map { MemoryItemObject($0) }, [], false, nil)
    case .otherVersion: completion(identifier.flatMap { base.tree[$0] }.map { MemoryItemObject($0) }, [], true, nil)
    case .neverAfterwards:
      _ = call { _, _, _, _ in }
      return unanswered()
    case .errorAfterwards: return call { _, _, _, _ in completion(nil, [], false, fault?.error) }
    case .twice:
      return call { item, fields, hasOtherContents, error in
        completion(item, fields, hasOtherContents, error)
        completion(item, fields, hasOtherContents, error)
      }
    case .late:
      return call { item, fields, hasOtherContents, error in
        nonisolated(unsafe) let item = item
        fault?.later { completion(item, fields, hasOtherContents, error) }
      }
    case .held:
      _ = call { [self] item, fields, hasOtherContents, error in
        nonisolated(unsafe) let item = item
        hold { completion(item, fields, hasOtherContents, error) }
      }
      return unanswered()
    case .waiting:
      nonisolated(unsafe) let call = call
      hold { _ = call(completion) }
      return unanswered()
    default: return call(completion)
    }
    return Progress()
  }
}
