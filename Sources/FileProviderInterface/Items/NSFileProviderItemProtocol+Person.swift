// What an item means to the people who use it, as a reader finds it.
extension NSFileProviderItemProtocol {
  /// When the user last used the item on purpose, which is not the time of the last read.
  ///
  /// Belongs to one user; having it puts the item in the working set.
  public var lastUsedDate: Date?? {
    Implemented.value { (self as any _NSFileProviderItemBase).lastUsedDate }
  }

  /// The user's tags, as opaque bytes. Having them puts the item in the working set.
  public var tagData: Data?? {
    Implemented.value { (self as any _NSFileProviderItemBase).tagData }
  }

  /// The position among the user's favourites, smaller first; by convention milliseconds since 1970.
  ///
  /// Belongs to one user; having it puts the item in the working set.
  public var favoriteRank: NSNumber?? {
    Implemented.value { (self as any _NSFileProviderItemBase).favoriteRank }
  }

  /// Whether others have access to the item.
  public var isShared: Bool? {
    Implemented.value { (self as any _NSFileProviderItemBase).isShared }
  }

  /// Whether it was this user who gave others access. Only meaningful if ``isShared``.
  public var isSharedByCurrentUser: Bool? {
    Implemented.value { (self as any _NSFileProviderItemBase).isSharedByCurrentUser }
  }

  /// Who owns a shared item; `nil` inside means this user.
  public var ownerNameComponents: PersonNameComponents?? {
    Implemented.value { (self as any _NSFileProviderItemBase).ownerNameComponents }
  }

  /// Who changed a shared item last; `nil` inside means this user.
  public var mostRecentEditorNameComponents: PersonNameComponents?? {
    Implemented.value { (self as any _NSFileProviderItemBase).mostRecentEditorNameComponents }
  }

  /// The provider's own facts, for conditions on its actions and decorations.
  ///
  /// Values are strings, numbers, Booleans and dates. A key that ends in `.inherited` applies to descendants too.
  public var userInfo: [AnyHashable: Any]?? {
    Implemented.value { (self as any _NSFileProviderItemBase).userInfo }
  }
}
