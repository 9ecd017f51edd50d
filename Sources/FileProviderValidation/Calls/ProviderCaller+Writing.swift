import FileProviderInterface
import Foundation

/// What a provider answered to a creation or a change.
struct ItemAnswer: Sendable {
  /// `nil` where the provider excludes the item.
  let item: SeenItem?
  let pending: NSFileProviderItemFields
  /// Whether it has other contents than it was given.
  let hasOtherContents: Bool
}

extension ProviderCaller {
  private static let createName = "createItem(basedOn:fields:contents:options:request:completionHandler:)"
  private static let modifyName = "modifyItem(_:baseVersion:changedFields:contents:options:request:completionHandler:)"
  private static let deleteName = "deleteItem(identifier:baseVersion:options:request:completionHandler:)"
  private typealias Outcome = (answer: ItemAnswer, error: NSError?)

  func create(
    _ template: TemplateItem, contents: URL?, options: NSFileProviderCreateItemOptions = []
  ) throws -> ItemAnswer {
    let ledger = ledger
    var fields: NSFileProviderItemFields = [.filename, .parentItemIdentifier]
    if contents != nil { fields.insert(.contents) }
    let asked = fields
    let outcome: Outcome = try answer(to: Self.createName) { box, done in
      _ = box.provider.createItem(
        basedOn: template, fields: asked, contents: contents, options: options, request: NSFileProviderRequest()
      ) { item, pending, hasOtherContents, error in
        let item = item.map { SeenItem($0, ledger) }
        done((ItemAnswer(item: item, pending: pending, hasOtherContents: hasOtherContents), error as NSError?))
      }
    }
    if let error = outcome.error { throw failure(error, of: Self.createName) }
    return outcome.answer
  }

  /// - Parameter known: The item as it was when the change was made, with the version that it is based on.
  func modify(
    _ template: TemplateItem, from known: SeenItem, fields: NSFileProviderItemFields, contents: URL? = nil
  ) throws -> ItemAnswer {
    let ledger = ledger
    let version = known.version
    let outcome: Outcome = try answer(to: Self.modifyName) { box, done in
      _ = box.provider.modifyItem(
        template, baseVersion: version, changedFields: fields, contents: contents, options: [],
        request: NSFileProviderRequest()
      ) { item, pending, hasOtherContents, error in
        let item = item.map { SeenItem($0, ledger) }
        done((ItemAnswer(item: item, pending: pending, hasOtherContents: hasOtherContents), error as NSError?))
      }
    }
    if let error = outcome.error { throw failure(error, of: Self.modifyName) }
    return outcome.answer
  }

  /// - Parameter base: The item with the version that is to be deleted; by default as it is.
  func delete(_ item: SeenItem, base: SeenItem? = nil, options: NSFileProviderDeleteItemOptions = []) throws {
    let version = (base ?? item).version
    let end: CallEnd = try answer(to: Self.deleteName) { box, done in
      _ = box.provider.deleteItem(
        identifier: item.identifier, baseVersion: version, options: options, request: NSFileProviderRequest()
      ) { done(CallEnd(error: $0 as NSError?)) }
    }
    if let error = end.error { throw failure(error, of: Self.deleteName) }
  }
}
