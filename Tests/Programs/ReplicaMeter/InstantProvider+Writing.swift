import FileProviderInterface
import Foundation
import Glibc
import Synchronization

/// Changes of items are taken; nothing is created or deleted in what is measured.
extension InstantProvider {
  func modifyItem(
    _ item: any NSFileProviderItem, baseVersion version: NSFileProviderItemVersion,
    changedFields: NSFileProviderItemFields, contents newContents: URL?, options: NSFileProviderModifyItemOptions,
    request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    guard let number = number(item.itemIdentifier), !isUnreachable else {
      completionHandler(nil, [], false, NSFileProviderError(isUnreachable ? .serverUnreachable : .noSuchItem))
      return Progress()
    }
    let began = DispatchTime.now()
    let name = item.filename
    var status = stat()
    let hasContents = newContents.map { stat($0.path, &status) == 0 } ?? false
    let size = Int(status.st_size)
    state.withLock { state in
      var change = state.changes[number] ?? Change()
      change.name = name
      change.metadataVersion += 1
      if hasContents {
        change.size = size
        change.contentVersion += 1
      }
      state.changes[number] = change
      if state.telling.count == 0 { state.telling.first = began.uptimeNanoseconds }
      state.telling.count += 1
    }
    // Not with `asyncAfter`, which may take a tenth longer.
    DispatchQueue.global().async { [self] in
      Thread.sleep(forTimeInterval: latency)
      state.withLock { $0.telling.last = DispatchTime.now().uptimeNanoseconds }
      completionHandler(self.item(number), [], false, nil)
    }
    return Progress()
  }

  func createItem(
    basedOn itemTemplate: any NSFileProviderItem, fields: NSFileProviderItemFields, contents url: URL?,
    options: NSFileProviderCreateItemOptions, request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    completionHandler(nil, [], false, NSFileProviderError(.cannotSynchronize))
    return Progress()
  }

  func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) -> Progress {
    completionHandler(NSFileProviderError(.cannotSynchronize))
    return Progress()
  }
}
