import FileProviderStore

extension StoreError {
  /// Whether it is about the item that was being written, so that others can be.
  var isOfOneItem: Bool {
    switch code {
    case .noSuchItem, .exists, .notFolder, .isFolder, .notEmpty, .invalidName, .nameTooLong, .invalidMove,
      .featureUnsupported, .noSuchAttribute, .tooLarge, .accessDenied, .notPermitted, .unlisted, .notEvictable:
      true
    default: false
    }
  }
}
