import FileProviderInterface
import FileProviderStore

/// The calls that send a provider what was changed here.
extension ProviderCalls {
  /// Makes the call, and waits for its answer.
  ///
  /// - Parameter contents: The file with the contents to send, if they are sent.
  /// - Throws: The provider's error; `timedOut`; `stopped`.
  func push(_ call: PushCall, contents: URL?) throws -> PushAnswer {
    let pending = PendingAnswer<PushAnswer>()
    return try inFlight.during(cancel: { pending.answer(.failure(ReplicaError.stopped)) }) {
      let number = try watch.begin(size: contents == nil ? 0 : call.template.size) {
        pending.answer(.failure(ReplicaError.timedOut))
      }
      let progress = ProgressBox(begin(call, contents, number, pending))
      watch.note(progress, of: number)
      do { return try wait(forWatched: pending) } catch {
        if watch.end(number) != nil { progress.cancel() }
        throw error
      }
    }
  }

  private func begin(
    _ call: PushCall, _ contents: URL?, _ number: UInt64, _ pending: PendingAnswer<PushAnswer>
  ) -> Progress {
    let request = request()
    let item = TemplateItem(call)
    let fields = NSFileProviderItemFields(call)
    switch call.operation {
    case .create:
      return box.provider.createItem(
        basedOn: item, fields: fields, contents: contents,
        options: call.options.contains(.mayAlreadyExist) ? .mayAlreadyExist : [], request: request,
        completionHandler: answering(number, pending, "createItem", of: call.template.identifier))
    case .modify, .moveAside:
      return box.provider.modifyItem(
        item, baseVersion: call.baseVersion, changedFields: fields, contents: contents, options: call.modifyOptions,
        request: request, completionHandler: answering(number, pending, "modifyItem", of: call.template.identifier))
    case .delete(let recursively):
      return box.provider.deleteItem(
        identifier: item.itemIdentifier, baseVersion: call.baseVersion, options: recursively ? .recursive : [],
        request: request,
        completionHandler: { error in
          let result: Result<PushAnswer, any Error> = error.map { .failure($0) } ?? .success(PushAnswer(item: nil))
          _ = deliver(result, to: pending, number, "deleteItem", of: call.template.identifier)
        })
    }
  }

  private func answering(
    _ number: UInt64, _ pending: PendingAnswer<PushAnswer>, _ name: String, of identifier: String
  ) -> @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void {
    { item, stillPending, hasOtherContents, error in
      let result: Result<PushAnswer, any Error>
      if let error {
        result = .failure(error)
      } else if let item {
        let known = border.item(item)
        result =
          known.map {
            .success(
              PushAnswer(item: $0, stillPending: stillPending.changedFields, hasOtherContents: hasOtherContents))
          } ?? .failure(ReplicaError.broken("the returned item has no identifier"))
      } else {
        result = .success(PushAnswer(item: nil))
      }
      _ = deliver(result, to: pending, number, name, of: identifier)
    }
  }
}
