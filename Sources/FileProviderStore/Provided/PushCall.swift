package import FileProviderInterface

/// What is uploaded of an item in one call, as it is when the call is prepared.
package struct PushCall: Sendable {
  package enum Operation: Sendable, Hashable {
    case create
    case modify
    case delete(recursively: Bool)
    /// Gives the item a free name at the provider, since another one is to have its own.
    case moveAside
  }

  package var operation: Operation
  /// The number under which it is noted (`SentCall`).
  package var number: Int64 = 0
  /// The item; one that replaces it meanwhile takes over its identifier, and with it the answer.
  package var item: ItemID
  /// What is to be sent.
  package var fields: ChangedFields
  package var template: PushTemplate
  /// What the provider reported last; `nil` for a creation.
  package var base: ProvidedRow?
  package var options: PendingRow.Options
  /// What a manager asked for with a modification, for the provider alone.
  package var modifyOptions: NSFileProviderModifyItemOptions = []
  /// The contents to send, if they are among the fields; an empty document may have none.
  package var content: ContentKey?
  /// Whether contents are sent that are of another date than the provider's.
  var hasOtherDate = false
  /// What is synced once the provider takes all of it.
  var sentValues: SyncedFields?
  /// The newest change when it was prepared.
  package internal(set) var began: Generation

  /// All that is sent: with contents their date, which is no field of its own as long as nobody sets it.
  package var sentFields: ChangedFields { hasOtherDate ? fields.union(.times) : fields }

  /// Notes how many bytes the contents have that are sent.
  package mutating func noteSize(_ size: Int64) {
    template.size = size
    sentValues?.size = size
  }
}

/// An item as it is sent to a provider.
package struct PushTemplate: Sendable {
  package var identifier: String
  package var parent: String
  package var filename: String
  package var kind: ItemKind
  package var mode: UInt16 = 0o600
  package var size: Int64 = 0
  package var modified = Timestamp(rawValue: 0)
  package var created = Timestamp(rawValue: 0)
  package var lastUsed: Timestamp?
  package var tags: Data?
  package var favoriteRank: Int64?
  /// With the names that they have at a provider.
  package var extendedAttributes: [String: Data] = [:]
  package var target: String?
  package var contentType: String?
}

/// What a provider answered to a call.
package struct PushAnswer: Sendable {
  /// The item as the provider has it now; `nil` where it has none.
  package var item: ProvidedItem?
  /// What the provider has not taken yet.
  package var stillPending: ChangedFields
  /// Whether the provider has other contents than those it was sent.
  package var hasOtherContents: Bool
  /// Whether the provider had the item already, with whatever is in it.
  package var isFound: Bool

  package init(
    item: ProvidedItem?, stillPending: ChangedFields = [], hasOtherContents: Bool = false, isFound: Bool = false
  ) {
    self.item = item
    self.stillPending = stillPending
    self.hasOtherContents = hasOtherContents
    self.isFound = isFound
  }
}
